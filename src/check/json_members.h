// Reads the members of one JSON object until one fails; the first failure is kept.
//
//   Status status = Members(value).number("read", counts.read).text("input", input).status();
#pragma once

#include <string>
#include <string_view>

#include "json/json_value.h"

namespace doppel::checks {

class Members {
 public:
  explicit Members(const json::JsonValue& object) : object_(object) {}

  Members& number(std::string_view key, uint64_t& to) { return take(object_.get_u64(key), to); }
  Members& text(std::string_view key, std::string& to) { return take(object_.get_string(key), to); }
  Members& boolean(std::string_view key, bool& to) {
    auto value = object_.get(key);
    return take(value ? value->boolean() : Result<bool>(value.error()), to);
  }
  // The JSON text of the value.
  Members& raw(std::string_view key, std::string& to) {
    auto value = object_.get(key);
    return take(value ? Result<std::string>(std::string(value->raw())) : value.error(), to);
  }
  const Status& status() const { return status_; }

 private:
  template <typename T>
  Members& take(Result<T> found, T& to) {
    if (found) {
      to = *std::move(found);
    } else if (status_.ok()) {
      status_ = found.error();
    }
    return *this;
  }

  const json::JsonValue& object_;
  Status status_;
};

}  // namespace doppel::checks
