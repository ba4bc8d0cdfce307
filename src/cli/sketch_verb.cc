#include <iostream>

#include "cli/program.h"
#include "cli/read_text.h"
#include "json/json_writer.h"
#include "sketch/chunks.h"
#include "sketch/reductions.h"

namespace doppel::cli {
namespace {

struct Flags {
  std::string file, kind = "signature", chunker = "gear", unit = "word";
  std::optional<uint64_t> size;
  std::optional<uint32_t> k;
  uint64_t seed = 0;
  ViewFlag view;
  bool bloom = false, json = false;
};

// One sketch as it is printed: its name and its numbers in hexadecimal.
struct Shown {
  std::string name;
  std::vector<std::string> values;
};

std::string hex(uint64_t value, int digits) {
  std::string out(static_cast<size_t>(digits), '0');
  for (auto it = out.rbegin(); it != out.rend(); ++it, value >>= 4) {
    *it = "0123456789abcdef"[value & 15];
  }
  return out;
}

template <typename T>
Shown shown(const char* name, const std::vector<T>& values) {
  Shown out{name, {}};
  for (T value : values) out.values.push_back(hex(value, sizeof(T) * 2));
  return out;
}

std::string bytes_hex(std::string_view bytes) {
  std::string out;
  for (char c : bytes) out += hex(static_cast<uint8_t>(c), 2);
  return out;
}

Shown shown_simhash(const Signature& s) {
  const std::string upper = s.rules.simhash_bits == 128 ? hex(s.simhash_high, 16) : "";
  return {"simhash", {upper + hex(s.simhash_low, 16)}};
}

// Sets the rules of the one sketch that was asked for.
Status choose_sketch(const Flags& flags, SignatureRules& rules) {
  if (flags.size && *flags.size == 0) return invalid_argument("--size must be at least 1 (got 0)");
  // A size above 32 bits is too large for every kind; check() reports it.
  auto size = [&](uint32_t usual) {
    return static_cast<uint32_t>(std::min<uint64_t>(flags.size.value_or(usual), ~uint32_t{0}));
  };
  rules.bins = rules.simhash_bits = 0;
  if (flags.kind == "minhash") {
    rules.bins = size(128);
  } else if (flags.kind == "bbit") {
    rules.bins = 128;
    rules.bbit = size(8);
  } else if (flags.kind == "classic") {
    rules.permutations = size(128);
  } else if (flags.kind == "bottom") {
    rules.bottom = size(128);
  } else if (flags.kind == "modn") {
    rules.mod = flags.size.value_or(16);
  } else if (flags.kind == "simhash") {
    rules.simhash_bits = size(64);
  } else if (flags.kind == "bloom") {
    rules.bloom_bits = size(2048);
  } else if (flags.kind == "chunks") {
    rules.chunk_bytes = size(256);
  } else {
    return invalid_argument(
        "unknown kind \"" + flags.kind +
        "\": use signature, record, minhash, bbit, classic, bottom, modn, super_shingles, simhash, "
        "bloom or chunks");
  }
  return rules.check();
}

Status fill_rules(const Flags& flags, SignatureRules& rules) {
  if (flags.k) rules.text.k = rules.simhash_k = *flags.k;
  rules.seed = flags.seed;
  if (flags.unit == "char") {
    rules.text.unit = Unit::kChar;
  } else if (flags.unit != "word") {
    return invalid_argument("unknown unit \"" + flags.unit + "\": use word or char");
  }
  if (flags.chunker == "rabin") {
    rules.chunker = Chunker::kRabin;
    rules.chunk_hash = ChunkHash::kSha1;
  } else if (flags.chunker != "gear") {
    return invalid_argument("unknown chunker \"" + flags.chunker + "\": use gear or rabin");
  }
  for (const char* whole : {"signature", "record", "super_shingles"}) {
    if (flags.kind != whole) continue;
    if (flags.size) return invalid_argument("--size cannot be combined with --kind " + flags.kind);
    return rules.check();
  }
  return choose_sketch(flags, rules);
}

// The chunks of the words joined by single spaces, as they enter a Bloom filter.
Shown shown_chunks(std::string_view text, const SignatureRules& rules) {
  std::string words;
  for (const std::string& word : tokens(text)) words += (words.empty() ? "" : " ") + word;
  const sketch::ChunkRules chunks{.chunker = rules.chunker, .expected_bytes = rules.chunk_bytes};
  Shown out{"chunks", {}};
  for (const Hash128& id :
       sketch::chunk_ids(words, chunks, static_cast<sketch::ChunkIdKind>(rules.chunk_hash))) {
    out.values.push_back(hex(id.high, 16) + hex(id.low, 16));
  }
  return out;
}

std::vector<Shown> shown_sketches(const Flags& flags, const SignatureRules& rules,
                                  std::string_view text, const Signature& s) {
  std::vector<Shown> out;
  if (flags.kind == "record") return {{"record", {bytes_hex(encode(s))}}};
  if (flags.kind == "chunks") return {shown_chunks(text, rules)};
  if (flags.kind == "super_shingles") {
    constexpr size_t kGroups = 6, kRows = 14;  // Fetterly's
    return {shown("super_shingles", sketch::super_shingles(s.minhash, kGroups, kRows))};
  }
  if (s.rules.bbit > 0) return {shown("bbit", s.bbit)};
  if (s.rules.bins > 0) out.push_back(shown("minhash", s.minhash));
  if (s.rules.permutations > 0) out.push_back(shown("classic", s.classic));
  if (s.rules.bottom > 0) out.push_back(shown("bottom", s.bottom));
  if (s.rules.mod > 0) out.push_back(shown("modn", s.mod));
  if (s.rules.simhash_bits > 0) out.push_back(shown_simhash(s));
  if (s.rules.bloom_bits > 0) out.push_back(shown("bloom", s.bloom));
  return out;
}

void print_json(const Signature& s, const std::vector<Shown>& sketches) {
  json::JsonWriter json;
  json.begin_object();
  json.key("words").number(s.tokens);
  json.key("windows").number(s.windows);
  json.key("words_hash").string(hex(s.words_hash_high, 16) + hex(s.words_hash_low, 16));
  for (const Shown& sketch : sketches) {
    json.key_of(sketch.name).begin_array();
    for (const std::string& value : sketch.values) json.string(value);
    json.end_array();
  }
  json.end_object();
  std::cout << json.take_line();
}

void print_signature(const Signature& s, const std::vector<Shown>& sketches) {
  constexpr size_t kValuesInLine = 8;
  std::cout << "words          " << s.tokens << "\n"
            << "windows        " << s.windows << "\n"
            << "words hash     " << hex(s.words_hash_high, 16) << hex(s.words_hash_low, 16) << "\n";
  for (const Shown& sketch : sketches) {
    std::string name = sketch.name;
    name.resize(15, ' ');
    for (size_t i = 0; i < sketch.values.size(); ++i) {
      if (i % kValuesInLine == 0) std::cout << (i == 0 ? name : std::string(15, ' '));
      std::cout << sketch.values[i]
                << (i % kValuesInLine == kValuesInLine - 1 || i + 1 == sketch.values.size() ? "\n"
                                                                                            : " ");
    }
  }
}

// Prints the filter that `doppel refine` reads in place of a text.
int print_filter(const Flags& flags) {
  if (flags.kind != "signature")
    return report(invalid_argument("--bloom cannot be combined with --kind"));
  FilterRules rules;
  if (flags.size) rules.bits = static_cast<uint32_t>(std::min<uint64_t>(*flags.size, ~uint32_t{0}));
  if (Status status = rules.check(); !status.ok()) return report(status);
  auto view = flags.view.view();
  if (!view) return report(view.error());
  auto file = read_text(flags.file, *view);
  if (!file) return report(file.error());
  const std::string filter = filter_text(text_filter(file->text, rules));
  if (flags.json) {
    std::cout
        << json::JsonWriter().begin_object().key("filter").string(filter).end_object().take_line();
  } else {
    std::cout << filter << "\n";
  }
  return kDone;
}

int run_sketch(const Flags& flags) {
  if (flags.bloom) return print_filter(flags);
  SignatureRules rules;
  if (Status status = fill_rules(flags, rules); !status.ok()) return report(status);
  auto view = flags.view.view();
  if (!view) return report(view.error());
  auto file = read_text(flags.file, *view);
  if (!file) return report(file.error());
  auto signature = sign(file->text, rules);
  if (!signature) return report(signature.error());
  const auto sketches = shown_sketches(flags, rules, file->text, *signature);
  if (flags.json) {
    print_json(*signature, sketches);
  } else if (flags.kind == "signature") {
    print_signature(*signature, sketches);
  } else {
    for (const Shown& sketch : sketches) {
      for (const std::string& value : sketch.values) std::cout << value << "\n";
    }
  }
  return kDone;
}

}  // namespace

std::unique_ptr<Verb> sketch_verb(CLI::App& program) {
  auto verb = std::make_unique<Verb>(
      program, "sketch", "FILE [options]", "print the sketches of a text",
      "Prints the signature of a text, or with --kind one sketch with one hexadecimal number per\n"
      "line. Equal texts have equal sketches; docs/design/sketches.md defines them.",
      "doppel sketch page.txt --kind bottom --size 64");
  auto flags = std::make_shared<Flags>();
  CLI::App& app = verb->app();
  app.add_option("FILE", flags->file, "a text or HTML file, or - for standard input")
      ->type_name("FILE")
      ->required()
      ->group("input");
  app.add_option("--kind", flags->kind,
                 "minhash, bbit, classic, bottom, modn, super_shingles, simhash, bloom,\n"
                 "                      chunks, record or signature (default)")
      ->type_name("NAME")
      ->group("rules");
  app.add_option("--size", flags->size,
                 "size of the sketch: slots, m, n, bits or bytes, depending on the kind")
      ->type_name("N")
      ->group("rules");
  app.add_option("--k", flags->k,
                 "words or characters in a shingle, 1 to 64 (default 5; simhash 3)")
      ->type_name("N")
      ->group("rules");
  app.add_option("--unit", flags->unit, "word (default) or char")
      ->type_name("UNIT")
      ->group("rules");
  app.add_option("--chunker", flags->chunker, "gear (default), or rabin with SHA-1 as in the paper")
      ->type_name("NAME")
      ->group("rules");
  flags->view.add(app);
  app.add_option("--seed", flags->seed, "seed of the permutation (default 0, the public one)")
      ->type_name("N")
      ->group("rules");
  app.add_flag("--bloom", flags->bloom, "print a filter for refine instead, in base64")
      ->group("output");
  app.add_flag("--json", flags->json, "print one JSON object")->group("output");
  verb->run = [flags] { return run_sketch(*flags); };
  return verb;
}

}  // namespace doppel::cli
