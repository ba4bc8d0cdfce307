// Tested by two_views_test.cc, and by every scenario that reopens its index.
#include "index/signature_row.h"

namespace doppel::index {
namespace {

StoredForm form_of(const StoredView& view) {
  return {.shingles = view.shingles,
          .keys = {view.keys.begin(), view.keys.end()},
          .bitmap = {view.bitmap.begin(), view.bitmap.end()}};
}

StoredView view_of(const std::optional<StoredForm>& form) {
  if (!form) return {};
  return {.shingles = form->shingles, .keys = form->keys, .bitmap = form->bitmap};
}

}  // namespace

SignatureRow signature_row(const StoredSignature& signature) {
  SignatureRow out{.identity = signature.words_hash};
  if (signature.main.shingles > 0) out.main = form_of(signature.main);
  const texts::SubjectFacts& facts = signature.facts;
  if (!facts.two_views) return out;
  out.full = form_of(signature.full);
  out.page = {.short_main = facts.short_main,
              .names_title = facts.names_title,
              .main_words = facts.main_words,
              .title = facts.title};
  return out;
}

StoredSignature stored_signature(StoredTextId id, const SignatureRow& row) {
  StoredSignature out{.id = id, .words_hash = row.identity, .main = view_of(row.main)};
  if (!row.full) return out;
  out.full = view_of(row.full);
  out.facts = {.two_views = true,
               .short_main = row.page.short_main,
               .names_title = row.page.names_title,
               .main_words = row.page.main_words,
               .title = row.page.title};
  return out;
}

}  // namespace doppel::index
