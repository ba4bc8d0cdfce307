// Writes the kept records of inputs that are lines or documents to the output folder, unchanged.
//
// A plain file is split into parts that are copied in parallel; the pages show how many bytes are
// kept before each part. A compressed file, or a file that is a single page, is one part. What is
// kept is read again, and it is an error if a record or the length of a file has changed.
//
// Files are open while their parts are written. If parts are started in order, no more than two
// files are open for each thread.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/file.h"
#include "output/format_writer.h"

namespace doppel::output {

class KeptWriter final : public FormatWriter {
 public:
  explicit KeptWriter(const KeptRecords& kept);

  Status add(uint32_t input, size_t first, size_t last) override;
  size_t parts() const override { return parts_.size(); }
  Status write(size_t part) override;
  // Checks that the inputs have not changed. Afterwards everything written is on stable storage.
  Status finish() override;

 private:
  struct Part {
    uint32_t input;
    size_t first, last;  // pages
    uint64_t to = 0;     // where the kept bytes of a plain file begin
  };

  // The kept file of a plain input: opened by the first part that is written, synced and closed by
  // the last.
  class PlainFile {
   public:
    explicit PlainFile(std::string path) : path_(std::move(path)) {}
    void add_part() { ++unwritten_; }
    Result<const io::File*> begin_part();
    Status end_part();

   private:
    const std::string path_;
    std::mutex mutex_;
    size_t unwritten_ = 0;
    std::optional<io::File> file_;
  };

  void cut(uint32_t input, size_t first, size_t last);
  Status write_plain(const Part& part) const;
  Status write_packed(const Part& part) const;

  const corpus::Corpus& corpus_;
  const group::Cover& cover_;
  const uint64_t max_record_bytes_;
  const OutputFolder& folder_;
  std::vector<Part> parts_;
  std::vector<std::unique_ptr<PlainFile>> plain_;  // by input; nothing for the others
};

}  // namespace doppel::output
