#include "input_files.h"

#include <zlib.h>

#include <array>
#include <cstdint>

#include "codec/pack.h"
#include "support/packed.h"

namespace doppel::fuzz {
namespace {

using codec::Compression;

constexpr std::array<std::string_view, 4> kFormats = {"jsonl", "warc", "arc", "wet"};

// The next line of `rest` without its end.
std::string_view take_line(std::string_view& rest) {
  const size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return line;
}

// "Content-Length: *" with the number of bytes between the head and the end of record.
std::string with_length(std::string_view member) {
  constexpr std::string_view kField = "Content-Length: *";
  std::string out(member);
  const size_t field = out.find(kField);
  if (field == out.npos) return out;
  size_t block = out.find("\n\n", field);
  if (block == out.npos) return out;
  block += 2;
  const size_t end = out.ends_with("\n\n") ? out.size() - 2 : out.size();
  const std::string length = std::to_string(end > block ? end - block : 0);
  return out.replace(field + kField.size() - 1, 1, length);
}

// What the header of the next gzip member holds besides.
struct GzipFields {
  std::string extra, name, comment;
};

std::string gzip_member(std::string_view bytes, int level, const GzipFields& fields) {
  constexpr uLong kTime = 0x11111111;  // no zero byte, so that a member may be part of a name
  std::string extra = fields.extra.substr(0, UINT16_MAX);
  std::string name = fields.name, comment = fields.comment;
  gz_header head{};
  head.time = kTime;
  head.extra = extra.empty() ? nullptr : reinterpret_cast<Bytef*>(extra.data());
  head.extra_len = static_cast<uInt>(extra.size());
  head.name = name.empty() ? nullptr : reinterpret_cast<Bytef*>(name.data());
  head.comment = comment.empty() ? nullptr : reinterpret_cast<Bytef*>(comment.data());
  z_stream z{};
  deflateInit2(&z, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  deflateSetHeader(&z, &head);
  return support::deflate_all(z, bytes, extra.size() + name.size() + comment.size());
}

// Joins the members of one file.
class FileMaker {
 public:
  explicit FileMaker(Compression compression) : compression_(compression), packer_(compression) {}

  void add(std::string_view member, char how) {
    std::string content = std::move(inner_) + with_length(member);
    inner_.clear();
    if (compression_ == Compression::kNone || how == 'r') {
      out_ += content;
      return;
    }
    switch (how) {
      case 's': out_ += pack(content, true); break;
      case 'e': hide(pack(content, true)); break;
      case 'n': fields_.name = pack(content, true); break;
      case 'c': fields_.comment = pack(content, true); break;
      case 'h': inner_ = pack(content, true); break;
      case 't': out_ += half(pack(content, false)); break;
      default: out_ += pack(content, false);
    }
  }

  std::string take() { return std::move(out_); }

 private:
  static std::string half(const std::string& bytes) { return bytes.substr(0, bytes.size() / 2); }

  std::string pack(std::string_view content, bool stored) {
    if (compression_ != Compression::kGzip) {
      std::string out;
      packer_.pack(content, out);
      return out;
    }
    std::string out = gzip_member(content, stored ? 0 : 6, fields_);
    fields_ = {};
    return out;
  }

  void hide(const std::string& packed) {
    if (compression_ == Compression::kGzip) {
      fields_.extra = packed;
    } else {
      out_ += support::zstd_skippable(packed);
    }
  }

  Compression compression_;
  codec::Packer packer_;
  GzipFields fields_;
  std::string inner_, out_;
};

std::string make_file(std::string_view body, Compression compression) {
  FileMaker maker(compression);
  size_t begin = 0;
  for (std::string_view rest = body; !rest.empty();) {
    const size_t line_at = body.size() - rest.size();
    const std::string_view line = take_line(rest);
    if (!line.starts_with("---")) continue;
    maker.add(body.substr(begin, line_at - begin), line.size() > 3 ? line.back() : ' ');
    begin = body.size() - rest.size();
  }
  if (begin < body.size()) maker.add(body.substr(begin), ' ');
  return maker.take();
}

bool known_name(std::string_view name) {
  const std::string_view format = name.substr(0, name.find('.'));
  const std::string_view compression = name.substr(format.size());
  bool known = false;
  for (std::string_view one : kFormats) known |= format == one;
  return known && (compression.empty() || compression == ".gz" || compression == ".zst" ||
                   compression == ".lz4");
}

}  // namespace

FuzzInput read_input(std::string_view bytes) {
  FuzzInput out;
  std::string_view rest = bytes;
  out.choices = take_line(rest);
  std::string_view name = "jsonl";
  while (!rest.empty() && out.files.size() < kMaxFiles) {
    constexpr std::string_view kOpens = "=== ";
    if (rest.starts_with(kOpens)) name = take_line(rest).substr(kOpens.size());
    const size_t end = rest.starts_with(kOpens) ? 0 : rest.find("\n=== ");
    const std::string_view body = rest.substr(0, end == rest.npos ? end : end + (end > 0));
    rest.remove_prefix(body.size());
    if (name == "edits") {
      for (std::string_view lines = body; !lines.empty();) {
        out.edits.emplace_back(take_line(lines));
      }
      continue;
    }
    if (!known_name(name)) name = "jsonl";
    out.files.push_back({std::to_string(out.files.size()) + "." + std::string(name),
                         make_file(body, codec::compression_of_name(name))});
  }
  return out;
}

std::vector<std::string> write_files(const FuzzInput& input, const support::TempFolder& folder) {
  std::vector<std::string> paths;
  for (const InputFile& file : input.files) paths.push_back(folder.write(file.name, file.bytes));
  return paths;
}

}  // namespace doppel::fuzz
