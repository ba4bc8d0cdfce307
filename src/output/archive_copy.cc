// An archive is copied from page to page.
//
//   page | request page | metadata page      each packed alone
//   ~~~~   ------- ~~~~   -------- ~~~~      ~ known from reading: copied   - read again
//
// The result for each page, its position and its headers are known from the first reading; a hash
// of its compressed bytes shows that they have not changed. What lies between two pages is usually
// small and is read again by the reader of raw records. So are pages that share a member, and all
// of an archive that is one stream. A page that becomes a revisit is decompressed up to the end of
// its headers, and further only if the digest of its payload is not known.
//
// Tested by dedup_test.cc and tests/archives: every packing, members of several records, damage
// between pages, inputs that change.
#include "output/archive_copy.h"

#include <algorithm>

#include "archive/cdxj.h"
#include "archive/date.h"
#include "archive/member_reader.h"
#include "archive/payload_digest.h"
#include "archive/record_finder.h"
#include "base/keyed_hash.h"
#include "codec/frame_length.h"
#include "codec/pack.h"
#include "text/tokenizer.h"

namespace doppel::output {
namespace {

using archive::Format;
using archive::RawRecord;
using archive::RecordHeads;

// One record, and those forms of it that are available.
struct Item {
  std::string_view stored = {};  // its member, if it has one of its own
  std::string_view record = {};  // header and block, if it is decompressed
};

class Copier {
 public:
  Copier(const ingest::Input& input, const ingest::ArchiveFile& file, const std::string& name,
         const ArchiveCopy& copy)
      : input_(input),
        file_(file),
        bytes_(file.window()),
        name_(name),
        copy_(copy),
        next_(copy.first),
        packer_(file.shape.compression),
        members_(file.shape) {
    packer_.set_dictionary(file.shape.dictionary);
  }

  Result<CopiedArchive> run() {
    done_.written.bytes_in = bytes_->size();
    if (Status s = write_dictionary(); !s.ok()) return s;
    uint64_t at = 0;
    for (size_t page = copy_.first; page < copy_.last && file_.in_pieces(); ++page) {
      const Position& place = copy_.edits.page(page).at;
      if (place.length == 0) continue;  // read together with what is before the next page
      if (Status s = copy_between(at, place.offset); !s.ok()) return s;
      if (next_ != page || done_.records != place.record) return changed();
      if (Status s = copy_stored(page); !s.ok()) return s;
      at = place.offset + place.length;
    }
    if (Status s = copy_between(at, UINT64_MAX); !s.ok()) return s;
    if (Status s = bytes_->status(); !s.ok()) return s;
    if (next_ != copy_.last) return changed();
    return std::move(done_);
  }

 private:
  Status changed() const { return io::changed_while_read(input_.path); }

  // If a file begins with a dictionary, the dictionary is kept.
  Status write_dictionary() {
    if (file_.shape.dictionary.empty()) return {};
    const size_t length = codec::frame_length(file_.shape.compression, *bytes_, 0);
    return write(bytes_->at(0, length).substr(0, length));
  }

  Status write(std::string_view bytes) {
    done_.written.bytes_out += bytes.size();
    return copy_.write(bytes);
  }

  bool is_packed() const { return file_.shape.compression != codec::Compression::kNone; }

  // Is there nothing but padding or line ends?
  bool is_empty(uint64_t begin, uint64_t end) {
    if (end > bytes_->size()) return false;
    while (begin < end) {
      const std::string_view gap = bytes_->at(begin, 1).substr(0, end - begin);
      const size_t padding = is_packed() ? std::min(gap.find_first_not_of('\0'), gap.size())
                                         : archive::between_records(gap);
      if (padding < gap.size() || gap.empty()) return false;
      begin += gap.size();
    }
    return true;
  }

  Status copy_between(uint64_t begin, uint64_t end) {
    if (is_empty(begin, end)) return {};
    if (!raw_records_) {
      auto opened = ingest::open_raw_records(
          input_, file_, {.begin = begin, .max_record_bytes = copy_.max_record_bytes});
      if (!opened) return opened.error();
      raw_records_ = *std::move(opened);
    }
    raw_records_->go_on(begin, end);
    while (true) {
      arena_.clear();
      RawRecord raw;
      Result<bool> more = raw_records_->next(arena_, raw);
      if (!more) return more.error();
      if (!*more) return {};
      if (Status s = copy_raw(raw); !s.ok()) return s;
    }
  }

  Status copy_raw(const RawRecord& raw) {
    uint64_t ordinal = done_.records;
    if (raw.reject != Reject::kNone) {
      ++done_.records;
      return {};
    }
    Item item{.stored = raw.stored, .record = raw.bytes};
    bool is_page = next_ < copy_.last && copy_.edits.page(next_).at.record == ordinal;
    if (is_page) return copy_page(next_, item);
    ++done_.records;
    ++done_.written.non_pages;
    return write_as_it_is(item);
  }

  // Copies a page directly from its position.
  Status copy_stored(size_t page) {
    const Position& place = copy_.edits.page(page).at;
    const std::string_view stored = bytes_->at(place.offset, place.length).substr(0, place.length);
    if (Status s = bytes_->status(); !s.ok()) return s;
    return copy_page(page, is_packed() ? Item{.stored = stored} : Item{.record = stored});
  }

  Status copy_page(size_t page, const Item& item) {
    const corpus::ArchivePage& known = copy_.edits.page(page);
    ++done_.records;
    ++next_;
    if (keyed_hash64(item.stored.empty() ? item.record : item.stored) != known.stored_hash) {
      return changed();
    }
    return carry_out(copy_.edits.of(page), page, item);
  }

  Status carry_out(const Edit& edit, size_t page, const Item& item) {
    ArchiveCounts& counts = done_.written;
    Fate fate = edit.fate;
    if (file_.shape.format == Format::kArc && fate != Fate::kDrop) fate = Fate::kCopy;
    if (fate != Fate::kDrop && fate != Fate::kRepoint) {
      Result<bool> done = write_earlier(edit, fate, page, item);
      if (!done) return done.error();
      if (*done) return {};
    }
    uint64_t offset = counts.bytes_out;
    switch (fate) {
      case Fate::kDrop: ++counts.dropped; return {};
      case Fate::kRevisit: ++counts.revisits; return write_revisit(edit, page, item);
      case Fate::kRepoint: ++counts.full; return write_repointed(edit, page, item);
      case Fate::kNote:
        ++counts.noted;
        if (!edit.refers_to) break;
        if (Status s = write_repointed(edit, page, item); !s.ok()) return s;
        return write_note(edit.note, page);
      case Fate::kCopy: ++counts.full; break;
    }
    if (Status s = write_as_it_is(item); !s.ok()) return s;
    std::string digest(copy_.edits.page(page).fields.digest);
    if (digest.empty() && copy_.edits.is_original(page)) digest = made_digest(page, item);
    add_to_index(page, digest, offset);
    return fate == Fate::kNote ? write_note(edit.note, page) : Status();
  }

  // Writes a revisit of a capture in an earlier archive. Returns false if there is none, or if it
  // does not have the payload of the record.
  Result<bool> write_earlier(const Edit& edit, Fate fate, size_t page, const Item& item) {
    ArchiveEdits::Earlier earlier = copy_.edits.earlier(page);
    if (earlier.capture == nullptr || file_.shape.format == Format::kArc) return false;
    auto whole = whole_of(item);
    if (!whole) return changed();
    using archive::check_payload_digest;
    if (check_payload_digest(earlier.digest, whole->body()) != archive::DigestCheck::kEqual) {
      return false;
    }
    ArchiveCounts& counts = done_.written;
    ++(fate == Fate::kRevisit ? counts.revisits
       : fate == Fate::kNote  ? counts.noted
                              : counts.known);
    record_.clear();
    archive::append_revisit(whole->record, whole->head, whole->http.header_bytes, earlier.digest,
                            *earlier.capture, record_);
    if (Status s = write_new(page, earlier.digest); !s.ok()) return s;
    if (fate != Fate::kNote) return true;
    if (Status s = write_note(edit.note, page); !s.ok()) return s;
    return true;
  }

  Status write_as_it_is(const Item& item) {
    if (!item.stored.empty()) return write(item.stored);
    record_.assign(item.record);
    record_.append(file_.shape.format == Format::kArc ? "\n" : "\r\n\r\n");
    return write_packed();
  }

  Status write_revisit(const Edit& edit, size_t page, const Item& item) {
    std::string digest(copy_.edits.page(page).fields.digest);
    if (digest.empty()) digest = copy_.edits.page(edit.original).fields.digest;
    if (digest.empty()) digest = made_digest(edit.original, item);
    auto heads = heads_of(item);
    if (!heads) return changed();
    record_.clear();
    archive::append_revisit(heads->record, heads->head, heads->http.header_bytes, digest,
                            copy_.edits.reference_to(edit.original), record_);
    return write_new(page, digest);
  }

  Status write_repointed(const Edit& edit, size_t page, const Item& item) {
    auto whole = whole_of(item);
    if (!whole) return changed();
    record_.clear();
    archive::append_repointed(whole->record, whole->head, *edit.refers_to, record_);
    return write_new(page, copy_.edits.page(page).fields.digest);
  }

  Status write_new(size_t page, std::string_view digest) {
    uint64_t offset = done_.written.bytes_out;
    Status status = write_packed();
    add_to_index(page, digest, offset, true);
    return status;
  }

  Status write_note(const archive::Note& note, size_t page) {
    const corpus::ArchivePage& known = copy_.edits.page(page);
    std::string id = corpus::record_id_of(known), date = corpus::date_of(known);
    archive::WarcHeader head;
    head.record_id = id;
    head.date = date;
    head.target_uri = known.url;
    record_.clear();
    archive::append_note(head, note, record_);
    return write_packed();
  }

  Status write_packed() {
    packed_.clear();
    packer_.pack(record_, packed_);
    return write(packed_);
  }

  std::optional<RecordHeads> heads_of(const Item& item) {
    if (item.record.empty()) return members_.heads(item.stored);
    return archive::heads_of(file_.shape.format, item.record);
  }

  std::optional<RecordHeads> whole_of(const Item& item) {
    if (item.record.empty()) return members_.whole(item.stored);
    return archive::heads_of(file_.shape.format, item.record);
  }

  // The digest of the payload that this page shares with the original.
  std::string made_digest(size_t original, const Item& item) {
    return copy_.digests.of(original, [&] {
      auto whole = whole_of(item);
      return whole ? whole->body() : std::string_view();
    });
  }

  void add_to_index(size_t page, std::string_view digest, uint64_t offset, bool revisit = false) {
    const corpus::ArchivePage& known = copy_.edits.page(page);
    archive::CdxjEntry entry;
    entry.url = known.url;
    entry.key = archive::cdxj_key(entry.url);
    entry.timestamp =
        known.fetched_ms < 0 ? "19700101000000" : archive::digit_date(known.fetched_ms);
    revisit = revisit || known.kind == Kind::kRevisit;
    entry.mime = revisit ? "warc/revisit" : valid_utf8(known.fields.media_type);
    if (known.fields.http_status > 0) entry.status = std::to_string(known.fields.http_status);
    entry.digest = valid_utf8(digest.substr(digest.find(':') + 1));
    entry.offset = offset;
    entry.length = done_.written.bytes_out - offset;
    entry.filename = name_;
    done_.index.push_back(archive::cdxj_line(entry));
  }

  const ingest::Input& input_;
  const ingest::ArchiveFile& file_;
  std::unique_ptr<io::FileWindow> bytes_;
  const std::string& name_;
  const ArchiveCopy& copy_;
  size_t next_;  // the next page that is expected
  codec::Packer packer_;
  archive::MemberReader members_;
  std::unique_ptr<archive::RawRecordReader>
      raw_records_;  // of the records between pages; created when needed
  Arena arena_;
  std::string record_, packed_;
  CopiedArchive done_;
};

}  // namespace

Result<CopiedArchive> copy_archive(const ingest::Input& input, const ingest::ArchiveFile& archive,
                                   const std::string& name, const ArchiveCopy& copy) {
  return Copier(input, archive, name, copy).run();
}

}  // namespace doppel::output
