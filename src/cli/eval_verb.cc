#include <cmath>
#include <iostream>

#include "cli/program.h"
#include "json/json_writer.h"
#include "sketch/banding.h"

namespace doppel::cli {
namespace {

constexpr uint32_t kMostSlots = 256;  // in a sketch

struct Flags {
  std::string what, threshold = "4/5", recall = sketch::kBandingRecall.to_string(), slots = "128";
  std::optional<std::string> bands, rows;
  bool json = false;
};

struct Curve {
  Ratio threshold;
  uint32_t slots = 0;
  sketch::Banding banding;
};

Result<sketch::Banding> chosen_banding(const Flags& flags) {
  if (!flags.bands || !flags.rows)
    return invalid_argument("--bands and --rows must be given together");
  auto bands = parse_number("--bands", *flags.bands, 1, kMostSlots);
  if (!bands) return bands.error();
  auto rows = parse_number("--rows", *flags.rows, 1, kMostSlots);
  if (!rows) return rows.error();
  return sketch::Banding{*bands, *rows};
}

Result<Curve> curve_of(const Flags& flags) {
  auto threshold = Ratio::parse_threshold(flags.threshold);
  if (!threshold) return invalid_argument("--threshold " + threshold.error().message());
  auto recall = Ratio::parse_threshold(flags.recall);
  if (!recall) return invalid_argument("--recall " + recall.error().message());
  auto slots = parse_number("--slots", flags.slots, 1, kMostSlots);
  if (!slots) return slots.error();
  auto banding = flags.bands || flags.rows ? chosen_banding(flags)
                                           : sketch::solve_banding(*threshold, *recall, *slots);
  if (!banding) return banding.error();
  return Curve{*threshold, *slots, *banding};
}

// "0.998310", rounded.
std::string share_text(double share) {
  constexpr uint64_t kMillion = 1'000'000;
  return json::decimal6_text(static_cast<uint64_t>(std::llround(share * kMillion)), kMillion);
}

// Calls point(similarity as text, share) for 0.05, 0.10, ... 1.
template <typename Point>
void each_point(const Curve& curve, Point point) {
  for (uint32_t percent = 5; percent <= 100; percent += 5) {
    point(json::decimal6_text(percent, 100).substr(0, 4),
          share_text(curve.banding.probability(percent / 100.0)));
  }
}

std::string share_at_threshold(const Curve& curve) {
  return share_text(
      curve.banding.probability(static_cast<double>(curve.threshold.num) / curve.threshold.den));
}

void print_table(const Curve& curve) {
  std::cout << "bands      " << curve.banding.bands << "\n"
            << "rows       " << curve.banding.rows << "\n"
            << "threshold  " << curve.threshold.to_string() << ", where a share of "
            << share_at_threshold(curve) << " of the pairs are candidates\n"
            << "jaccard    candidates\n";
  each_point(curve, [](const std::string& jaccard, const std::string& share) {
    std::cout << "  " << jaccard << "     " << share << "\n";
  });
}

void print_json(const Curve& curve) {
  json::JsonWriter json;
  json.begin_object();
  json.key("bands").number(curve.banding.bands);
  json.key("rows").number(curve.banding.rows);
  json.key("threshold").string(curve.threshold.to_string());
  json.key("at_threshold").raw(share_at_threshold(curve));
  json.key("curve").begin_array();
  each_point(curve, [&](const std::string& jaccard, const std::string& share) {
    json.begin_object().key("jaccard").raw(jaccard).key("candidates").raw(share).end_object();
  });
  json.end_array().end_object();
  std::cout << json.take_line();
}

int run_eval(const Flags& flags) {
  if (flags.what != "curve") {
    return report(invalid_argument(flags.what.empty()
                                       ? "eval needs a name, for example: doppel eval curve"
                                       : "unknown evaluation \"" + flags.what + "\": use curve"));
  }
  auto curve = curve_of(flags);
  if (!curve) return report(curve.error());
  flags.json ? print_json(*curve) : print_table(*curve);
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> eval_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "eval", "curve [options]", "show what a choice of rules would find",
      "Prints the S-curve of a banding: for each similarity, the share of pairs that become\n"
      "candidates. The banding is the one dedup would choose, or set by --bands and --rows.",
      "doppel eval curve --threshold 0.7");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("WHAT", flags->what, "curve")->type_name("curve")->group("");
  auto option = [&](const char* name, auto& value, const char* what, const char* type) {
    app.add_option(name, value, what)->type_name(type)->group("rules");
  };
  option("--threshold", flags->threshold,
         "similarity from which two texts are duplicates (default 4/5)", "T");
  option("--recall", flags->recall, "share of the pairs at the threshold to find (default 199/200)",
         "R");
  option("--slots", flags->slots, "number of slots in a sketch (default 128)", "N");
  option("--bands", flags->bands, "number of bands; needs --rows", "N");
  option("--rows", flags->rows, "number of slots in a band; needs --bands", "N");
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_eval(*flags); };
  return verb;
}

}  // namespace doppel::cli
