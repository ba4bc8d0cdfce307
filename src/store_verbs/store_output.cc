#include "store_verbs/store_output.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/terminal.h"

namespace doppel::cli {

std::string proof_text(Level level, const Similarity& similarity, View view) {
  std::string out(name(level));
  if (level == Level::kBytes || level == Level::kWords) return out;
  out += ", " + std::to_string(similarity.common) + " common, " +
         std::to_string(similarity.left_only) + " left only, " +
         std::to_string(similarity.right_only) + " right only (" +
         fraction_text(similarity.common, similarity.in_union()) + ")";
  return view == View::kFull ? out + ", by full text" : out;
}

void write_proof(json::JsonWriter& json, Level level, const Similarity& similarity, View view) {
  json.key("level").string(name(level));
  if (level == Level::kNear || level == Level::kMainWords) json.key("view").string(name(view));
  json.key("similarity").begin_object();
  json.key("common").number(similarity.common);
  json.key("left_only").number(similarity.left_only);
  json.key("right_only").number(similarity.right_only);
  json.key("jaccard").decimal6(similarity.common, similarity.in_union());
  json.end_object();
}

void write_age(json::JsonWriter& json, const PageAge& seen) {
  json.key("last_seen").raw(std::to_string(seen.last_seen_ms));
  json.key("age_seconds").number(static_cast<uint64_t>(seen.age_ms / 1000));
  json.key("recheck_due").boolean(seen.recheck_due);
}

void write_similar(json::JsonWriter& json, const SimilarPage& page) {
  json.begin_object();
  json.key("url").string(page.url);
  json.key("verdict").string(name(page.verdict));
  write_proof(json, page.equal_words ? Level::kWords : Level::kNear, page.similarity, page.view);
  write_age(json, page.seen);
  json.end_object();
}

std::string time_text(int64_t ms) {
  constexpr int64_t kYear0 = -62'167'219'200'000, kYear10000 = 253'402'300'800'000;
  if (ms < kYear0 || ms >= kYear10000) return "unknown";
  using namespace std::chrono;
  const sys_time<milliseconds> time{milliseconds(ms)};
  const sys_days date = floor<days>(time);
  const year_month_day day(date);
  const hh_mm_ss clock(floor<seconds>(time - date));
  std::array<char, 32> out;
  std::snprintf(out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", int(day.year()),
                unsigned(day.month()), unsigned(day.day()), int(clock.hours().count()),
                int(clock.minutes().count()), int(clock.seconds().count()));
  return out.data();
}

std::string age_text(int64_t ms) {
  const int64_t seconds = ms / 1000, minutes = seconds / 60, hours = minutes / 60;
  if (hours >= 24) return std::to_string(hours / 24) + " d " + std::to_string(hours % 24) + " h";
  if (hours > 0) return std::to_string(hours) + " h " + std::to_string(minutes % 60) + " min";
  return minutes > 0 ? std::to_string(minutes) + " min" : std::to_string(seconds) + " s";
}

int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

Result<std::string> read_markets(const std::string& path) {
  std::error_code none;
  std::ifstream in(path, std::ios::binary);
  // A folder can be opened, and seems to be an empty file.
  if (!in || std::filesystem::is_directory(path, none)) {
    return not_found(path + ": no such file, or it cannot be read");
  }
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void add_store_argument(CLI::App& app, std::string& store) {
  app.add_option("STORE", store, "folder that ingest has made")
      ->type_name("STORE")
      ->required()
      ->group("input");
}

void add_market_flag(CLI::App& app, std::string& market) {
  app.add_option("--market", market, "whose order of preference counts (default neutral)")
      ->type_name("NAME")
      ->group("rules");
}

}  // namespace doppel::cli
