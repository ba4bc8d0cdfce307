// An index of the tracker rules that a user loaded, which finds the few rules for an address.
//
// Rules match the address without scheme, www and parameters, so that dropping parameters never
// changes which rules apply: so the aggressive form is idempotent with any list. Expressions are
// RE2's, which match in linear time. Only its source includes RE2.
//
// Immutable after build(); safe to share between threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace doppel::url {

// One rule of a file, as plain values. It applies to an address that satisfies all its conditions.
struct TrackerRule {
  std::string address;  // an expression found in https://example.org/path?; "" for every address
  std::vector<std::string> hosts;       // these and what is below them; none: every host
  std::vector<std::string> not_hosts;   // nor these
  std::vector<std::string> exceptions;  // expressions; the rule does not apply where one matches
  std::vector<std::string> names;       // parameters, by their names
  std::vector<std::string> parameters;  // parameters, by an expression found in name=value
  bool keeps = false;                   // these parameters are kept, whatever other rules say
};

class TrackerIndex {
 public:
  // A rule with an invalid expression is ignored and counted.
  static std::shared_ptr<const TrackerIndex> build(const std::vector<TrackerRule>& rules,
                                                   uint64_t skipped = 0);
  ~TrackerIndex();

  uint64_t loaded() const { return loaded_; }
  uint64_t skipped() const { return skipped_; }

 private:
  friend class TrackerSite;
  struct Group;
  struct Tables;

  TrackerIndex();
  Group* make_group(const TrackerRule& rule);
  bool add(const TrackerRule& rule);
  void find_by_address(const std::string& text, std::vector<const Group*>& out) const;

  std::unique_ptr<Tables> tables_;
  uint64_t loaded_ = 0, skipped_ = 0;
};

// The rules that are about one address.
class TrackerSite {
 public:
  // `address` is "http://example.org:81/path", in its aggressive form. `index` may be null.
  TrackerSite(const TrackerIndex* index, std::string_view address);

  // Our own list and the loaded rules. `parameter` is name=value.
  bool is_tracker(std::string_view name, std::string_view parameter) const;

 private:
  std::vector<const TrackerIndex::Group*> groups_;
};

}  // namespace doppel::url
