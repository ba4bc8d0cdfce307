#include "corpus/page_words_reader.h"

#include <algorithm>

#include "archive/digest.h"
#include "base/keyed_hash.h"
#include "group/canonical_names.h"
#include "texts/text_views.h"

namespace doppel::corpus {
namespace {

// The SHA-256 of the bytes as a text without tokens: each four bits become a punctuation character,
// which is neither a letter nor a mark nor a number. It is not stored in any file; `check` makes it
// in the same way.
std::string_view digest_text(std::string_view bytes, Arena& arena) {
  constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:";
  std::string digest = archive::sha256(bytes);
  char* out = arena.allocate(2 * digest.size());
  for (size_t i = 0; i < digest.size(); ++i) {
    out[2 * i] = kPunctuation[static_cast<uint8_t>(digest[i]) >> 4];
    out[2 * i + 1] = kPunctuation[static_cast<uint8_t>(digest[i]) & 15];
  }
  return {out, 2 * digest.size()};
}

std::string_view payload_digest_text(const Record& record, Arena& arena) {
  if (record.redirect_to.empty()) {
    return digest_text(record.payload.empty() ? record.bytes : record.payload, arena);
  }
  std::string target(record.redirect_to);
  return digest_text(target.append("\n").append(record.payload), arena);
}

// Is this byte an ASCII letter or digit, or part of a character that is not ASCII?
bool may_have_words(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    auto byte = static_cast<uint8_t>(c);
    return byte >= 0x80 || (byte >= '0' && byte <= '9') ||
           ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
  });
}

}  // namespace

Level level_of_equals(const PageWords& left, const PageWords& right, bool same_text) {
  const bool no_payload = left.page == Hash128{} && right.page == Hash128{};
  if (left.page == right.page && (same_text || !no_payload)) return Level::kBytes;
  return left.full == right.full ? Level::kWords : Level::kMainWords;
}

PageWords PageWordsReader::of(const Record& record, Arena& arena) {
  switch (record.kind) {
    case Kind::kText: return of_text(record, arena);
    case Kind::kHtml: return of_html(record, arena);
    case Kind::kPlain: return of_plain(record, arena);
    case Kind::kPayload:
    case Kind::kRedirect:
    case Kind::kDead: return {payload_digest_text(record, arena)};
    case Kind::kRevisit:
    case Kind::kNonPage: break;
  }
  return {digest_text(record.bytes, arena)};
}

std::string_view PageWordsReader::text_of(const extract::ExtractedPage& page, Arena& arena) const {
  if (view_ == View::kFull || page.fallback || page.main == page.full) return arena.copy(page.full);
  if (view_ == View::kMain) return arena.copy(page.main);
  return texts::store_views(page.main, page.full, texts::stored_title(page.metadata->title), arena);
}

bool PageWordsReader::names_title(const extract::ExtractedPage& page, Arena& arena) {
  signer_.identify(
      texts::store_views(page.main, page.full, texts::stored_title(page.metadata->title), arena));
  return signer_.subject().names_title;
}

PageWords PageWordsReader::of_text(const Record& record, Arena& arena) {
  PageWords out{record.text};
  if (!record.main.empty() && record.main != record.text && view_ != View::kFull) {
    out.text = view_ == View::kMain ? record.main
                                    : texts::store_views(record.main, record.text,
                                                         texts::stored_title(record.title), arena);
  }
  if (record.canonical.empty()) return out;
  out.link = {.href = record.canonical};
  out.canonical = group::canonical_name(record.url, out.link);
  return out;
}

PageWords PageWordsReader::of_html(const Record& record, Arena& arena) {
  const extract::ExtractedPage page = extractor_.extract(
      record.payload, {.charset = record.charset_hint, .main = view_ != View::kFull});
  PageWords out{.page = keyed_hash128(record.payload), .thin = page.thin};
  out.link = {.href = arena.copy(page.metadata->canonical),
              .base = arena.copy(page.metadata->base)};
  out.canonical = group::canonical_name(record.url, out.link);
  if (page.thin && view_ == View::kAny) out.thin = page.full_thin || !names_title(page, arena);
  if (out.thin || !may_have_words(view_ == View::kFull ? page.full : page.main)) {
    out.text = payload_digest_text(record, arena);
    return out;
  }
  out.text = text_of(page, arena);
  if (view_ == View::kMain && page.main != page.full) out.full = keyed_hash64(page.full);
  return out;
}

PageWords PageWordsReader::of_plain(const Record& record, Arena& arena) {
  const std::string_view text = charset_.decode(record.payload, record.charset_hint).utf8;
  return {.text = may_have_words(text) ? arena.copy(text) : payload_digest_text(record, arena),
          .page = keyed_hash128(record.payload)};
}

}  // namespace doppel::corpus
