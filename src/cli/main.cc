#include <fcntl.h>

#include <csignal>

#include "cli/program.h"

namespace {

// If a standard descriptor is closed, the next file to be opened would get its number. So each
// closed one is replaced by a descriptor that fails when it is used.
void hold_standard_descriptors() {
  for (int fd : {0, 1, 2}) {
    if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_descriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the file size limit fails instead
  return doppel::cli::run_program(argc, argv);
}
