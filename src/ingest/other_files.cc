// How each kind is recognised:
//
//   magic bytes  Parquet "PAR1", zip "PK", PDF "%PDF-", xz, bzip2, 7-Zip, "ustar" of tar
//   UTF-16       a byte order mark, or a brace with a zero byte on one side
//   CDX          " CDX " and the letters of its fields, or a first line of 9 or 11 fields of which
//                the second is a date
//   CDXJ         a first line of a key, a date and a JSON object
//   JSON array   a bracket, and after it an object or the end of the line. An array that ends on
//                its line, or a bracket alone, is one dirty record if lines of objects follow it.
//
// Tested by other_files_test.cc.
#include "ingest/other_files.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "codec/compression.h"

namespace doppel::ingest {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes, kind, what, advice;
};

constexpr std::string_view kUnpack = "unpack it and give the files that are in it";

constexpr Magic kMagics[] = {
    {"PAR1"sv, "Parquet", "this is a Parquet file, which doppel cannot read yet",
     "convert it to JSONL first"},
    {"%PDF-"sv, "PDF", "this is a PDF document, not a file of records",
     "extract its text first and write it as JSONL or as a .txt file"},
    {"\xFD"
     "7zXZ\0"sv,
     "xz", "this file is packed with xz", "unpack it, or pack it with gzip, zstd or lz4"},
    {"BZh"sv, "bzip2", "this file is packed with bzip2",
     "unpack it, or pack it with gzip, zstd or lz4"},
    {"7z\xBC\xAF\x27\x1C"sv, "7-Zip", "this is a 7-Zip archive", kUnpack},
};

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// The first line, without its end; empty if it is longer than `bytes`.
std::string_view first_line(std::string_view bytes) {
  const size_t newline = bytes.find('\n');
  if (newline == bytes.npos && bytes.size() >= kOtherLookBytes) return {};
  std::string_view line = bytes.substr(0, newline);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::vector<std::string_view> fields_of(std::string_view line, size_t most) {
  std::vector<std::string_view> out;
  while (!line.empty() && out.size() < most) {
    const size_t space = std::min(line.find(' '), line.size());
    out.push_back(line.substr(0, space));
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  return out;
}

std::optional<OtherFile> tar_file(std::string_view bytes) {
  constexpr size_t kMagicAt = 257;
  if (bytes.size() < kMagicAt || !bytes.substr(kMagicAt).starts_with("ustar")) return {};
  return OtherFile{"tar", "this is a tar archive", std::string(kUnpack)};
}

std::optional<OtherFile> zip_file(std::string_view bytes) {
  if (!bytes.starts_with("PK\x03\x04"sv) && !bytes.starts_with("PK\x05\x06"sv)) return {};
  // The names of the first files in the zip are not compressed.
  const bool wacz = bytes.find("datapackage.json") != bytes.npos ||
                    (bytes.find("archive/") != bytes.npos && bytes.find(".warc") != bytes.npos);
  if (!wacz) {
    return OtherFile{"zip", "this is a zip file", std::string(kUnpack)};
  }
  return OtherFile{"WACZ", "this is a WACZ file, a zip of web archives",
                   "unzip it and give the .warc.gz files in its folder archive"};
}

std::optional<OtherFile> utf16_text(std::string_view bytes) {
  const bool mark = bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv);
  const bool bare = bytes.starts_with("{\0"sv) || bytes.starts_with("\0{"sv) ||
                    bytes.starts_with("[\0"sv) || bytes.starts_with("\0["sv);
  if (!mark && !bare) return {};
  return OtherFile{"UTF-16", "this is text in UTF-16, and records must be UTF-8",
                   "convert it, for example with: iconv -f UTF-16 -t UTF-8"};
}

std::optional<OtherFile> index_of_archives(std::string_view bytes) {
  const std::string_view line = first_line(bytes);
  const std::string advice = "it only names pages; give the archives that it lists";
  if (line.starts_with(" CDX ")) {
    const size_t letters = fields_of(line.substr(5), 64).size();
    return OtherFile{"CDX", "this is a CDX index with " + std::to_string(letters) + " fields",
                     advice};
  }
  const auto fields = fields_of(line, 12);
  constexpr size_t kDateDigits = 14;
  const bool dated = fields.size() >= 3 && fields[1].size() == kDateDigits &&
                     is_digits(fields[1]) && !fields[0].starts_with('{');
  if (!dated) return {};
  if (fields[2].starts_with('{')) return OtherFile{"CDXJ", "this is a CDXJ index", advice};
  if (fields.size() != 9 && fields.size() != 11) return {};
  return OtherFile{"CDX", "this is a CDX index with " + std::to_string(fields.size()) + " fields",
                   advice};
}

// Are there two lines, each of them an object, with no comma between them? Then the bracket before
// them is one dirty line.
bool holds_lines(std::string_view bytes) {
  const size_t newline = bytes.find('\n');
  if (newline == bytes.npos) return false;
  const std::string_view line = trim(bytes.substr(0, newline));
  return line.starts_with('{') && line.ends_with('}') &&
         trim(bytes.substr(newline)).starts_with('{');
}

std::optional<OtherFile> json_array(std::string_view bytes) {
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  if (!bytes.starts_with('[')) return {};
  const size_t newline = bytes.find('\n');
  const std::string_view line = trim(bytes.substr(0, newline));
  const std::string_view inside = trim(line.substr(1));
  if (!inside.empty() && !inside.starts_with('{')) return {};
  const std::string_view rest = newline == bytes.npos ? "" : trim(bytes.substr(newline));
  if (line.ends_with(']') && !rest.empty()) return {};
  if (inside.empty() && holds_lines(rest)) return {};
  return OtherFile{"JSON array", "this is a JSON array, and doppel needs one record per line",
                   "convert it, for example with: jq -c '.[]'"};
}

// Kinds of files by name, for files whose content is not read.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kNames = {{
    {".parquet", "Parquet"},
    {".pdf", "PDF"},
    {".wacz", "WACZ"},
    {".zip", "zip"},
    {".cdx", "CDX"},
    {".cdxj", "CDXJ"},
    {".7z", "7-Zip"},
    {".xz", "xz"},
    {".bz2", "bzip2"},
    {".tar", "tar"},
}};

}  // namespace

std::optional<OtherFile> other_file(std::string_view beginning) {
  for (const Magic& magic : kMagics) {
    if (beginning.starts_with(magic.bytes)) {
      return OtherFile{magic.kind, std::string(magic.what), std::string(magic.advice)};
    }
  }
  for (auto* looks : {&zip_file, &tar_file, &utf16_text, &index_of_archives, &json_array}) {
    if (auto other = looks(beginning)) return other;
  }
  return std::nullopt;
}

std::string kind_of_name(std::string_view path) {
  const std::string_view name = codec::without_suffix(path.substr(path.find_last_of('/') + 1));
  for (const auto& [suffix, kind] : kNames) {
    if (name.size() > suffix.size() &&
        equal_ignoring_case(name.substr(name.size() - suffix.size()), suffix)) {
      return std::string(kind);
    }
  }
  const size_t dot = name.find_last_of('.');
  constexpr size_t kLongestSuffix = 8;
  if (dot == name.npos || dot == 0 || name.size() - dot > kLongestSuffix) return "other";
  std::string out(name.substr(dot));
  for (char& c : out) {
    c = ascii_lower(c);
    if (c != '.' && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) return "other";
  }
  return out;
}

}  // namespace doppel::ingest
