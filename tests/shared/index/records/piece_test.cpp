// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/records/piece.h"

#include "shared/index/segment/segment_dictionary.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

namespace piece_test {

using namespace trawl;
using namespace trawl::index;
using trawl::test::must;

namespace {

std::string sentence(std::mt19937& random) {
  static constexpr const char* kWords[] = {"attention", "is",   "all",      "you",      "need",  "transformers",
                                           "models",    "with", "language", "training", "large", "evaluation"};
  std::string out;
  for (int i = 0; i < 40; ++i) out += std::string(kWords[random() % std::size(kWords)]) + ' ';
  return out + std::to_string(random());
}

std::shared_ptr<const Dictionary> learnt(std::mt19937& random) {
  DictionaryTrainer trainer;
  while (!trainer.is_full()) trainer.add(sentence(random));
  return trainer.train();
}

Article long_article(std::size_t number, std::mt19937& random) {
  Article made = trawl::test::article(number);
  made.text.clear();
  while (made.text.size() < 20'000) made.text += sentence(random) + "\n\n";
  return made;
}

} // namespace

TEST_CASE("piece: what is written is read back, with and without a dictionary", "[index]") {
  std::mt19937 random(71);
  const auto dictionary = learnt(random);
  REQUIRE(dictionary != nullptr);
  std::size_t with = 0, without = 0;
  for (int round = 0; round < 300; ++round) {
    const std::string text = sentence(random).substr(0, random() % 400);
    for (const Dictionary* known : {dictionary.get(), static_cast<const Dictionary*>(nullptr)}) {
      std::string bytes;
      put_piece(bytes, text, known);
      (known == nullptr ? without : with) += bytes.size();
      bytes += "more";
      std::string_view in = bytes;
      Piece piece;
      std::string back;
      REQUIRE(take_piece(in, known, piece));
      REQUIRE(piece.read(back));
      REQUIRE(back == text);
      REQUIRE(in == "more");
    }
  }
  CHECK(2 * with < without);
}

TEST_CASE("piece: damaged bytes are refused, or read without leaving their bounds", "[index]") {
  std::mt19937 random(72);
  const auto dictionary = learnt(random);
  const std::string text = sentence(random);
  std::string bytes;
  put_piece(bytes, text, dictionary.get());
  for (int round = 0; round < 3'000; ++round) {
    std::string changed = bytes.substr(0, random() % (bytes.size() + 1));
    if (!changed.empty()) changed[random() % changed.size()] = static_cast<char>(random());
    std::string_view in = changed;
    Piece piece;
    std::string back;
    if (take_piece(in, dictionary.get(), piece) && piece.read(back)) CHECK(back.size() == piece.size);
    if (take_piece(in, nullptr, piece)) piece.read(back);
  }
}

TEST_CASE("piece: too few samples give no dictionary", "[index]") {
  DictionaryTrainer trainer;
  CHECK(trainer.train() == nullptr);
  trainer.add("one");
  CHECK(trainer.train() == nullptr);
}

TEST_CASE("piece: a large segment has a dictionary, which the segments beside it take over", "[index]") {
  std::mt19937 random(73);
  trawl::test::TestIndex made;
  std::vector<Article> articles;
  for (std::size_t i = 0; i < 60; ++i) articles.push_back(long_article(i, random));
  made.add({articles.begin(), articles.begin() + 1});
  CHECK(made.reader()->columns().parts().front().segment->records().dictionary() == nullptr);
  made.add({articles.begin() + 1, articles.end()});
  const auto reader = made.reader();
  const Dictionary* large = reader->columns().parts().back().segment->records().dictionary();
  REQUIRE(large != nullptr);
  for (const Article& article : articles) {
    const auto stored = reader->article(reader->find(article.id), RecordPart::Whole);
    REQUIRE(must(stored).text == article.text);
  }
  const std::string learnt_bytes(large->bytes());
  for (int round = 0; round < 9; ++round) { // until all are merged
    std::vector<Article> more;
    for (std::size_t i = 0; i < 60; ++i)
      more.push_back(long_article(100 + 60 * static_cast<std::size_t>(round) + i, random));
    made.add(more);
  }
  const auto merged = made.reader();
  REQUIRE(merged->columns().parts().size() < 9);
  CHECK(merged->columns().parts().front().segment->records().dictionary()->bytes() == learnt_bytes);
  for (const Article& article : articles) {
    REQUIRE(must(merged->article(merged->find(article.id), RecordPart::Whole)).text == article.text);
  }
}

} // namespace piece_test
