// A program of somebody else's: two pages in, one certificate out.
#include <doppel/doppel.h>

#include <iostream>

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
  return c.removed == 1 && c.kept == 0 && c.level == doppel::Level::kWords ? 0 : 1;
}
