// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/base/piece.h"

#include "tests/support/random_sentence.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>

namespace piece_test {

using namespace trawl;

namespace {

std::shared_ptr<const Dictionary> learnt(std::mt19937& random) {
  DictionaryTrainer trainer;
  while (!trainer.is_full()) trainer.add(trawl::test::random_sentence(random));
  return trainer.train();
}

} // namespace

TEST_CASE("piece: what is written is read back, with and without a dictionary", "[base]") {
  std::mt19937 random(71);
  const auto dictionary = learnt(random);
  REQUIRE(dictionary != nullptr);
  std::size_t with = 0, without = 0;
  for (int round = 0; round < 300; ++round) {
    const std::string text = trawl::test::random_sentence(random).substr(0, random() % 400);
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

TEST_CASE("piece: damaged bytes are refused, or read without leaving their bounds", "[base]") {
  std::mt19937 random(72);
  const auto dictionary = learnt(random);
  const std::string text = trawl::test::random_sentence(random);
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

TEST_CASE("piece: too few samples give no dictionary", "[base]") {
  DictionaryTrainer trainer;
  CHECK(trainer.train() == nullptr);
  trainer.add("one");
  CHECK(trainer.train() == nullptr);
}

} // namespace piece_test
