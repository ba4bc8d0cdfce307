#include <charconv>
#include <cstdio>
#include <iostream>

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
  std::optional<std::string> words;
  std::string exact = "1/5", near = "1/5", templated = "1/20", boilerplate = "1/10";
};

Status read_number(const char* flag, const std::string& text, auto& out) {
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, out);
  if (error == std::errc() && rest == end) return {};
  return invalid_argument(std::string(flag) + " is not a whole number: \"" + text + "\"");
}

Status read_share(const char* flag, const std::string& text, Ratio& out) {
  auto ratio = Ratio::parse(text);
  if (!ratio) return invalid_argument(std::string(flag) + " is " + ratio.error().message());
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
        read_share("--boilerplate", flags.boilerplate, options.boilerplate)}) {
    if (!status.ok()) return status;
  }
  if (flags.words) {
    if (Status s = read_number("--words", *flags.words, options.words); !s.ok()) return s;
    if (options.words == 0) return invalid_argument("--words must be at least 20, is 0");
  }
  if (Status status = options.check(); !status.ok()) return status;
  return options;
}

// Told by the name, since nothing is in the file yet.
generate::Format format_by_name(std::string_view path) {
  return {codec::without_suffix(path).ends_with(".warc"), codec::compression_of_name(path)};
}

// A file that is there when it is whole: until finish() it is removed again.
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

  std::string path_;  // to remove; empty when it stays
  codec::OutputFile file_;
};

Status write_to_stdout(std::string_view bytes) {
  if (std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return {};
  return io_error("standard output: cannot be written");
}

Status write_all(const generate::Crawl& crawl, const Flags& flags) {
  std::optional<Target> pages, truth;
  generate::Sink page_sink = write_to_stdout, truth_sink;
  generate::Format format;
  if (flags.out) {
    format = format_by_name(*flags.out);
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
  Status status = write_all(generate::Crawl(*options), flags);
  if (!std::cout) return kFailed;  // told where every verb's output is looked at
  return status.ok() ? int{kDone} : report(status);
}

void add_options(CLI::App& app, Flags& flags) {
  auto option = [&](const char* name, auto& value, const char* what, const char* type,
                    const char* group) {
    app.add_option(name, value, what)->type_name(type)->group(group);
  };
  option("--pages", flags.pages, "of the first round (1000)", "N", "pages");
  option("--words", flags.words, "in each, 20 or more; else 20 to 1686, as on the web", "N",
         "pages");
  option("--exact", flags.exact, "share of copies with the same words (1/5)", "R", "pages");
  option("--near", flags.near, "share of copies with some words changed (1/5)", "R", "pages");
  option("--template", flags.templated, "share of pages made from a template (1/20)", "R", "pages");
  option("--templates", flags.templates, "number of templates (16)", "N", "pages");
  option("--boilerplate", flags.boilerplate, "share of originals with a common paragraph (1/10)",
         "R", "pages");
  option("--rounds", flags.rounds, "the crawl goes on: later versions of its pages (1)", "N",
         "pages");
  option("--seed", flags.seed, "equal seeds give equal crawls (1)", "N", "pages");
  option("-o,--out", flags.out, "pages as JSONL, or WARC; its name decides: x.warc.gz", "FILE",
         "output");
  option("--truth", flags.truth, "which page was made from which, and how", "FILE", "output");
}

}  // namespace

std::unique_ptr<Verb> gen_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "gen", "[options]", "a synthetic crawl with a known answer",
      "Writes pages, the same for the same seed, in constant memory. What --truth says\n"
      "comes from the edits that were made; docs/guide/gen.md tells what every field means.",
      "doppel gen --pages 1000000 --seed 7 --out crawl.jsonl.zst --truth truth.tsv");
  auto flags = std::make_shared<Flags>();
  add_options(verb->app(), *flags);
  verb->run = [flags] { return run_gen(*flags); };
  return verb;
}

}  // namespace doppel::cli
