// Two concurrent runs in one process: neither sees the settings of the other, and both may use the
// same threads.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "archive/warc_writer.h"
#include "base/thread_pool.h"
#include "codec/pack.h"
#include "engine/run.h"
#include "support/temp_folder.h"

namespace doppel::engine {
namespace {

using support::read_whole;
using support::TempFolder;

namespace fs = std::filesystem;

std::string random_text(std::mt19937& random) {
  std::string out;
  for (int i = 0; i < 60; ++i) out += "word" + std::to_string(random() % 40) + " ";
  return out;
}

std::string lines(int records) {
  std::mt19937 random(1);
  std::string out, text = random_text(random);
  for (int i = 0; i < records; ++i) {
    if (random() % 2 == 0) text = random_text(random);
    out += R"({"url": "http://a.example/)" + std::to_string(i) + R"(", "text": ")" + text +
           (i % 3 == 0 ? "more" : "") + "\"}\n";
  }
  return out;
}

std::string archive_of(int records) {
  std::mt19937 random(2);
  std::string out, text = random_text(random);
  codec::Packer packer(codec::Compression::kGzip);
  for (int i = 0; i < records; ++i) {
    if (random() % 2 == 0) text = random_text(random);
    std::string record;
    archive::append_warc_record({.type = "resource",
                                 .date = "2026-01-01T00:00:00Z",
                                 .target_uri = "http://b.example/" + std::to_string(i),
                                 .content_type = "text/plain"},
                                text + (i % 2 == 0 ? "more" : ""), record);
    packer.pack(record, out);
  }
  return out;
}

// One of several runs that have nothing in common.
struct Job {
  std::string input;
  DedupOptions options;
};

std::vector<Job> jobs(const TempFolder& temp) {
  std::vector<Job> out(3);
  out[0].input = temp.write("a.jsonl", lines(1500));
  out[1].input = temp.write("b.warc.gz", archive_of(800));
  out[1].options.predicate = {.rules = {.k = 2}, .threshold = {1, 2}};
  out[1].options.strategy = Strategy::kExact;
  out[2].input = temp.write("c.jsonl", lines(700));
  out[2].options.predicate.threshold = {19, 20};
  out[2].options.memory_bytes = 1;
  for (Job& job : out) job.options.threads = 3;
  return out;
}

// All files by name, without the seconds; or the error, if there is one.
std::map<std::string, std::string> run_job(const Job& job, const std::string& dir) {
  corpus::RunPlan plan = *corpus::plan_run(job.options.predicate, job.options.strategy);
  plan.splits.target_bytes = 10'000;
  auto summary = run({job.input}, dir, job.options, plan, {});
  if (!summary) return {{"error", summary.error().message()}};
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::directory_iterator(dir)) {
    std::string name = entry.path().filename(), bytes = read_whole(entry.path());
    if (name == "summary.json") {
      const size_t at = bytes.find("\"seconds\"");
      bytes.erase(at, bytes.find(',', at) - at);
    }
    out[name] = bytes;
  }
  return out;
}

void expect_the_same_at_once(const Executor& executor) {
  TempFolder temp;
  std::vector<Job> all = jobs(temp);
  std::vector<std::map<std::string, std::string>> alone, at_once(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    alone.push_back(run_job(all[i], temp.path("alone" + std::to_string(i))));
    EXPECT_FALSE(alone.back().contains("error")) << alone.back()["error"];
    EXPECT_GT(alone.back()["duplicates.jsonl"].size(), 100U);
  }
  std::vector<std::thread> threads;
  for (size_t i = 0; i < all.size(); ++i) {
    all[i].options.executor = executor;
    threads.emplace_back([&, i] { at_once[i] = run_job(all[i], temp.path(std::to_string(i))); });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(at_once[i], alone[i]) << i;
}

TEST(ConcurrentRuns, write_what_each_writes_alone) { expect_the_same_at_once({}); }

TEST(ConcurrentRuns, may_share_a_pool_that_is_smaller_than_they_ask_for) {
  ThreadPool shared(2);
  expect_the_same_at_once([&](std::function<void()> task) { shared.submit(std::move(task)); });
}

TEST(ConcurrentRuns, may_run_their_tasks_at_once_or_never) {
  expect_the_same_at_once([](const std::function<void()>& task) { task(); });
  expect_the_same_at_once([](const std::function<void()>&) {});
}

TEST(ConcurrentRuns, may_begin_on_the_threads_they_borrow) {
  TempFolder temp;
  const std::vector<Job> all = jobs(temp);
  ThreadPool shared(2);
  std::vector<std::map<std::string, std::string>> found(all.size());
  shared.for_each_index(all.size(), [&](size_t i) {
    Job job = all[i];
    job.options.executor = [&](std::function<void()> task) { shared.submit(std::move(task)); };
    found[i] = run_job(job, temp.path("borrowed" + std::to_string(i)));
  });
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(found[i], run_job(all[i], temp.path("alone" + std::to_string(i))));
  }
}

// The progress function is called by the caller's thread, whichever threads do the work.
TEST(ConcurrentRuns, report_to_the_thread_that_called) {
  TempFolder temp;
  Job job = jobs(temp)[0];
  ThreadPool shared(2);
  job.options.executor = [&](std::function<void()> task) { shared.submit(std::move(task)); };
  const std::thread::id caller = std::this_thread::get_id();
  int calls = 0;
  auto summary = dedup({job.input}, temp.path("out"), job.options, [&](const Progress&) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    ++calls;
    return true;
  });
  EXPECT_TRUE(summary);
  EXPECT_GE(calls, 3);
}

}  // namespace
}  // namespace doppel::engine
