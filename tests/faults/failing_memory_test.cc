// Memory runs out at the first allocation, at the second, at the third ... Every public function
// answers with a Status or rightly; none throws, ends the process, or leaves half a folder.
//
// `operator new` and pthread_create() are replaced in this program. What libraries take by malloc()
// (ICU, zlib) is not counted.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <new>

#include "base/object_pool.h"
#include "doppel/doppel.h"
#include "small_corpus.h"

namespace {

// -1: all succeed. Else so many succeed before one fails, or all from there on.
std::atomic<long> allocations_left = -1, threads_left = -1;
std::atomic<bool> stays_exhausted = false;
std::atomic<bool> failed = false;

bool fails(std::atomic<long>& left) {
  long now = left.load();
  while (now > 0 && !left.compare_exchange_weak(now, now - 1)) {
  }
  if (now != 0) return false;
  if (!stays_exhausted) left = -1;
  failed = true;
  return true;
}

void* allocate(size_t size, size_t alignment) {
  if (fails(allocations_left)) return nullptr;
  size = std::max<size_t>(size, 1);
  return alignment <= alignof(max_align_t)
             ? std::malloc(size)
             : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(size_t size, size_t alignment = 1) {
  void* out = allocate(size, alignment);
  if (out == nullptr) throw std::bad_alloc();
  return out;
}

}  // namespace

void* operator new(size_t size) { return allocate_or_throw(size); }
void* operator new[](size_t size) { return allocate_or_throw(size); }
void* operator new(size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<size_t>(alignment));
}
void* operator new[](size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<size_t>(alignment));
}
void* operator new(size_t size, const std::nothrow_t&) noexcept { return allocate(size, 1); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return allocate(size, 1); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
void operator delete[](void* p, size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, size_t, std::align_val_t) noexcept { std::free(p); }

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  return fails(threads_left) ? EAGAIN : real(thread, attributes, start, argument);
}

namespace doppel::faults {
namespace {

enum class Exhaustion { kOnce, kForGood };

// Calls `run` with one more allocation each time, until it ends before the memory does. Where
// memory stays exhausted, some far from the beginning are left out.
void with_failing_memory(Exhaustion exhaustion, const std::function<Status()>& run,
                         const std::function<void(const Status&)>& look) {
  constexpr long kAll = 400, kStepDivisor = 100;
  stays_exhausted = exhaustion == Exhaustion::kForGood;
  for (long n = 0;; n += stays_exhausted ? 1 + std::max(0L, n - kAll) / kStepDivisor : 1) {
    failed = false;
    allocations_left = n;
    const Status status = run();
    allocations_left = -1;
    SCOPED_TRACE("allocation " + std::to_string(n));
    if (!failed) {
      EXPECT_TRUE(status.ok()) << status.message();
      return;
    }
    if (!status.ok()) {
      EXPECT_NE(status.message().find("out of memory"), std::string::npos) << status.message();
    }
    look(status);
    if (testing::Test::HasFailure()) return;
  }
}

struct Kind {
  uint32_t threads;
  uint64_t memory_bytes;
};

class FailingMemory : public testing::TestWithParam<Kind> {};

INSTANTIATE_TEST_SUITE_P(Runs, FailingMemory,
                         testing::Values(Kind{1, 0}, Kind{3, 0}, Kind{1, 1}, Kind{2, 1}));

TEST_P(FailingMemory, a_run_leaves_a_whole_folder_or_none) {
  const SmallCorpus corpus;
  with_failing_memory(
      Exhaustion::kOnce,
      [&] { return corpus.dedup(GetParam().threads, GetParam().memory_bytes).status(); },
      [&](const Status& status) {
        EXPECT_EQ(corpus.fault_after(status), "");
        EXPECT_FALSE(corpus.has_partial());
        corpus.clear();
      });
}

// Even what a run cannot remove without memory does not stand in the way of the next one.
TEST_P(FailingMemory, the_next_run_goes_on_when_memory_is_back) {
  const SmallCorpus corpus;
  with_failing_memory(
      Exhaustion::kForGood,
      [&] { return corpus.dedup(GetParam().threads, GetParam().memory_bytes).status(); },
      [&](const Status& status) {
        EXPECT_EQ(corpus.fault_after(status), "");
        if (!status.ok() && corpus.has_partial()) {
          const Status next = corpus.dedup(1, 0).status();
          EXPECT_TRUE(next.ok()) << next.message();
        }
        corpus.clear();
      });
}

TEST(FailingMemory, a_check_answers) {
  const SmallCorpus corpus;
  ASSERT_TRUE(corpus.dedup(1, 0));
  for (auto exhaustion : {Exhaustion::kOnce, Exhaustion::kForGood}) {
    for (bool rerun : {false, true}) {
      const auto run = [&]() -> Status {
        auto report = check(corpus.out(), {.deep = true, .rerun = rerun});
        if (!report) return report.error();
        return report->faults.empty() ? Status() : corrupt(report->faults.front());
      };
      with_failing_memory(exhaustion, run, [](const Status&) {});
    }
  }
}

// Results live inside scratch that was given back: it is there until the end, whatever memory says.
TEST(FailingMemory, what_is_given_back_is_kept) {
  ObjectPool<int> pool;
  std::vector<std::unique_ptr<int>> taken(8);
  for (int i = 0; i < 8; ++i) taken[i] = pool.take([i] { return std::make_unique<int>(i); });
  stays_exhausted = true;
  allocations_left = 0;
  for (auto& one : taken) pool.give(std::move(one));
  allocations_left = -1;
  for (int i = 8; i-- > 0;) EXPECT_EQ(*pool.take([] { return std::make_unique<int>(-1); }), i);
}

TEST(FailingMemory, reading_answers) {
  const SmallCorpus corpus;
  const auto run = [&] { return read(corpus.inputs(), {}, [](const Record&) { return true; }); };
  with_failing_memory(Exhaustion::kOnce, run, [](const Status&) {});
}

TEST(FailingMemory, a_deduplicator_answers_in_the_end) {
  const auto run = [] {
    Deduplicator pages;
    pages.add("one two three four five six seven", {.url = "http://example.org/a"});
    pages.add("One two three four five six seven!", {.url = "http://example.org/b"});
    pages.add("something else");
    const Status asked = pages.would_remove("one two three four five six seven eight").status();
    const Status finished = pages.finish().status();
    return asked.ok() ? finished : asked;
  };
  for (auto exhaustion : {Exhaustion::kOnce, Exhaustion::kForGood}) {
    with_failing_memory(exhaustion, run, [](const Status&) {});
  }
}

TEST(FailingMemory, refining_and_signing_answer) {
  RefineRequest request;
  for (int i = 0; i < 3; ++i) {
    request.results.push_back({.url = "http://example.org/" + std::to_string(i),
                               .html = "<html><body><p>a page like the others</p></body></html>"});
  }
  const auto run = [&]() -> Status {
    if (auto refined = refine_results(request); !refined) return refined.error();
    auto signature = sign("one two three four five six");
    if (!signature) return signature.error();
    return Predicate::parse("jaccard(word,5) >= 4/5").status();
  };
  for (auto exhaustion : {Exhaustion::kOnce, Exhaustion::kForGood}) {
    with_failing_memory(exhaustion, run, [](const Status&) {});
  }
}

// In processes of their own, because tables that could not be made are not made later.
TEST(FailingMemoryDeathTest, an_international_host_is_never_a_bad_one) {
  for (long n = 0; n < 12; ++n) {
    const auto run = [n] {
      allocations_left = n;
      const Status status = url_forms("http://b\u00fccher.example/").status();
      allocations_left = -1;
      std::exit(status.ok() || status.message() == "out of memory" ? 0 : 1);
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(0), "") << n;
  }
}

TEST(FailingMemory, urls_have_all_their_forms_or_none) {
  ASSERT_TRUE(url_forms("http://b\u00fccher.example/"));  // makes tables that stay
  const auto run = []() -> Status {
    for (const char* url :
         {"HTTP://jo%e:p w@www.b\u00fccher.example.co.uk:0080/\u00fc/./a?b=c d&a#\u00fc",
          "http://www.example.org:80/a/../b?utm_source=x", "http://0x7f.1/a;jsessionid=1",
          "http://[1:0:0::2]/%7e{|}"}) {
      auto forms = url_forms(url);
      if (!forms) return forms.error();
      if (forms->surt == forms->safe || forms->ssurt == forms->safe) return corrupt("no SURT");
      auto resolved = resolve_url(url, "?a long query of a page beside it");
      if (!resolved) return resolved.error();
    }
    return {};
  };
  for (auto exhaustion : {Exhaustion::kOnce, Exhaustion::kForGood}) {
    with_failing_memory(exhaustion, run, [](const Status&) {});
  }
}

TEST(FailingThreads, a_run_goes_on_with_the_threads_it_gets) {
  const SmallCorpus corpus;
  for (bool for_good : {false, true}) {
    for (long n = 0; n < 4; ++n) {
      for (uint64_t memory_bytes : {0, 1}) {
        stays_exhausted = for_good;
        threads_left = n;
        const Status status = corpus.dedup(4, memory_bytes).status();
        threads_left = -1;
        EXPECT_TRUE(status.ok()) << n << ": " << status.message();
        EXPECT_EQ(corpus.fault_after(status), "") << n;
        corpus.clear();
      }
    }
  }
}

}  // namespace
}  // namespace doppel::faults
