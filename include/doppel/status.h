// Status and Result<T>: what every call that can fail returns.
//
// An error is a value: a code for the kind of failure, and a lower-case message that names the
// thing and the value. A broken record is not an error: it is counted as rejected (see types.h).
// The library never prints, exits or aborts. A function that returns a Status or a Result does not
// throw either: if memory runs out, it returns kIo. Functions that return a plain value throw
// std::bad_alloc in that case.
//
// Result has the members of std::expected. Thread safety: plain values, like std::string.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace doppel {

// When to use which code:
enum class StatusCode : uint8_t {
  kOk = 0,
  kInvalidArgument,  // the request makes no sense: a threshold of 1.2
  kNotFound,         // something that was named does not exist: a missing input
  kAlreadyExists,    // something exists that must not: an output folder that is not empty
  kIo,               // the system failed: permissions, a full disk, a vanished file, no memory
  kCorrupt,          // stored bytes of doppel are damaged: a broken summary.json
  kUnavailable,      // busy; the only code for which trying again may help: a lock is held
  kCancelled,        // the progress callback returned false
};

// The name of the code in lower case: "invalid_argument".
std::string_view name(StatusCode code);

class [[nodiscard]] Status {
 public:
  Status() = default;  // ok
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

// Shorthands: return invalid_argument("--k must be between 1 and 64 (got " + text + ")");
Status invalid_argument(std::string message);
Status not_found(std::string message);
Status already_exists(std::string message);
Status io_error(std::string message);
Status corrupt(std::string message);
Status unavailable(std::string message);
Status cancelled();
Status out_of_memory();

// A T, or the Status that explains why there is none. status() is ok() if there is a value.
// REQUIRES: has_value() before value(), operator* and operator->; !has_value() before error().
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Status error) : held_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return held_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return std::get<0>(held_); }
  const T& value() const& { return std::get<0>(held_); }
  T value() && { return std::get<0>(std::move(held_)); }  // by value, safe in for (x : *f())
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Status& error() const { return std::get<1>(held_); }
  Status status() const { return has_value() ? Status() : error(); }
  T value_or(T other) const { return has_value() ? value() : std::move(other); }

 private:
  std::variant<T, Status> held_;
};

}  // namespace doppel
