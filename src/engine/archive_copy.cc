#include "engine/archive_copy.h"

#include "archive/date.h"
#include "archive/header_fields.h"
#include "archive/http_message.h"
#include "archive/pack.h"
#include "archive/record_head.h"
#include "ingest/cdxj.h"
#include "text/tokenizer.h"

namespace doppel::engine {
namespace {

using archive::Format;
using archive::Frame;
using archive::WarcType;

bool is_page(WarcType type) {
  return type == WarcType::kResponse || type == WarcType::kResource ||
         type == WarcType::kConversion || type == WarcType::kRevisit;
}

class Copier {
 public:
  Copier(const ingest::Input& input, const ingest::ArchiveFile& file, const std::string& name,
         const ArchiveCopy& copy)
      : input_(input), file_(file), name_(name), copy_(copy), packer_(file.shape.packing) {
    packer_.set_dictionary(file.shape.dictionary);
  }

  Result<CopiedArchive> run() {
    auto frames = ingest::open_frames(input_, file_, {.max_record_bytes = copy_.max_record_bytes});
    if (!frames) return frames.error();
    done_.written.bytes_in = file_.file.bytes().size();
    if (Status s = write_dictionary(); !s.ok()) return s;
    std::vector<Frame> unit;
    while (true) {
      arena_.clear();
      Result<bool> more = (*frames)->next(arena_, unit);
      if (!more) return more.error();
      if (!*more) break;
      for (const Frame& frame : unit) {
        bool alone = unit.size() == 1 && file_.shape.in_units;
        if (Status s = copy_record(frame, alone); !s.ok()) return s;
      }
    }
    return std::move(done_);
  }

 private:
  // A file that begins with its dictionary keeps it.
  Status write_dictionary() {
    if (file_.shape.dictionary.empty()) return {};
    std::string_view bytes = file_.file.bytes();
    return write(bytes.substr(0, archive::frame_length(file_.shape.packing, bytes)));
  }

  Status write(std::string_view bytes) {
    done_.written.bytes_out += bytes.size();
    return copy_.write(bytes);
  }

  Status copy_record(const Frame& frame, bool alone) {
    uint64_t ordinal = done_.records++;
    if (frame.reject != Reject::kNone) return {};
    Result<Edit> edit = copy_.edit(ordinal, frame);
    if (!edit) return edit.error();
    WrittenBooks& books = done_.written;
    if (!is_page(frame.head.type)) ++books.passed;
    bool arc = file_.shape.format == Format::kArc;
    Fate fate = edit->fate;
    if (arc && fate != Fate::kDrop) fate = Fate::kCopy;
    record_.clear();
    switch (fate) {
      case Fate::kDrop: ++books.dropped; return {};
      case Fate::kRevisit:
        ++books.revisits;
        archive::append_revisit(frame.bytes, frame.head, body_of(frame), edit->original, record_);
        return write_new(frame, WarcType::kRevisit);
      case Fate::kRepoint:
        ++books.full;
        archive::append_repointed(frame.bytes, frame.head, edit->original, record_);
        return write_new(frame, WarcType::kRevisit);
      case Fate::kNote:
        ++books.noted;
        if (Status s = write_as_it_is(frame, alone); !s.ok()) return s;
        record_.clear();
        archive::append_note(frame.head, edit->note, record_);
        return write_packed();
      case Fate::kCopy: break;
    }
    if (is_page(frame.head.type)) ++books.full;
    return write_as_it_is(frame, alone);
  }

  std::string_view body_of(const Frame& frame) const {
    std::string_view block = frame.bytes.substr(frame.head.head_bytes);
    archive::HttpHead http;
    if (!archive::holds_http(file_.shape.format, frame.head)) return block;
    return archive::parse_http_response(block, http) ? block.substr(http.head_bytes) : block;
  }

  Status write_as_it_is(const Frame& frame, bool alone) {
    uint64_t offset = done_.written.bytes_out;
    Status status;
    if (alone) {
      status = write(file_.file.bytes().substr(frame.offset, frame.length));
    } else {
      record_.assign(frame.bytes);
      record_.append(file_.shape.format == Format::kArc ? "\n" : "\r\n\r\n");
      status = write_packed();
    }
    if (is_page(frame.head.type)) add_to_index(frame, frame.head.type, offset);
    return status;
  }

  Status write_new(const Frame& frame, WarcType type) {
    uint64_t offset = done_.written.bytes_out;
    Status status = write_packed();
    add_to_index(frame, type, offset);
    return status;
  }

  Status write_packed() {
    packed_.clear();
    packer_.pack(record_, packed_);
    return write(packed_);
  }

  void add_to_index(const Frame& frame, WarcType type, uint64_t offset) {
    std::string_view block = frame.bytes.substr(frame.head.head_bytes);
    archive::HttpHead http;
    bool is_http = archive::holds_http(file_.shape.format, frame.head) &&
                   archive::parse_http_response(block, http);
    ingest::CdxjEntry entry;
    entry.url = valid_utf8(frame.head.target_uri);
    entry.key = ingest::cdxj_key(entry.url);
    auto date = archive::date_of(frame.head);
    entry.timestamp = date ? archive::digit_date(*date) : "19700101000000";
    std::string_view mime = is_http ? http.content_type : frame.head.content_type;
    entry.mime =
        type == WarcType::kRevisit ? "warc/revisit" : valid_utf8(archive::media_type_of(mime));
    if (is_http) entry.status = std::to_string(http.status);
    std::string digest = frame.head.type == WarcType::kRevisit
                             ? std::string(frame.head.payload_digest)
                             : archive::payload_digest(frame.head, block.substr(http.head_bytes));
    entry.digest = valid_utf8(std::string_view(digest).substr(digest.find(':') + 1));
    entry.offset = offset;
    entry.length = done_.written.bytes_out - offset;
    entry.filename = name_;
    done_.index.push_back(ingest::cdxj_line(entry));
  }

  const ingest::Input& input_;
  const ingest::ArchiveFile& file_;
  const std::string& name_;
  const ArchiveCopy& copy_;
  archive::Packer packer_;
  Arena arena_;
  std::string record_, packed_;
  CopiedArchive done_;
};

}  // namespace

Result<CopiedArchive> copy_archive(const ingest::Input& input, const ingest::ArchiveFile& archive,
                                   const std::string& name, const ArchiveCopy& copy) {
  return Copier(input, archive, name, copy).run();
}

}  // namespace doppel::engine
