// A program of somebody else's: two pages in, one certificate out; the same pages in a store.
#include <doppel/doppel.h>

#include <filesystem>
#include <iostream>

// The example of docs/guide/library.md, in short.
bool ask_a_store(const std::string& folder) {
  auto store = doppel::Store::open(folder, {.markets = "market uk prefer-domain .uk"});
  if (!store) return false;
  const doppel::PageUpdate monday[] = {
      {.url = "https://example.org/ferry", .text = "The ferry leaves at nine.", .version = 1},
      {.url = "http://example.co.uk/ferry", .text = "The ferry leaves at nine!", .version = 1}};
  if (!store->submit(monday)) return false;
  auto answer = store->status("http://example.co.uk/ferry");
  auto in_uk = store->status("http://example.co.uk/ferry", {.market = "uk"});
  if (!answer || !in_uk) return false;
  std::cout << doppel::name(answer->verdict) << " for " << answer->kept << ", in market uk "
            << doppel::name(in_uk->verdict) << "\n";
  return answer->kept == "https://example.org/ferry" && in_uk->verdict == doppel::Verdict::kKept;
}

int main() {
  doppel::Deduplicator d;
  d.add("the same words", {.url = "https://example.org/a"});
  d.add("The same words!", {.url = "https://example.org/a?print=1"});
  auto removal = d.would_remove("the same words", {.url = "http://example.org/a"});
  if (!removal || !*removal || (*removal)->kept != 0) return 1;
  auto certificates = d.finish();
  if (!certificates || certificates->size() != 1) return 1;
  const doppel::Certificate& c = certificates->front();
  std::cout << "page " << c.removed << " is removed for page " << c.kept << ", level "
            << doppel::name(c.level) << "\n";
  if (c.removed != 1 || c.kept != 0 || c.level != doppel::Level::kWords) return 1;

  const auto folder = std::filesystem::temp_directory_path() / "doppel-consumer.store";
  std::filesystem::remove_all(folder);
  const bool asked = ask_a_store(folder.string());
  std::filesystem::remove_all(folder);
  return asked ? 0 : 1;
}
