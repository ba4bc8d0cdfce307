// The three lists, read back line by line.
#include <algorithm>
#include <map>

#include "base/keyed_hash.h"
#include "check/folder_contents.h"
#include "check/json_members.h"
#include "io/file_window.h"
#include "json/json_writer.h"

namespace doppel::checks {
namespace {

using json::JsonValue;

// Each function reads one line into `out_`, and writes to `json_` what dedup would write for it.
class ListReader {
 public:
  ListReader(const std::string& dir, const SummaryContents& summary, Faults& faults)
      : dir_(dir), predicate_(summary.options.predicate.to_string()), faults_(faults) {
    const auto& inputs = summary.values.inputs;
    for (uint32_t i = 0; i < inputs.size(); ++i) number_of_.emplace(inputs[i].input, i);
  }

  Result<ListContents> read() {
    Status status = for_each_line(output::kDuplicatesFile, &ListReader::certificate);
    if (status.ok()) status = for_each_line(output::kGroupsFile, &ListReader::group);
    if (status.ok()) status = for_each_line(output::kRejectedFile, &ListReader::rejected);
    if (!status.ok()) return status;
    return std::move(out_);
  }

 private:
  // The line with its line end, which the last line may lack.
  static std::string_view line_at(io::FileWindow& file, uint64_t at) {
    for (size_t wanted = 1;;) {
      const std::string_view rest = file.at(at, wanted);
      const size_t newline = rest.find('\n');
      if (newline != rest.npos) return rest.substr(0, newline + 1);
      if (at + rest.size() >= file.size() || rest.empty()) return rest;
      wanted = 2 * rest.size();
    }
  }

  Status for_each_line(const char* name, Status (ListReader::*read_line)(const JsonValue&)) {
    const std::string path = dir_ + "/" + name;
    auto file = io::FileWindow::open(path);
    if (!file) return file.error();
    uint64_t number = 0, at = 0;
    for (std::string_view line; !(line = line_at(**file, at)).empty(); at += line.size()) {
      const std::string who = path + ":" + std::to_string(++number);
      if (line.find_first_not_of(" \t\r\n") == line.npos) {
        faults_.add(who + ": a blank line, which dedup never writes");
        continue;
      }
      auto document = json::JsonDocument::parse(std::string(line));
      Status status = document ? (this->*read_line)(document->root()) : document.error();
      if (!status.ok()) return corrupt(printable(who + ": " + status.message()));
      if (json_.take_line() != line) faults_.add(who + ": not in the form that dedup writes");
    }
    return (*file)->status();
  }

  Status certificate(const JsonValue& value) {
    ListedCertificate listed;
    std::string removed, kept, predicate;
    auto counts = value.get("similarity");
    Status status = Members(value)
                        .raw("removed", removed)
                        .raw("kept", kept)
                        .text("level", listed.level)
                        .text("predicate", predicate)
                        .number("group", listed.group)
                        .status();
    if (status.ok() && value.get("view"))
      status = Members(value).text("view", listed.view).status();
    if (status.ok()) status = member_page(value, "removed", listed.removed);
    if (status.ok()) status = member_page(value, "kept", listed.kept);
    if (status.ok()) status = counts.status();
    if (!status.ok()) return status;
    status = Members(*counts)
                 .number("common", listed.common)
                 .number("left_only", listed.left_only)
                 .number("right_only", listed.right_only)
                 .raw("jaccard", listed.jaccard)
                 .status();
    if (!status.ok()) return status;
    json_.begin_object().key("removed").raw(removed).key("kept").raw(kept);
    json_.key("level").string(listed.level);
    if (!listed.view.empty()) json_.key("view").string(listed.view);
    json_.key("similarity").begin_object();
    json_.key("common").number(listed.common).key("left_only").number(listed.left_only);
    json_.key("right_only").number(listed.right_only).key("jaccard").raw(listed.jaccard);
    json_.end_object().key("predicate").string(predicate).key("group").number(listed.group);
    json_.end_object();
    if (predicate != predicate_) listed.other_predicate = predicate;
    out_.certificates.push_back(std::move(listed));
    return {};
  }

  Status group(const JsonValue& value) {
    ListedGroup listed;
    std::string winner;
    Status status = Members(value)
                        .number("group", listed.group)
                        .number("size", listed.size)
                        .raw("winner", winner)
                        .status();
    if (status.ok()) status = member_page(value, "winner", listed.winner);
    auto members = value.get_array("members");
    if (status.ok()) status = members.status();
    if (!status.ok()) return status;
    json_.begin_object().key("group").number(listed.group).key("size").number(listed.size);
    json_.key("winner").raw(winner).key("members").begin_array();
    for (const JsonValue& member : *members) {
      if (Status s = page(member, listed.members.emplace_back()); !s.ok()) return s;
      json_.raw(member.raw());
    }
    json_.end_array().end_object();
    out_.groups.push_back(std::move(listed));
    return {};
  }

  Status rejected(const JsonValue& value) {
    ListedRejected listed;
    std::string input;
    Status status = Members(value)
                        .raw("input", input)
                        .number("offset", listed.offset)
                        .text("reason", listed.reason)
                        .text("detail", listed.detail)
                        .status();
    if (status.ok()) status = ref(value, listed.ref);
    if (!status.ok()) return status;
    json_.begin_object().key("input").raw(input).key("record").number(listed.ref.second);
    json_.key("offset").number(listed.offset).key("reason").string(listed.reason);
    json_.key("detail").string(listed.detail).end_object();
    out_.rejected.push_back(std::move(listed));
    return {};
  }

  Status ref(const JsonValue& value, RecordRef& out) const {
    std::string input;
    Status status = Members(value).text("input", input).number("record", out.second).status();
    if (!status.ok()) return status;
    auto found = number_of_.find(input);
    if (found == number_of_.end()) return corrupt("no input is named \"" + input + "\"");
    out.first = found->second;
    return {};
  }

  Status page(const JsonValue& value, ListedPage& out) const {
    out.object = keyed_hash128(value.raw());
    return ref(value, out.ref);
  }

  Status member_page(const JsonValue& value, std::string_view key, ListedPage& out) const {
    auto inner = value.get(key);
    return inner ? page(*inner, out) : inner.error();
  }

  const std::string& dir_;
  const std::string predicate_;
  Faults& faults_;
  std::map<std::string, uint32_t, std::less<>> number_of_;
  json::JsonWriter json_;
  ListContents out_;
};

}  // namespace

Result<ListContents> read_lists(const std::string& dir, const SummaryContents& summary,
                                Faults& faults) {
  return ListReader(dir, summary, faults).read();
}

}  // namespace doppel::checks
