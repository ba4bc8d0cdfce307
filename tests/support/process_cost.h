// What this process has cost so far, for measurements: time of the processor, memory, disk.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace doppel::support {

// Of all threads, in user and kernel mode.
inline double cpu_seconds() {
  rusage use = {};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

// CPU seconds of a call.
template <typename Call>
double cpu_cost(Call call) {
  const double before = cpu_seconds();
  call();
  return cpu_seconds() - before;
}

// Memory that is not swapped out; 0 if the system does not say it.
inline double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

// Of the files in a folder, not below it. A file that vanishes meanwhile counts nothing.
inline double folder_bytes(const std::string& folder) {
  double out = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::error_code gone;
    const uint64_t bytes = entry.is_regular_file(gone) ? entry.file_size(gone) : 0;
    if (!gone) out += static_cast<double>(bytes);
  }
  return out;
}

}  // namespace doppel::support
