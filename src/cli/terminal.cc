#include "cli/terminal.h"

#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "json/json_writer.h"

namespace doppel::cli {
namespace {

volatile std::sig_atomic_t stop_asked = 0;

constexpr int64_t kPlainEveryNs = 10'000'000'000;

void catch_signals() {
  stop_asked = 0;
  for (int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { stop_asked = 1; });
}

void release_signals() {
  for (int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
}

std::string format(const char* form, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, form, value);
  return buffer;
}

std::string amount(uint64_t value, std::string_view unit) {
  if (unit == "bytes") return bytes_text(value);
  return std::to_string(value) + " " + std::string(unit);
}

// "compare 40 of 200 texts, 10 texts/s, 0:16 left"
std::string describe(const Progress& p, double seconds) {
  std::string out(p.phase);
  out +=
      " " + (p.total == 0 || p.unit == "bytes" ? amount(p.done, p.unit) : std::to_string(p.done));
  if (p.total > 0) out += " of " + amount(p.total, p.unit);
  if (seconds <= 0 || p.done == 0) return out;
  double rate = static_cast<double>(p.done) / seconds;
  out += ", " + amount(static_cast<uint64_t>(rate), p.unit) + "/s";
  if (p.total > p.done) {
    auto left = static_cast<uint64_t>(static_cast<double>(p.total - p.done) / rate);
    char eta[32];
    std::snprintf(eta, sizeof eta, ", %llu:%02llu left", static_cast<unsigned long long>(left / 60),
                  static_cast<unsigned long long>(left % 60));
    out += eta;
  }
  return out;
}

}  // namespace

std::string bytes_text(uint64_t bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 999.95 && unit + 1 < std::size(kUnits); ++unit) value /= 1000;
  return format(unit == 0 ? "%.0f" : "%.1f", value) + " " + kUnits[unit];
}

std::string seconds_text(double seconds) { return format("%.2f s", seconds); }

std::string count_text(uint64_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

std::string fraction_text(uint64_t num, uint64_t den) { return json::decimal6_text(num, den); }

ProgressLine::ProgressLine()
    : terminal_(isatty(STDERR_FILENO) == 1),
      phase_began_ns_(steady_clock().now_ns()),
      last_shown_ns_(phase_began_ns_) {
  catch_signals();
}

ProgressLine::~ProgressLine() {
  erase();
  release_signals();
}

StopSignals::StopSignals() { catch_signals(); }
StopSignals::~StopSignals() { release_signals(); }

bool StopSignals::wait_ms(int ms) const {
  constexpr int kStep = 50;
  for (int waited = 0; waited < ms && stop_asked == 0; waited += kStep) usleep(kStep * 1000);
  return stop_asked == 0;
}

ProgressFn ProgressLine::fn() {
  return [this](const Progress& progress) { return show(progress); };
}

bool ProgressLine::show(const Progress& progress) {
  int64_t now = steady_clock().now_ns();
  if (progress.phase != phase_) {
    phase_ = progress.phase;
    phase_began_ns_ = now;
  }
  double seconds = static_cast<double>(now - phase_began_ns_) / 1e9;
  if (terminal_) {
    erase();
    std::cerr << describe(progress, seconds) << std::flush;
    shown_ = true;
  } else if (now - last_shown_ns_ >= kPlainEveryNs) {
    std::cerr << "doppel: " << describe(progress, seconds) << "\n";
    last_shown_ns_ = now;
  }
  return stop_asked == 0;
}

void ProgressLine::erase() {
  if (shown_) std::cerr << "\r\033[K";
  shown_ = false;
}

}  // namespace doppel::cli
