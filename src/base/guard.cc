#include "base/guard.h"

#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace doppel {
namespace {

Status described() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::length_error&) {
    return out_of_memory();  // a container asked for more than there can be
  } catch (const std::system_error& error) {
    return io_error(error.what());
  } catch (const std::exception& error) {
    return io_error(std::string("unexpected error: ") + error.what());
  } catch (...) {
    return io_error("unexpected error");
  }
}

}  // namespace

Status status_of_exception() noexcept {
  try {
    return described();
  } catch (...) {
    return out_of_memory();  // there is no memory for the message either; this one needs none
  }
}

}  // namespace doppel
