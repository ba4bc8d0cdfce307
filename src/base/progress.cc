#include "base/progress.h"

namespace doppel {
namespace {

constexpr int64_t kReportEveryNs = 100'000'000;

}  // namespace

void ProgressMeter::begin(std::string_view phase, std::string_view unit, uint64_t total) {
  state_ = {.phase = phase, .total = total, .unit = unit};
  last_report_ns_ = clock_.now_ns();
}

Status ProgressMeter::advance(uint64_t units, uint64_t records) {
  state_.done += units;
  state_.records += records;
  if (stopped_) return cancelled();
  if (clock_.now_ns() - last_report_ns_ < kReportEveryNs) return {};
  return report();
}

Status ProgressMeter::end() { return stopped_ ? cancelled() : report(); }

Status ProgressMeter::report() {
  last_report_ns_ = clock_.now_ns();
  if (fn_ && !fn_(state_)) stopped_ = true;
  return stopped_ ? cancelled() : Status();
}

}  // namespace doppel
