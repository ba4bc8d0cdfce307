// How the verbs of a store print a staged crawl, and what was rejected.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "doppel/store.h"
#include "json/json_writer.h"

namespace doppel::cli {

// One line: "collection monday: staged, 20 updates of 19 pages, 7.0 kB, seen ... to ...".
std::string collection_text(const Collection& collection);
// "collection", "state" and the other fields of an open object.
void write_collection(json::JsonWriter& json, const Collection& collection);

// "rejected: older_version 1, bad_url 2" and a line end; "" if nothing was rejected.
std::string rejected_text(const std::map<std::string, uint64_t>& rejected);
// "rejected" of an open object.
void write_rejected(json::JsonWriter& json, const std::map<std::string, uint64_t>& rejected);

}  // namespace doppel::cli
