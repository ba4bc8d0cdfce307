#include "corpus/distinct_texts.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "texts/signer.h"

namespace doppel::corpus {
namespace {

// Texts whose first reading waits until somebody was told how far the signing has come.
class SlowTexts : public texts::MemoryTexts {
 public:
  std::atomic<int> told = 0;
  mutable std::atomic<int> read = 0;
  std::chrono::milliseconds pause{0};  // of every reading

  std::unique_ptr<texts::TextReader> reader() const override {
    class Reader : public texts::TextReader {
     public:
      Reader(const SlowTexts& texts, std::unique_ptr<texts::TextReader> reader)
          : texts_(texts), reader_(std::move(reader)) {}
      Result<std::string_view> text(FormId form) override {
        ++texts_.read;
        texts_.told.wait(0);
        std::this_thread::sleep_for(texts_.pause);
        return reader_->text(form);
      }

     private:
      const SlowTexts& texts_;
      std::unique_ptr<texts::TextReader> reader_;
    };
    return std::make_unique<Reader>(*this, MemoryTexts::reader());
  }
};

class SigningTest : public testing::Test {
 protected:
  static constexpr int kTexts = 1000;

  SigningTest() {
    texts::Signer signer(plan_.predicate.rules);
    for (int i = 0; i < kTexts; ++i) {
      const std::string text = "a text of some words, number " + std::to_string(i);
      EXPECT_TRUE(texts_.add(text, signer.identify(text), {}, {}));
    }
  }
  Status told(Status answer) {
    ++store_->told;
    store_->told.notify_all();
    return answer;
  }

  RunPlan plan_ = *plan_run({}, Strategy::kLsh);
  SlowTexts* store_ = new SlowTexts();
  DistinctTexts texts_{plan_, std::unique_ptr<texts::TextStore>(store_)};
  ThreadPool pool_{1};
};

TEST_F(SigningTest, tells_of_every_text) {
  uint64_t signed_texts = 0;
  EXPECT_TRUE(texts_
                  .complete(pool_,
                            [&](uint64_t n) {
                              signed_texts += n;
                              return told({});
                            })
                  .ok());
  EXPECT_EQ(signed_texts, uint64_t{kTexts});
  EXPECT_EQ(store_->read, kTexts);
}

TEST_F(SigningTest, can_be_cancelled) {
  store_->pause = std::chrono::milliseconds(5);  // time to say so, on a busy machine too
  const Status status = texts_.complete(pool_, [&](uint64_t) { return told(cancelled()); });
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
  EXPECT_LT(store_->read, kTexts);
}

}  // namespace
}  // namespace doppel::corpus
