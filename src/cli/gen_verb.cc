#include <charconv>
#include <cstdio>
#include <iostream>

#include "cli/help.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "codec/output_file.h"
#include "generate/write_crawl.h"

namespace doppel::cli {
namespace {

using generate::CrawlOptions;

struct Flags {
  std::optional<std::string> out, truth;
  std::string pages = "1000", seed = "1", templates = "16", rounds = "1";
  std::optional<std::string> words, only_round;
  std::string exact = "1/5", near = "1/5", templated = "1/20", boilerplate = "1/10";
  std::string fetched = "1/2", changed = "3/5", redirected = "0", dead = "0", fresh = "0";
};

Status read_number(const char* flag, const std::string& text, auto& out) {
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, out);
  if (error == std::errc() && rest == end) return {};
  return invalid_argument(std::string(flag) + " must be a whole number (got \"" + text + "\")");
}

Status read_share(const char* flag, const std::string& text, Ratio& out) {
  auto ratio = Ratio::parse(text);
  if (!ratio) return invalid_argument(std::string(flag) + " " + ratio.error().message());
  out = *ratio;
  return {};
}

Result<CrawlOptions> options_of(const Flags& flags) {
  CrawlOptions options;
  for (const Status& status :
       {read_number("--pages", flags.pages, options.pages),
        read_number("--seed", flags.seed, options.seed),
        read_number("--templates", flags.templates, options.templates),
        read_number("--rounds", flags.rounds, options.rounds),
        read_share("--exact", flags.exact, options.exact),
        read_share("--near", flags.near, options.near),
        read_share("--template", flags.templated, options.templated),
        read_share("--boilerplate", flags.boilerplate, options.boilerplate),
        read_share("--fetched", flags.fetched, options.recrawl.fetched),
        read_share("--changed", flags.changed, options.recrawl.changed),
        read_share("--redirected", flags.redirected, options.recrawl.redirected),
        read_share("--dead", flags.dead, options.recrawl.dead),
        read_share("--new", flags.fresh, options.recrawl.fresh)}) {
    if (!status.ok()) return status;
  }
  if (flags.words) {
    if (Status s = read_number("--words", *flags.words, options.words); !s.ok()) return s;
    if (options.words == 0) return invalid_argument("--words must be at least 20 (got 0)");
  }
  if (Status status = options.check(); !status.ok()) return status;
  return options;
}

// By the name, since the file is still empty.
void set_format_by_name(std::string_view path, generate::Format& format) {
  format.warc = codec::without_suffix(path).ends_with(".warc");
  format.compression = codec::compression_of_name(path);
}

Result<std::optional<uint32_t>> only_round_of(const Flags& flags, const CrawlOptions& options) {
  if (!flags.only_round) return std::optional<uint32_t>();
  uint32_t round = 0;
  if (Status s = read_number("--only-round", *flags.only_round, round); !s.ok()) return s;
  if (round < options.rounds) return std::optional(round);
  return invalid_argument("--only-round must be less than --rounds, " +
                          std::to_string(options.rounds) + " (got " + *flags.only_round + ")");
}

// A file that is removed again unless finish() was called, so that only complete files remain.
class Target {
 public:
  static Result<Target> create(const std::string& path, codec::Compression compression) {
    auto file = codec::OutputFile::create(path, compression);
    if (!file) return file.error();
    return Target(path, *std::move(file));
  }
  Target(Target&& other) noexcept
      : path_(std::exchange(other.path_, {})), file_(std::move(other.file_)) {}
  ~Target() {
    if (!path_.empty()) std::remove(path_.c_str());
  }

  Status write(std::string_view bytes) { return file_.write(bytes); }
  Status finish() {
    Status status = file_.finish();
    if (status.ok()) path_.clear();
    return status;
  }

 private:
  Target(std::string path, codec::OutputFile file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;  // to remove; empty after finish()
  codec::OutputFile file_;
};

Status write_to_stdout(std::string_view bytes) {
  if (std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return {};
  return io_error("cannot write to standard output");
}

Status write_all(const generate::Crawl& crawl, std::optional<uint32_t> only_round,
                 const Flags& flags) {
  std::optional<Target> pages, truth;
  generate::Sink page_sink = write_to_stdout, truth_sink;
  generate::Format format{.only_round = only_round};
  if (flags.out) {
    set_format_by_name(*flags.out, format);
    auto target = Target::create(*flags.out, format.warc ? codec::Compression::kNone
                                                         : codec::compression_of_name(*flags.out));
    if (!target) return target.error();
    page_sink = [&](std::string_view bytes) { return pages->write(bytes); };
    pages.emplace(*std::move(target));
  }
  if (flags.truth) {
    auto target = Target::create(*flags.truth, codec::compression_of_name(*flags.truth));
    if (!target) return target.error();
    truth_sink = [&](std::string_view bytes) { return truth->write(bytes); };
    truth.emplace(*std::move(target));
  }
  ProgressLine progress;
  if (Status s = write_crawl(crawl, format, page_sink, truth_sink, progress.fn()); !s.ok())
    return s;
  if (Status s = pages ? pages->finish() : Status(); !s.ok()) return s;
  return truth ? truth->finish() : Status();
}

int run_gen(const Flags& flags) {
  auto options = options_of(flags);
  if (!options) return report(options.error());
  auto only_round = only_round_of(flags, *options);
  if (!only_round) return report(only_round.error());
  Status status = write_all(generate::Crawl(*options), *only_round, flags);
  if (!std::cout) return kFailed;  // run_program() reports it
  return status.ok() ? int{kDone} : report(status);
}

void add_options(CLI::App& app, Flags& flags) {
  auto option = [&](const char* name, auto& value, const char* what, const char* type,
                    const char* group) {
    app.add_option(name, value, what)->type_name(type)->group(group);
  };
  option("--pages", flags.pages, "pages in the first round (default 1000)", "N", "pages");
  option("--words", flags.words,
         "words in each page, 20 or more (default: 20 to 1686, as on the web)", "N", "pages");
  option("--exact", flags.exact, "share of pages that copy another word for word (default 1/5)",
         "R", "pages");
  option("--near", flags.near,
         "share of pages that copy another with some words changed (default 1/5)", "R", "pages");
  option("--template", flags.templated, "share of pages made from a template (default 1/20)", "R",
         "pages");
  option("--templates", flags.templates, "number of templates (default 16)", "N", kMore);
  option("--boilerplate", flags.boilerplate,
         "share of originals with a common paragraph (default 1/10)", "R", "pages");
  option("--rounds", flags.rounds,
         "rounds of the crawl; later ones have new versions of pages (default 1)", "N", "pages");
  option("--fetched", flags.fetched,
         "size of each later round, as a share of --pages (default 1/2)", "R", "pages");
  option("--changed", flags.changed, "share of a later round: pages with a new text (default 3/5)",
         "R", "pages");
  option("--redirected", flags.redirected,
         "share of a later round: pages that redirect to another (default 0)", "R", "pages");
  option("--dead", flags.dead, "share of a later round: pages that answer 404 or 410 (default 0)",
         "R", "pages");
  option("--new", flags.fresh, "share of a later round: pages never seen before (default 0)", "R",
         "pages");
  option("--only-round", flags.only_round, "write only this round; the first is 0", "N", kMore);
  option("--seed", flags.seed, "seed of the random numbers (default 1)", "N", "pages");
  option("-o,--out", flags.out,
         "where to write the pages; the name chooses JSONL or WARC: x.warc.gz", "FILE", "output");
  option("--truth", flags.truth, "where to write which page was made from which, and how", "FILE",
         "output");
}

}  // namespace

std::unique_ptr<Verb> gen_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "gen", "[options]", "generate a synthetic crawl with a known answer",
      "Writes pages in constant memory; the same seed gives the same pages. --truth records which\n"
      "edits made each page; docs/guide/gen.md explains every field.",
      "doppel gen --pages 1000000 --seed 7 --out crawl.jsonl.zst --truth truth.tsv");
  auto flags = std::make_shared<Flags>();
  add_options(verb->app(), *flags);
  verb->run = [flags] { return run_gen(*flags); };
  return verb;
}

}  // namespace doppel::cli
