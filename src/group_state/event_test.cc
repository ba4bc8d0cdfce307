#include "group_state/event.h"

#include <gtest/gtest.h>

namespace doppel::group_state {
namespace {

std::vector<Event> some_events() {
  Event joined{.number = 300, .round = 2, .page = "p", .group = "g"};
  Event died{.number = 301, .round = 2, .kind = EventKind::kDied, .page = "p", .http_status = 404};
  Event redirected{.number = 302, .round = 2, .kind = EventKind::kRedirected, .page = "q"};
  redirected.other = "p";
  redirected.permanent = true;
  Event removed{.number = 303,
                .round = 2,
                .kind = EventKind::kRemoved,
                .page = "p",
                .other = "o",
                .market = "m",
                .similarity = {1, 2, 300},
                .view = View::kFull};
  return {joined, died, redirected, removed};
}

TEST(Events, of_a_row_are_read_as_they_were_written_and_not_when_cut) {
  const std::string bytes = encode_events(some_events());
  EXPECT_EQ(decode_events(300, bytes), some_events());
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    EXPECT_FALSE(decode_events(300, bytes.substr(0, cut)));
  }
  EXPECT_FALSE(decode_events(300, bytes + "x"));
  EXPECT_TRUE(decode_events(1, encode_events({}))->empty());
}

// Stored: these bytes may never mean anything else.
TEST(Events, golden_bytes) {
  const std::string expected =
      std::string("\1\2\4", 3) +                       // version, round, number of events
      std::string("\3\4\1p\1g", 6) +                   // joined: group
      std::string("\4\x40\1p\x94\3", 6) +              // died: status 404
      std::string("\5\x9\1q\1p", 6) +                  // redirected: permanent, other
      std::string("\7\x3a\1p\1o\1m\2\1\2\xac\2", 13);  // removed: full, other, market, proof
  EXPECT_EQ(encode_events(some_events()), expected);
}

TEST(Events, of_kinds_that_do_not_exist_are_refused) {
  std::string bytes = encode_events(std::vector<Event>{{.number = 1, .round = 1}});
  bytes[3] = 12;
  EXPECT_FALSE(decode_events(1, bytes));
  bytes[3] = 3;
  EXPECT_TRUE(decode_events(1, bytes));
  bytes[4] = '\x80';
  EXPECT_FALSE(decode_events(1, bytes));
}

}  // namespace
}  // namespace doppel::group_state
