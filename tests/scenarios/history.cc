#include "scenarios/history.h"

#include <array>
#include <cmath>
#include <map>
#include <random>

#include "support/page_truth.h"

namespace doppel::scenarios {
namespace {

using group_state::PageEvent;
using Kind = PageEvent::Kind;

constexpr std::array<std::string_view, 11> kUrls = {
    "http://a.org/",      "https://a.org/",   "http://a.org/?x", "http://b.org/",
    "http://shop.co.uk/", "http://c.uk/?y=1", "http://a.org/b",  "https://d.example/long/path",
    "http://a.uk",        "http://zz.org/",   "http://b.org/b"};

// Ten words from a circle of fourteen: neighbours in the circle resemble each other, so chains
// close to rings. A few texts have the same words in other bytes, or no words.
std::string text_number(uint32_t n) {
  constexpr uint32_t kWords = 14;
  if (n == kWords) return "";
  if (n == kWords + 1) return "!?";
  if (n == kWords + 2) return "thin";
  std::string out;
  bool shout = n >= kWords + 3;
  if (shout) n -= kWords + 3;
  for (uint32_t i = 0; i < 10; ++i) {
    out += (shout ? "W" : "w") + std::to_string((n + i) % kWords) + (shout ? "! " : " ");
  }
  return out;
}
constexpr uint32_t kTexts = 20;

// Half of them are mirrors of two pages that are no pair, each in a frame of its own. The others
// are such texts as pages, in one frame or another, under one title or another, which the main
// content names or not; some have one view.
std::string page_number(uint32_t n) {
  constexpr std::array<std::string_view, 4> kTitles = {"w0 w7", "W7: w0", "", "elsewhere"};
  const bool is_mirror = n % 2 == 0;
  const std::string main = text_number(is_mirror ? n % 4 / 2 * 5 : n);
  if (n % 5 == 4 || main.size() < 10) return main;
  std::string frame;
  const uint32_t words = n % 4 == 1 ? 3 : 40, first = is_mirror ? 100 * n : n / 2;
  for (uint32_t i = 0; i < words; ++i) frame += "f" + std::to_string(first + i) + " ";
  const std::string_view title = is_mirror ? kTitles[0] : kTitles[n / 2 % kTitles.size()];
  return support::stored_page(main, frame + main, std::string(title));
}

class HistoryMaker {
 public:
  HistoryMaker(const Choices& choices, bool pages) : choices_(choices), pages_(pages) {
    // Some histories happen in a corner of the universe, where everything meets.
    urls_ = 3 + pick(kUrls.size() - 2);
    texts_ = 2 + pick(kTexts - 1);
  }

  Happening next() {
    Happening out;
    PageEvent& event = out.event;
    event.key = kUrls[pick(urls_)];
    event.kind = kind();
    event.time_ms = static_cast<int64_t>(pick(40));
    if (event.kind == Kind::kFlag) event.flag = pick(2) == 0 ? "spam" : "thin";
    if (event.kind > Kind::kDelete) return out;
    event.version = version(event.key);
    // Everything else follows from page, version and text: so one version has one score.
    std::mt19937 fixed(static_cast<uint32_t>(event.version * 31 + event.key.size()));
    if (event.kind == Kind::kUpsert) {
      uint32_t text = static_cast<uint32_t>(pick(texts_));
      out.text = pages_ ? page_number(text) : text_number(text);
      fill(event, fixed, text);
    }
    event.target = kUrls[fixed() % urls_];
    event.permanent = fixed() % 2 == 0;
    event.http_status = fixed() % 3 == 0 ? 0 : 404;
    return out;
  }

 private:
  size_t pick(size_t count) { return choices_() % count; }

  Kind kind() {
    constexpr std::array<Kind, 20> kOften = {
        Kind::kUpsert,   Kind::kUpsert,   Kind::kUpsert,   Kind::kUpsert, Kind::kUpsert,
        Kind::kUpsert,   Kind::kUpsert,   Kind::kUpsert,   Kind::kUpsert, Kind::kUpsert,
        Kind::kRedirect, Kind::kRedirect, Kind::kRedirect, Kind::kDead,   Kind::kDead,
        Kind::kDelete,   Kind::kDelete,   Kind::kTouch,    Kind::kFlag,   Kind::kReport};
    return kOften[pick(kOften.size())];
  }

  // Mostly the next version; sometimes the same again, 0 at first, or an older one.
  uint64_t version(const std::string& key) {
    uint64_t& newest = newest_[key];
    size_t luck = pick(10);
    if (luck == 0 && newest > 2) return newest - 1 - pick(2);
    if (luck == 1) return newest;
    return ++newest;
  }

  static void fill(PageEvent& event, std::mt19937& fixed, uint32_t text) {
    constexpr std::array<double, 7> kScores = {-1, 0, 0.5, 3, 3.9, 100, NAN};
    event.score = kScores[(fixed() + text) % kScores.size()];
    event.domain = event.key.find("a.org") != event.key.npos ? "a.org" : event.key.substr(7, 5);
    if (fixed() % 3 == 0) event.canonical = kUrls[fixed() % kUrls.size()];
    if (fixed() % 2 == 0) event.fields["size"] = std::to_string(fixed() % 3);
    if (fixed() % 2 == 0) event.fields["lang"] = fixed() % 2 == 0 ? "en" : "fr";
    if (fixed() % 4 == 0) event.url = event.key + "#" + std::to_string(fixed() % 3);
  }

  const Choices& choices_;
  bool pages_;
  size_t urls_ = 0, texts_ = 0;
  std::map<std::string, uint64_t> newest_;
};

}  // namespace

std::vector<Happening> history_of(const Choices& choices, size_t length, bool pages) {
  HistoryMaker maker(choices, pages);
  std::vector<Happening> out;
  for (size_t i = 0; i < length; ++i) out.push_back(maker.next());
  return out;
}

std::vector<Happening> random_history(uint32_t seed, size_t length, bool pages) {
  std::mt19937 random(seed);
  return history_of([&] { return static_cast<uint32_t>(random()); }, length, pages);
}

std::string_view universe_markets() {
  return "market uk  prefer-domain .uk\n"
         "market old  first-seen\n"
         "market rich  highest size\n"
         "market rich  prefer-field lang fr\n";
}

}  // namespace doppel::scenarios
