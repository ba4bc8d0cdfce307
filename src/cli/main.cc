#include <fcntl.h>

#include <csignal>

#include "cli/program.h"
#include "doppel/read.h"

namespace {

// A standard descriptor that is closed would be given to the next file that is opened. Its place is
// taken by one that fails when it is used.
void hold_standard_descriptors() {
  for (int fd : {0, 1, 2}) {
    if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
  }
}

// A mapped input that someone cuts short is an error of the run, not its end.
void watch_mapped_files() {
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = [](int, siginfo_t* info, void*) {
    if (!doppel::replace_lost_bytes(info->si_addr)) std::signal(SIGBUS, SIG_DFL);
  };
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_descriptors();
  watch_mapped_files();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of its write
  return doppel::cli::run_program(argc, argv);
}
