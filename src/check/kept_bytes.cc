#include "check/kept_bytes.h"

#include "codec/frame_length.h"
#include "codec/unpack.h"

namespace doppel::checks {
namespace {

using codec::Compression;

constexpr size_t kChunkBytes = size_t{64} << 10;

}  // namespace

Result<KeptBytes> KeptBytes::open(const std::string& path, Compression compression) {
  auto file = io::FileWindow::open(path);
  if (!file) return file.error();
  KeptBytes out(*std::move(file), compression);
  out.buffer_.resize(kChunkBytes);
  if (compression == Compression::kGzip) {
    out.member_ = std::make_unique<codec::MemberStream>();
    out.member_->start(*out.file_, 0);
  } else if (compression != Compression::kNone) {
    auto source = io::open_source(path);
    if (!source) return source.error();
    auto stream = codec::open_stream(*std::move(source));
    if (!stream) return stream.error();
    out.frames_ = *std::move(stream);
  }
  return out;
}

Result<size_t> KeptBytes::read(std::span<char> into) {
  if (member_) return member_->read(into);
  if (frames_) return frames_->read(into);
  const size_t copied = file_->read(at_, into);
  if (Status status = file_->status(); !status.ok()) return status;
  at_ += copied;
  return copied;
}

Result<bool> KeptBytes::next_are(std::string_view bytes) {
  while (same_ && !bytes.empty()) {
    std::string_view wanted = bytes.substr(0, buffer_.size());
    auto n = read(std::span(buffer_).first(wanted.size()));
    if (!n) return n.error();
    same_ = std::string_view(buffer_.data(), *n) == wanted;
    bytes.remove_prefix(wanted.size());
  }
  return same_;
}

bool KeptBytes::is_one_member() {
  switch (compression_) {
    case Compression::kNone: return true;
    case Compression::kGzip: {
      constexpr std::string_view kHead("\x1f\x8b\x08\0\0\0\0\0", 8);  // no flags, no time
      return file_->at(0, kHead.size()).starts_with(kHead) &&
             member_->end() == codec::MemberEnd::kWhole && member_->consumed() == file_->size();
    }
    case Compression::kZstd:
      return file_->at(0, 4).starts_with("\x28\xb5\x2f\xfd") &&
             codec::frame_length(codec::Compression::kZstd, *file_, 0) == file_->size();
    case Compression::kLz4:
      return file_->at(0, 4).starts_with("\x04\x22\x4d\x18") &&
             codec::frame_length(codec::Compression::kLz4, *file_, 0) == file_->size();
  }
  return false;
}

Result<bool> KeptBytes::end_here() {
  if (!same_) return false;
  auto n = read(std::span(buffer_).first(1));
  if (!n) return n.error();
  const bool unbroken = !frames_ || frames_->end().reason == Reject::kNone;
  same_ = *n == 0 && unbroken && is_one_member();
  if (Status status = file_->status(); !status.ok()) return status;
  return same_;
}

}  // namespace doppel::checks
