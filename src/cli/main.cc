#include "cli/program.h"

int main(int argc, char** argv) { return doppel::cli::run_program(argc, argv); }
