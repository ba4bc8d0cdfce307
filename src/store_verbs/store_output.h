// How the verbs of a store print proofs, times and verdicts, as text and as JSON.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "doppel/store.h"
#include "json/json_writer.h"

namespace doppel::cli {

// "near, 96 common, 7 left only, 0 right only (0.932038)", with the view where it is the full text;
// "words" and "bytes" alone.
std::string proof_text(Level level, const Similarity& similarity, View view);
// "level", "view" and "similarity" of an open object.
void write_proof(json::JsonWriter& json, Level level, const Similarity& similarity, View view);
// "last_seen", "age_seconds" and "recheck_due" of an open object.
void write_age(json::JsonWriter& json, const PageAge& seen);
// A page as an object of its own.
void write_similar(json::JsonWriter& json, const SimilarPage& page);
// "2026-11-16T02:00:00Z"; "unknown" for a time that no date has.
std::string time_text(int64_t ms);
// "3 d 4 h", "12 min", "5 s".
std::string age_text(int64_t ms);
// Milliseconds since 1970, by the machine's clock.
int64_t now_ms();

// The content of a file of markets.
Result<std::string> read_markets(const std::string& path);

// The argument STORE of a verb that does not create the store.
void add_store_argument(CLI::App& app, std::string& store);
// The flag --market, the same for every verb that has it.
void add_market_flag(CLI::App& app, std::string& market);

}  // namespace doppel::cli
