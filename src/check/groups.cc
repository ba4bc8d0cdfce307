#include "check/groups.h"

#include <algorithm>
#include <map>

namespace doppel::checks {
namespace {

class GroupsCheck {
 public:
  GroupsCheck(const FolderContents& contents, const PageIndex& pages, Faults& faults)
      : contents_(contents), pages_(pages), faults_(faults) {}

  void check() {
    const auto& groups = contents_.lists.groups;
    const RecordRef* first_before = nullptr;
    for (size_t i = 0; i < groups.size(); ++i) {
      check_group(groups[i], i + 1);
      auto first = std::ranges::min_element(groups[i].members, {}, &ListedPage::ref);
      if (first == groups[i].members.end()) continue;
      if (first_before != nullptr && !(*first_before < first->ref)) {
        add(groups[i], "groups are not in the order of their first records");
      }
      first_before = &first->ref;
    }
    check_certificates();
  }

 private:
  void add(const ListedGroup& group, const std::string& what) {
    faults_.add("group " + std::to_string(group.group) + ": " + what);
  }

  void check_group(const ListedGroup& group, uint64_t number) {
    if (group.group != number) add(group, "should have number " + std::to_string(number));
    if (group.members.size() != group.size) add(group, "size is not the number of its members");
    if (group.members.size() < 2) add(group, "has fewer than two members");
    if (group.members.empty() || group.members.front() != group.winner) {
      add(group, "the winner is not first");
    }
    std::vector<RecordRef> refs;
    size_t removed = 0;
    for (const ListedPage& member : group.members) {
      refs.push_back(member.ref);
      removed += pages_.is_removed(member.ref);
      if (!group_of_.emplace(member.ref, group.group).second) {
        faults_.add(describe(contents_.summary, member.ref) + ": in two groups, or in one twice");
      }
    }
    // With a limit on what may be lost, all pages of a group may be kept.
    const bool has_limit = contents_.summary.options.max_own_windows != UINT64_MAX;
    if (removed == 0 && !has_limit) add(group, "none of its members is removed");
    if (pages_.is_removed(group.winner.ref)) add(group, "the winner is removed");
    if (!pages_.in_winner_order(refs)) add(group, "members are not in winner order");
  }

  void check_certificates() {
    const ListedCertificate* before = nullptr;
    for (const ListedCertificate& listed : contents_.lists.certificates) {
      const std::string who = describe(contents_.summary, listed.removed.ref);
      if (!is_in(listed.removed.ref, listed.group) || !is_in(listed.kept.ref, listed.group)) {
        faults_.add(who + ": not in group " + std::to_string(listed.group) +
                    " with the page kept instead");
      }
      if (before != nullptr && before->removed.ref > listed.removed.ref) {
        faults_.add(who + ": duplicates.jsonl is not in input order");
      }
      before = &listed;
    }
  }

  bool is_in(RecordRef ref, uint64_t group) const {
    auto found = group_of_.find(ref);
    return found != group_of_.end() && found->second == group;
  }

  const FolderContents& contents_;
  const PageIndex& pages_;
  Faults& faults_;
  std::map<RecordRef, uint64_t> group_of_;
};

}  // namespace

void check_groups(const FolderContents& contents, const PageIndex& pages, Faults& faults) {
  GroupsCheck(contents, pages, faults).check();
}

}  // namespace doppel::checks
