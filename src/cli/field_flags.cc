#include "cli/field_flags.h"

#include <charconv>
#include <iostream>

#include "cli/program.h"

namespace doppel::cli {

void add_field_flag(CLI::App& app, std::vector<std::string>& fields) {
  app.add_option("--field", fields,
                 "read NAME (url, text, html, id, score, time ...) from field F: text=body")
      ->type_name("NAME=F")
      ->group("input")
      ->take_all();
}

Status rename_field(const std::string& assignment, FieldNames& fields) {
  size_t equals = assignment.find('=');
  std::string name = assignment.substr(0, equals);
  std::string* field = name == "url"         ? &fields.url
                       : name == "text"      ? &fields.text
                       : name == "html"      ? &fields.html
                       : name == "id"        ? &fields.id
                       : name == "score"     ? &fields.score
                       : name == "main"      ? &fields.main
                       : name == "title"     ? &fields.title
                       : name == "canonical" ? &fields.canonical
                       : name == "time"      ? &fields.time
                                             : nullptr;
  if (!field || equals == assignment.npos || equals + 1 == assignment.size()) {
    return invalid_argument(
        "--field must be url=, text=, html=, id=, score=, main=, title=, canonical= or time= "
        "followed by a field name (got \"" +
        assignment + "\")");
  }
  *field = assignment.substr(equals + 1);
  return {};
}

Result<uint64_t> parse_size(const std::string& text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, value);
  std::string_view unit(rest, static_cast<size_t>(end - rest));
  int shift = unit.empty() ? 0 : unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : -1;
  if (error != std::errc() || value == 0 || shift < 0 || value > UINT64_MAX >> (shift + 1)) {
    return invalid_argument("must be a size such as 1000, 64K, 64M or 1G (got \"" + text + "\")");
  }
  return value << shift;
}

Result<Ratio> parse_rejected_share(const std::string& text) {
  auto limit = Ratio::parse(text);
  if (!limit) return invalid_argument("--max-rejected " + limit.error().message());
  if (limit->num > limit->den) {
    return invalid_argument("--max-rejected must be at most 1 (got \"" + text + "\")");
  }
  return limit;
}

int code_for_rejected(uint64_t read, uint64_t rejected, Ratio limit) {
  constexpr uint64_t kEnoughToJudge = 20;
  if (read < kEnoughToJudge || rejected * limit.den <= read * limit.num) return kDone;
  std::cerr << "doppel: " << rejected << " of " << read
            << " records were rejected, more than --max-rejected " << limit.to_string() << "\n";
  return kTooManyRejected;
}

}  // namespace doppel::cli
