// Scenarios: behaviour as text files that anyone can add.
//
//   # one sentence: the idea
//   rules threshold 4/5 k 3 mode sound         also: rewalk-limit, repair-limit N
//   market uk  prefer-domain .uk               lines of the market file
//   page a http://a.org/x  [score 3] [version 2] [at 10] [canonical b] [domain d] [lang en]
//          [field name value] [url http://fetched/]   text: words to the end of the line | file:
//          name                              in texts/; of name.html its main content | html: name
//                                            in texts/; as a run reads it, with two views | views:
//          title | main | full               two views; a * in full stands for main
//   redirect b -> a permanent|temporary        dead a 404|expired    delete a    touch a at 12
//   flag a spam        report a                all take [version N] [at N]
//   round                                      everything since the last `round` is one round
//   ----                                       what must hold now; then more steps may follow
//   group a b   winner a   [market uk winner b]
//   single c    dead d    absent x    redirected e -> a | circle    flagged a spam
//   removed b for a  bytes | words | near n/m [by full]  [in uk]
//   rejected f older_version                   rejections are complete, as are removals
//   events joined b, winner_changed a          since the last ----, in order
//   counters probes 1 verifications 2          of the last round
//   alias c -> a                               a group founded by c is now that of a
//   alias text:c -> a                          and so is the group that the text of c alone was
//   status b [at 20] [market uk] [waiting] is removed for a near 9/11, age 10, recheck due, pending
//   invalid line 1, column 12: ...             the market lines are refused
//
// Names are labels: a label keeps the URL that its first `page` line gives, or stands for
// http://<label>.example/. Without a rules line the threshold is 4/5 and k is 1: texts are sets of
// words. A version not given is one more than the last one of its label. Every page must be named
// after each ----; removals in a market must be complete where the market is mentioned. `waiting`:
// the steps since the last round wait while the question is asked.
#pragma once

#include <string>
#include <vector>

#include "scenarios/world.h"

namespace doppel::scenarios {

struct Scenario {
  std::string path;
  std::vector<std::string> lines;
};
Result<Scenario> read_scenario(const std::string& path);

// What went wrong, each with its place; empty: everything holds.
std::vector<std::string> run(const Scenario& scenario, const Config& config);

}  // namespace doppel::scenarios
