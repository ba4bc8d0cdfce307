#include "engine/claims.h"

#include "engine/report.h"
#include "ingest/json_value.h"
#include "ingest/record_lines.h"

namespace doppel::engine {
namespace {

using ingest::JsonValue;

// Reads members of one object until one fails; the first failure stays.
class Members {
 public:
  explicit Members(const JsonValue& object) : object_(object) {}

  Members& number(std::string_view key, uint64_t& to) { return take(object_.get_u64(key), to); }
  Members& text(std::string_view key, std::string& to) { return take(object_.get_string(key), to); }
  const Status& status() const { return status_; }

 private:
  template <typename T>
  Members& take(Result<T> found, T& to) {
    if (found) {
      to = *std::move(found);
    } else if (status_.ok()) {
      status_ = found.error();
    }
    return *this;
  }

  const JsonValue& object_;
  Status status_;
};

Status read_books(const JsonValue& value, Books& out) {
  return Members(value)
      .number("read", out.read)
      .number("kept", out.kept)
      .number("removed", out.removed)
      .number("rejected", out.rejected)
      .status();
}

// Folders of before there were archives do not have them.
Status read_archive_options(const JsonValue& value, Claims& out) {
  if (auto view_name = value.get_string("view")) {
    auto view = parse_view(*view_name);
    if (!view) return view.error();
    out.read_options.view = *view;
  }
  if (auto check = value.get("check_digests")) {
    out.read_options.check_digests = check->boolean().value_or(false);
  }
  if (auto drop = value.get("drop_near")) out.drop_near = drop->boolean().value_or(false);
  auto indexes = value.get_array("cdxj");
  for (size_t i = 0; indexes && i < indexes->size(); ++i) {
    auto path = (*indexes)[i].string();
    if (!path) return path.error();
    out.earlier_indexes.push_back(*std::move(path));
  }
  return {};
}

Status read_options(const JsonValue& value, Claims& out) {
  std::string predicate_text;
  ReadOptions& read = out.read_options;
  Status status = Members(value)
                      .text("predicate", predicate_text)
                      .number("max_record", read.max_record_bytes)
                      .status();
  if (!status.ok()) return status;
  auto predicate = Predicate::parse(predicate_text);
  if (!predicate) return predicate.error();
  out.predicate = *predicate;
  if (Status s = read_archive_options(value, out); !s.ok()) return s;
  auto fields = value.get("fields");
  if (!fields) return fields.error();
  if (auto html = fields->get_string("html")) read.fields.html = *html;
  return Members(*fields)
      .text("url", read.fields.url)
      .text("text", read.fields.text)
      .text("id", read.fields.id)
      .text("score", read.fields.score)
      .status();
}

// A count for each of the names; a name that is missing counts 0.
template <typename Enum>
Status read_counts(const Result<JsonValue>& value, Enum last,
                   std::map<std::string, uint64_t>& out) {
  if (!value) return value.error();
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    std::string key(name(static_cast<Enum>(i)));
    if (auto count = value->get_u64(key)) out[key] = *count;
  }
  return {};
}

Status read_summary(const JsonValue& root, Claims& out) {
  auto records = root.get("records"), options = root.get("options");
  auto inputs = root.get_array("inputs"), sources = root.get_array("sources");
  for (const Status& s : {records.status(), options.status(), inputs.status(), sources.status()}) {
    if (!s.ok()) return s;
  }
  Status counts = Members(root)
                      .number("texts", out.texts)
                      .number("groups", out.groups_counted)
                      .number("bytes", out.bytes)
                      .status();
  if (!counts.ok()) return counts;
  if (auto thin = root.get_u64("thin")) out.thin = *thin;  // older folders have none
  if (auto written = root.get("written")) {
    out.written.emplace();
    counts = Members(*written)
                 .number("full", out.written->full)
                 .number("revisits", out.written->revisits)
                 .number("noted", out.written->noted)
                 .number("dropped", out.written->dropped)
                 .number("passed", out.written->passed)
                 .number("bytes_in", out.written->bytes_in)
                 .number("bytes_out", out.written->bytes_out)
                 .status();
    if (!counts.ok()) return counts;
    if (auto known = written->get_u64("known")) out.written->known = *known;  // as thin
  }
  counts = read_counts(root.get("removed_by_level"), Level::kMainWords, out.removed_by_level);
  if (!counts.ok()) return counts;
  counts = read_counts(root.get("rejected_by_reason"), Reject::kDigest, out.rejected_by_reason);
  if (!counts.ok()) return counts;
  for (const JsonValue& source : *sources) {
    out.sources.emplace_back();
    if (Status s = read_books(source, out.sources.back()); !s.ok()) return s;
  }
  if (Status s = read_books(*records, out.records); !s.ok()) return s;
  if (Status s = read_options(*options, out); !s.ok()) return s;
  for (const JsonValue& value : *inputs) {
    InputBooks input;
    Status s = Members(value).text("input", input.input).text("output", input.output).status();
    if (s.ok()) s = read_books(value, input.records);
    if (!s.ok()) return s;
    out.inputs.push_back(std::move(input));
  }
  return {};
}

class ListReader {
 public:
  ListReader(std::string dir, Claims& out) : dir_(std::move(dir)), out_(out) {
    for (const InputBooks& input : out.inputs) {
      number_of_.emplace(input.input, static_cast<uint32_t>(number_of_.size()));
    }
  }

  Status read() {
    Status status = for_each_line(kDuplicatesFile, &ListReader::certificate);
    if (status.ok()) status = for_each_line(kGroupsFile, &ListReader::group);
    if (status.ok()) status = for_each_line(kRejectedFile, &ListReader::rejected);
    return status;
  }

 private:
  Status for_each_line(const char* name, Status (ListReader::*read_line)(const JsonValue&)) {
    ingest::Input list{.path = dir_ + "/" + name};
    Status status;
    uint64_t number = 0;
    Status read = ingest::for_each_record_line(list, UINT64_MAX, [&](const auto& line) {
      ++number;
      auto document = ingest::JsonDocument::parse(std::string(line.bytes));
      status = document ? (this->*read_line)(document->root()) : document.error();
      return status.ok();
    });
    // The list belongs to the folder: that it is missing is damage, not a wrong command.
    if (read.code() == StatusCode::kNotFound) return corrupt(read.message());
    if (!read.ok() || status.ok()) return read;
    return corrupt(list.path + ":" + std::to_string(number) + ": " + status.message());
  }

  Status certificate(const JsonValue& value) {
    CertificateClaim claim;
    Status status = Members(value)
                        .text("level", claim.level)
                        .text("predicate", claim.predicate)
                        .number("group", claim.group)
                        .status();
    if (status.ok()) status = member_page(value, "removed", claim.removed);
    if (status.ok()) status = member_page(value, "kept", claim.kept);
    auto counts = value.get("similarity");
    if (status.ok()) status = counts.status();
    if (!status.ok()) return status;
    uint64_t common = 0, left_only = 0, right_only = 0;
    status = Members(*counts)
                 .number("common", common)
                 .number("left_only", left_only)
                 .number("right_only", right_only)
                 .status();
    auto jaccard = counts->get("jaccard");
    if (status.ok()) status = jaccard.status();
    if (!status.ok()) return status;
    claim.jaccard = jaccard->raw();
    claim.similarity = {static_cast<uint32_t>(common), static_cast<uint32_t>(left_only),
                        static_cast<uint32_t>(right_only)};
    out_.certificates.push_back(std::move(claim));
    return {};
  }

  Status group(const JsonValue& value) {
    GroupClaim claim;
    Status status = Members(value).number("group", claim.group).number("size", claim.size).status();
    if (status.ok()) status = member_page(value, "winner", claim.winner);
    auto members = value.get_array("members");
    if (status.ok()) status = members.status();
    if (!status.ok()) return status;
    for (const JsonValue& member : *members) {
      claim.members.emplace_back();
      if (Status s = page(member, claim.members.back()); !s.ok()) return s;
    }
    out_.groups.push_back(std::move(claim));
    return {};
  }

  Status rejected(const JsonValue& value) {
    RejectedClaim claim;
    Status status =
        Members(value).text("reason", claim.reason).number("offset", claim.offset).status();
    if (status.ok()) status = place(value, claim.place);
    out_.rejected.push_back(std::move(claim));
    return status;
  }

  Status place(const JsonValue& value, Place& out) const {
    std::string input;
    Status status = Members(value).text("input", input).number("record", out.second).status();
    if (!status.ok()) return status;
    auto found = number_of_.find(input);
    if (found == number_of_.end()) return corrupt("no input is named \"" + input + "\"");
    out.first = found->second;
    return {};
  }

  Status page(const JsonValue& value, PageClaim& out) const {
    Status status = place(value, out.place);
    if (status.ok()) {
      status = Members(value).number("offset", out.offset).text("url", out.url).status();
    }
    auto id = value.get("id");
    if (status.ok()) status = id.status();
    if (status.ok()) out.id = id->raw();
    return status;
  }

  Status member_page(const JsonValue& value, std::string_view key, PageClaim& out) const {
    auto inner = value.get(key);
    return inner ? page(*inner, out) : inner.error();
  }

  std::string dir_;
  Claims& out_;
  std::map<std::string, uint32_t, std::less<>> number_of_;
};

}  // namespace

Result<Claims> read_claims(const std::string& dir) {
  Claims out;
  std::string summary = dir + "/" + kSummaryFile;
  auto document = ingest::read_json_file(summary);
  if (!document) return document.error();
  Status status = read_summary(document->root(), out);
  if (!status.ok()) return corrupt(summary + ": " + status.message());
  status = ListReader(dir, out).read();
  if (!status.ok()) return status;
  return out;
}

}  // namespace doppel::engine
