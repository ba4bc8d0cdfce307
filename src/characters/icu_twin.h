// What ICU says, for tests: the table-driven folding and properties are held against it, where its
// Unicode version is that of the tables.
#pragma once

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uversion.h>

#include <string>
#include <string_view>

#include "characters/unicode_tables.h"

namespace doppel::characters {

inline std::string unicode_version_of_icu() {
  UVersionInfo version;
  u_getUnicodeVersion(version);
  return std::to_string(version[0]) + "." + std::to_string(version[1]);
}

// In a fixture: the tests of a machine with another ICU are skipped, and say so.
class AgainstIcu : public testing::Test {
 protected:
  void SetUp() override {
    if (unicode_version_of_icu() != kUnicodeVersion) {
      GTEST_SKIP() << "skipped: ICU has Unicode " << unicode_version_of_icu()
                   << ", the tables have " << kUnicodeVersion;
    }
  }
};

inline const icu::Normalizer2& icu_nfkc() {
  UErrorCode error = U_ZERO_ERROR;
  return *icu::Normalizer2::getNFKCInstance(error);
}

inline icu::UnicodeString to_icu(std::u32string_view points) {
  return icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(points.data()),
                                       static_cast<int32_t>(points.size()));
}

inline std::u32string from_icu(const icu::UnicodeString& text) {
  std::u32string out;
  for (int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    out.push_back(static_cast<char32_t>(text.char32At(i)));
  }
  return out;
}

// The definition of docs/design/text.md, by ICU.
inline std::string icu_fold(std::u32string_view run) {
  UErrorCode error = U_ZERO_ERROR;
  icu::UnicodeString now = to_icu(run);
  while (true) {
    icu::UnicodeString next = icu_nfkc().normalize(now, error);
    next = icu_nfkc().normalize(next.foldCase(), error);
    EXPECT_TRUE(U_SUCCESS(error));
    if (next == now) break;
    now = next;
  }
  std::string out;
  return now.toUTF8String(out);
}

}  // namespace doppel::characters
