// The kept records of inputs that are lines or documents, written to the run's folder as they came.
//
// A plain file is cut into parts that are copied at the same time: how many bytes are kept before a
// part is known from its pages. A packed file, or one that is a page, is one part. What is kept is
// read again, and it is an error when a record is not what it was, or a file not as long.
//
// Files are open while their parts are written: when parts are begun in order, no more than two for
// each thread.
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
  // Did the inputs stay as they were? What was written is on stable storage.
  Status finish() override;

 private:
  struct Part {
    uint32_t input;
    size_t first, last;  // pages
    uint64_t to = 0;     // where the kept bytes of a plain file begin
  };

  // The kept file of a plain input: opened by the part that is written first, synced and closed by
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
