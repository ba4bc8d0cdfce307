// Numbers and progress as they are shown to people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "doppel/types.h"

namespace doppel::cli {

std::string bytes_text(uint64_t bytes);                          // "12.3 MB"
std::string seconds_text(double seconds);                        // "0.12 s"
std::string count_text(uint64_t count, std::string_view thing);  // "1 fault", "2 faults"
// "0.812345", truncated, not rounded.
std::string fraction_text(uint64_t num, uint64_t den);

// Shows progress on standard error: one changing line on a terminal, otherwise a new line every ten
// seconds. While it exists, SIGINT and SIGTERM ask the run to stop, so that it can clean up.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  ProgressFn fn();

 private:
  bool show(const Progress& progress);
  void erase();

  bool terminal_;
  bool shown_ = false;
  std::string phase_;
  int64_t phase_began_ns_, last_shown_ns_;
};

// While it exists, SIGINT and SIGTERM end a wait instead of the program.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Waits. False if a signal came.
  bool wait_ms(int ms) const;
};

}  // namespace doppel::cli
