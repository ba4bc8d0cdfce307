#include "base/guard.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace doppel {
namespace {

template <typename Thrown>
Status status_of(const Thrown& thrown) try {
  throw thrown;
} catch (...) {
  return status_of_exception();
}

TEST(Guard, memory_that_runs_out_is_a_status) {
  EXPECT_EQ(status_of(std::bad_alloc()).code(), StatusCode::kIo);
  EXPECT_EQ(status_of(std::bad_alloc()).message(), "out of memory");
  EXPECT_EQ(status_of(std::length_error("vector::reserve")).message(), "out of memory");
}

TEST(Guard, any_other_exception_is_a_status_that_says_what_it_was) {
  const std::system_error refused(EAGAIN, std::generic_category(), "cannot start a thread");
  EXPECT_EQ(status_of(refused).code(), StatusCode::kIo);
  EXPECT_EQ(status_of(refused).message(),
            "cannot start a thread: Resource temporarily unavailable");
  EXPECT_EQ(status_of(std::runtime_error("no more")).message(), "unexpected error: no more");
  EXPECT_EQ(status_of(7).message(), "unexpected error");
}

}  // namespace
}  // namespace doppel
