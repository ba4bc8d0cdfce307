// The faults of src/ingest/mutants.h, each with the test that notices it.
#include <vector>

#include "ingest/mutants.h"
#include "mutants/mutant_runner.h"

using doppel::ingest::Mutant;
using doppel::mutants::Case;

int main(int argc, char** argv) {
  auto fault = [](Mutant mutant, const char* test) { return Case{static_cast<int>(mutant), test}; };
  const std::vector<Case> cases{
      fault(Mutant::kSplitReadsPartOfALine,
            "LineReader.gives_each_line_to_the_range_in_which_it_begins"),
      fault(Mutant::kSplitReadsTheNextLine,
            "LineReader.gives_each_line_to_the_range_in_which_it_begins"),
      fault(Mutant::kNewlineMissedAtBufferEnd,
            "LineReader.finds_a_line_end_wherever_its_buffer_ends"),
      fault(Mutant::kLastLineLost, "LineReader.gives_lines_with_their_ends_and_places"),
      fault(Mutant::kBlankLinesAreRecords, "LineReader.passes_over_blank_lines"),
      fault(Mutant::kLongBlankLinesAreRecords,
            "LineReader.takes_a_blank_line_of_any_length_for_blank"),
      fault(Mutant::kLimitCountsTheLineEnd,
            "LineReader.reports_a_line_longer_than_the_limit_once_and_goes_on"),
      fault(Mutant::kBrokenLineIsWhole,
            "LineReader.does_not_take_the_part_before_a_break_for_a_line"),
      fault(Mutant::kRejectedHaveNoOrdinal,
            "JsonlReader.gives_records_with_their_places_and_bytes"),
      fault(Mutant::kBatchIgnoresItsLimit,
            "JsonlReader.fills_batches_up_to_the_limits_and_at_least_one_record"),
      fault(Mutant::kMarkInEverySplit, "Splits.never_change_what_is_read"),
      fault(Mutant::kMarkBeforeEveryRecord,
            "JsonRecord.passes_over_a_byte_order_mark_before_the_first_record_only"),
      fault(Mutant::kFirstOfRepeatedKeys, "JsonRecord.lets_the_last_of_repeated_keys_count"),
      fault(Mutant::kNegativeScores,
            "JsonRecord.takes_only_a_finite_number_from_zero_up_for_a_score"),
      fault(Mutant::kFileReadTwice, "Inputs.reads_a_file_named_twice_once_and_warns"),
      fault(Mutant::kFoldersUnsorted, "Inputs.walks_a_folder_in_byte_order_of_the_path"),
      fault(Mutant::kListKeepsCarriageReturns, "Inputs.reads_a_list_of_files"),
      fault(Mutant::kArchiveOrdinalsRestart, "ArchiveReader.splits_and_batches_do_not_matter"),
      fault(Mutant::kSecondPassCountsFromOne, "RecordLines.agree_with_the_reader"),
  };
  return doppel::mutants::run_mutants(argc, argv, cases, static_cast<int>(Mutant::kCount));
}
