#include "url/suffix_list.h"

#include <libpsl.h>
#include <sys/stat.h>

#include <cstdio>
#include <ctime>

#include "base/hash.h"

namespace doppel::url {
namespace {

constexpr const char* kNone = "none";
constexpr size_t kHashDigits = 16;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string date_of(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm day{};
  if (gmtime_r(&time, &day) == nullptr) return kNone;
  char out[32];
  return {out, std::strftime(out, sizeof out, "%Y-%m-%d", &day)};
}

std::string content_of(std::FILE* file) {
  std::string out;
  char piece[1 << 14];
  std::rewind(file);
  while (const size_t size = std::fread(piece, 1, sizeof piece, file)) out.append(piece, size);
  return out;
}

std::string hexadecimal(uint64_t hash) {
  char out[kHashDigits + 1];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(hash));
  return out;
}

}  // namespace

SuffixList::SuffixList(Rules rules, std::string hash, int64_t time)
    : rules_(std::move(rules)), version_{date_of(time), std::move(hash)}, time_(time) {}

std::optional<SuffixList> SuffixList::from_file(const std::string& path) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  struct stat facts {};
  if (file == nullptr || fstat(fileno(file.get()), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return std::nullopt;
  }
  psl_ctx_t* rules = psl_load_fp(file.get());
  if (rules == nullptr) return std::nullopt;
  return SuffixList(Rules(rules, psl_free), hexadecimal(hash64(content_of(file.get()))),
                    facts.st_mtime);
}

std::optional<SuffixList> SuffixList::built_in() {
  const psl_ctx_t* rules = psl_builtin();
  if (rules == nullptr) return std::nullopt;
  const auto keep = [](const psl_ctx_t*) {};  // libpsl owns it
  return SuffixList(Rules(rules, keep), std::string(psl_builtin_sha1sum()).substr(0, kHashDigits),
                    psl_builtin_file_time());
}

SuffixList SuffixList::none() {
  SuffixList out(nullptr, kNone, 0);
  out.version_.date = kNone;
  return out;
}

const SuffixList& SuffixList::of_machine() {
  static const SuffixList list = [] {
    const char* path = psl_dist_filename();
    std::optional<SuffixList> system = from_file(path == nullptr ? "" : path), own = built_in();
    if (system && (!own || system->time() > own->time())) return *system;
    return own ? *own : none();
  }();
  return list;
}

std::string SuffixList::registrable_domain(const std::string& host) const {
  if (rules_ == nullptr) return "";
  const char* domain = psl_registrable_domain(rules_.get(), host.c_str());
  return domain == nullptr ? "" : domain;
}

}  // namespace doppel::url
