// The mutants of this module (base/mutant.h). tests/mutants/ingest_mutants.cc names the test that
// must fail for each.
#pragma once

#include <cstdint>

#include "base/mutant.h"

namespace doppel::ingest {

enum class Mutant : uint8_t {
  kNone,
  kSplitReadsPartOfALine,     // a split begins in the middle of a line of the split before
  kSplitReadsTheNextLine,     // a line that begins where a split ends belongs to both
  kNewlineMissedAtBufferEnd,  // the first byte of a refilled buffer is not looked at
  kLastLineLost,              // a last line without a line end is not a record
  kBlankLinesAreRecords,      // a line of white space is a record
  kLongBlankLinesAreRecords,  // a line of white space above the limit is rejected
  kLimitCountsTheLineEnd,     // a record of exactly the limit is too large
  kBrokenLineIsWhole,         // the part of a line before the damage is a record
  kRejectedHaveNoOrdinal,     // a rejected line is not counted
  kBatchIgnoresItsLimit,      // a batch may hold one record more than its limit
  kMarkInEverySplit,          // a byte order mark is skipped at the beginning of every split
  kMarkBeforeEveryRecord,     // a byte order mark is skipped before every record
  kFirstOfRepeatedKeys,       // the first of two urls counts
  kNegativeScores,            // a score may be below zero
  kFileReadTwice,             // a file that is named twice is read twice
  kFoldersUnsorted,           // the files of a folder come in reverse order
  kListKeepsCarriageReturns,  // a list of files with CRLF names files that do not exist
  kArchiveOrdinalsRestart,    // the records of an archive are counted batch by batch
  kSecondPassCountsFromOne,   // the second pass gives a line the number of its successor
  kCount,
};

}  // namespace doppel::ingest
