// Runs scenarios under one config.
//   run_scenarios CONFIG FOLDER [NAME...]     exit code 1 when one of them does not hold
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "scenarios/scenario.h"

namespace {

using namespace doppel::scenarios;

int run_all(const Config& config, const std::vector<std::string>& paths) {
  size_t failed = 0;
  for (const std::string& path : paths) {
    auto scenario = read_scenario(path);
    std::vector<std::string> faults =
        scenario ? run(*scenario, config) : std::vector<std::string>{scenario.error().message()};
    failed += !faults.empty();
    for (const std::string& fault : faults) std::cout << fault << "\n";
  }
  std::cout << config.name << ": " << paths.size() << " scenarios, " << failed << " failed\n";
  return failed > 0 || paths.empty() ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: run_scenarios CONFIG FOLDER [NAME...]\n";
    return 2;
  }
  auto config = read_config(argv[1]);
  if (!config) {
    std::cerr << config.error().message() << "\n";
    return 2;
  }
  std::vector<std::string> paths;
  for (int i = 3; i < argc; ++i)
    paths.push_back(std::string(argv[2]) + "/" + argv[i] + ".scenario");
  if (paths.empty()) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[2])) {
      if (entry.path().extension() == ".scenario") paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return run_all(*config, paths);
}
