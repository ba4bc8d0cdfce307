#include <fcntl.h>

#include <csignal>

#include "cli/program.h"

namespace {

// A standard descriptor that is closed would be given to the next file that is opened. Its place is
// taken by one that fails when it is used.
void hold_standard_descriptors() {
  for (int fd : {0, 1, 2}) {
    if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_descriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of its write
  return doppel::cli::run_program(argc, argv);
}
