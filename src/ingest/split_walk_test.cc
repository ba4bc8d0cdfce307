// One reader against many, over archives that were damaged, cut and stuffed with members that look
// like the file's own: the records, their places and the reasons of what was lost are the same
// wherever the splits begin.
#include "ingest/split_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "archive/member_finder.h"
#include "archive/warc_writer.h"
#include "codec/pack.h"
#include "ingest/archive_format.h"
#include "support/input_folder.h"
#include "support/packed.h"

namespace doppel::ingest {
namespace {

using support::gzip;
using support::InputFolder;

using codec::Compression;

std::string record(std::string_view block) {
  std::string out;
  archive::append_warc_record({.type = "resource", .target_uri = "http://e.org/"}, block, out);
  return out;
}

std::string packed(codec::Compression compression, std::string_view bytes) {
  std::string out;
  codec::Packer(compression).pack(bytes, out);
  return out;
}

// A gzip member whose head has the fields that RFC 1952 allows, each of which holds `inside`, as
// far as a field can: FEXTRA any bytes, FNAME and FCOMMENT none that are zero.
std::string member_with_fields(std::string_view bytes, std::string inside, unsigned fields) {
  constexpr unsigned kExtra = 4, kName = 8, kComment = 16;
  std::string out("\x1f\x8b\x08", 3);
  out.push_back(static_cast<char>(fields & (kExtra | kName | kComment)));
  out.append(6, '\0');
  if (fields & kExtra) {
    out.push_back(static_cast<char>(inside.size() & 0xff));
    out.push_back(static_cast<char>(inside.size() >> 8 & 0xff));
    out += inside;
  }
  inside.erase(std::remove(inside.begin(), inside.end(), '\0'), inside.end());
  for (unsigned field : {kName, kComment}) {
    if (fields & field) out.append(inside).push_back('\0');
  }
  std::string usual = gzip(bytes);
  return out.append(usual.substr(10));  // what follows the ten bytes of a head without fields
}

// An archive that somebody made to be read wrongly.
std::string hostile_archive(codec::Compression compression, std::mt19937& random) {
  std::string inner, out = packed(compression, record("first"));
  for (int i = 0; i < 5; ++i) inner += packed(compression, record("inner " + std::to_string(i)));
  for (int i = 0; i < 40; ++i) {
    std::string text = "record " + std::to_string(i) + " ";
    for (size_t n = random() % 60; n > 0; --n) text += std::to_string(random()) + " ";
    switch (random() % 8) {
      case 0:  // stored as it is, inside a record
        out += compression == codec::Compression::kGzip ? gzip(record(inner), 0)
                                                        : packed(compression, record(inner));
        break;
      case 1:
        if (compression == codec::Compression::kGzip)
          out += member_with_fields(record(text), inner, random());
        break;
      case 2:
        out += packed(compression, record(text)) + "something else" + inner.substr(0, 50);
        break;
      case 3: out += std::string(random() % 40, '\0'); break;
      case 4: out += packed(compression, record(text) + record("and more")); break;
      default: out += packed(compression, record(text));
    }
  }
  return out;
}

// Some bytes flipped, removed, doubled, or replaced by a member.
void damage(std::string& file, codec::Compression compression, std::mt19937& random) {
  for (size_t times = random() % 4; times > 0; --times) {
    size_t at = random() % file.size(), n = std::min<size_t>(random() % 100, file.size() - at);
    switch (random() % 4) {
      case 0: file[at] = static_cast<char>(file[at] ^ (1 << random() % 8)); break;
      case 1: file.erase(at, n); break;
      case 2: file.insert(at, file.substr(at, n)); break;
      default: file.insert(at, packed(compression, record("put in")));
    }
  }
}

// Every record as a line: ordinal, place, URL, what it holds, why it was rejected.
struct Reading {
  explicit Reading(const Input& from) : input(from) {}

  // Gives where the split has ended.
  Position read(const Split& split) {
    ReadOptions options;
    options.max_record_bytes = 5000;
    auto reader = open_reader(input, split, options);
    EXPECT_TRUE(reader.has_value());
    RecordBatch batch;
    while (*(*reader)->next(batch, {3, 1000})) {
      for (const Record& r : batch.records()) {
        lines.push_back(std::to_string(lines.size()) + " " + std::to_string(r.at.offset) + "+" +
                        std::to_string(r.at.length) + " " + std::string(r.payload) + " " +
                        std::string(name(r.reject)) + " " + std::string(r.detail));
      }
    }
    return (*reader)->position();
  }

  const Input& input;
  std::vector<std::string> lines;
};

// Counts the splits that were guessed wrong.
std::vector<std::string> read_joined(const Input& input, std::span<const Split> splits,
                                     size_t& wrong) {
  Reading out(input);
  SplitWalk walk(splits);
  for (size_t i = 0; i < splits.size(); ++i) {
    if (walk.is_void(i)) {
      ++wrong;
    } else {
      walk.ended(i, out.read(splits[i]));
    }
  }
  return out.lines;
}

std::vector<Split> splits_at(std::vector<uint64_t> places) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::erase(places, 0u);
  auto guessed_points = std::make_shared<const std::vector<uint64_t>>(places);
  std::vector<Split> out = {{.guessed_points = guessed_points}};
  for (uint64_t place : *guessed_points)
    out.push_back({.begin = place, .guessed_points = guessed_points});
  return out;
}

// Wherever something that looks like a member begins, and some places where nothing does.
std::vector<uint64_t> bad_guesses(const std::string& file, codec::Compression compression,
                                  std::mt19937& random) {
  std::vector<uint64_t> out;
  archive::MemberFinder finder(compression, archive::Format::kWarc);
  io::MemoryBytes bytes(file);
  for (size_t at = 0; (at = finder.find_member(bytes, at)) < file.size(); ++at) {
    if (random() % 3 != 0) out.push_back(at);
  }
  for (int i = 0; i < 5; ++i) out.push_back(random() % file.size());
  return out;
}

TEST(SplitWalk, the_records_are_those_of_one_reader_wherever_splits_begin) {
  InputFolder folder;
  std::mt19937 random(17);
  size_t records = 0, lost = 0, wrong = 0;
  for (codec::Compression compression :
       {codec::Compression::kGzip, codec::Compression::kZstd, codec::Compression::kLz4}) {
    for (int round = 0; round < 150; ++round) {
      std::string file = hostile_archive(compression, random);
      if (round % 3 != 0) damage(file, compression, random);
      Input input = folder.input("a.warc.gz", file);
      Reading whole(input);
      whole.read({});
      records += whole.lines.size();
      lost += static_cast<size_t>(
          std::count_if(whole.lines.begin(), whole.lines.end(),
                        [](const std::string& l) { return l.find(" none ") == l.npos; }));
      auto archive = open_archive(input);
      ASSERT_TRUE(archive.has_value());
      const bool in_members = *archive && (*archive)->shape.in_members;
      std::vector<Split> guessed = splits_at({});
      if (in_members) guessed = splits_at(bad_guesses(file, compression, random));
      ASSERT_EQ(read_joined(input, guessed, wrong), whole.lines) << round;
      auto planned = plan_splits(std::span(&input, 1), {100});
      ASSERT_TRUE(planned.has_value());
      ASSERT_EQ(read_joined(input, *planned, wrong), whole.lines) << round;
    }
  }
  EXPECT_GT(records, 10'000u);
  EXPECT_GT(lost, 500u);
  EXPECT_GT(wrong, 500u);  // or the guesses were too good to show anything
}

}  // namespace
}  // namespace doppel::ingest
