// Collects the rules that changed a URL.
#pragma once

#include <cstdint>
#include <vector>

#include "doppel/url.h"

namespace doppel::url {

class RuleSet {
 public:
  void add(UrlRule rule) { bits_ |= uint32_t{1} << static_cast<uint32_t>(rule); }
  void add_if(bool condition, UrlRule rule) {
    bits_ |= uint32_t{condition} << static_cast<uint32_t>(rule);
  }
  bool empty() const { return bits_ == 0; }
  // In the order of UrlRule.
  std::vector<UrlRule> list() const;

 private:
  uint32_t bits_ = 0;
};

}  // namespace doppel::url
