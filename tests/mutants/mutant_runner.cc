#include "mutants/mutant_runner.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <set>

#include "base/mutant.h"

namespace doppel::mutants {
namespace {

constexpr int kFailed = 1;             // what a Google Test program answers when a test failed
constexpr unsigned kMostSeconds = 60;  // a fault that makes a test endless is not noticed by it

// The exit code of the test; -1 when it did not end by itself.
int run_test(const std::string& test, int mutant) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    alarm(kMostSeconds);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    switched_on_mutant = mutant;
    GTEST_FLAG_SET(filter, test);
    const int code = RUN_ALL_TESTS();
    // A name that is no test would pass, and its fault go unnoticed.
    _exit(testing::UnitTest::GetInstance()->test_to_run_count() > 0 ? code : kFailed);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

int run_mutants(int argc, char** argv, std::span<const Case> cases, int count) {
  testing::InitGoogleTest(&argc, argv);
  int faults = 0;
  std::set<int> seen;
  std::set<std::string> passing;
  for (const Case& c : cases) {
    const bool first = passing.insert(c.caught_by).second;
    const bool passes = !first || run_test(c.caught_by, 0) == 0;
    const bool caught = run_test(c.caught_by, c.mutant) == kFailed;
    seen.insert(c.mutant);
    faults += !(passes && caught);
    std::printf("%3d  %-10s %s\n", c.mutant,
                !passes  ? "IS BROKEN"
                : caught ? "caught by"
                         : "ESCAPES",
                c.caught_by.c_str());
  }
  if (static_cast<int>(seen.size()) != count - 1 || seen.contains(0)) {
    std::printf("%zu of %d faults have a case\n", seen.size(), count - 1);
    ++faults;
  }
  return faults == 0 ? 0 : 1;
}

}  // namespace doppel::mutants
