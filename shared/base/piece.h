// SPDX-License-Identifier: GPL-3.0-or-later
/// A piece of what is stored, compressed by zstd where that helps. Many pieces are short, so there can be a dictionary
/// that was trained on their like: with it, an abstract takes 39 % of its bytes instead of 62 %, and is read in a third
/// of the time. crawl.db has one, for imported rows. docs/formats.md has the grammar.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl {

/// What zstd knows before it reads a piece. Any number of threads may use it.
class Dictionary {
 public:
  /// `bytes`: as they were stored; any bytes are a valid dictionary, if a useless one.
  explicit Dictionary(std::string bytes);
  ~Dictionary();
  Dictionary(const Dictionary&) = delete;
  Dictionary& operator=(const Dictionary&) = delete;

  std::string_view bytes() const { return bytes_; }

 private:
  friend class PieceCoder;
  struct Digested;
  std::string bytes_;
  std::unique_ptr<Digested> digested_; ///< what zstd makes of the bytes, when it is needed
};

/// Collects pieces, and learns from them.
class DictionaryTrainer {
 public:
  void add(std::string_view piece);
  std::size_t bytes() const { return bytes_.size(); }
  bool is_full() const { return bytes_.size() >= kMostBytes; }
  /// Null if there was too little to learn from.
  std::shared_ptr<const Dictionary> train() const;

 private:
  static constexpr std::size_t kMostBytes = 4'000'000;
  std::string bytes_;
  std::vector<std::size_t> sizes_;
};

/// A piece as it is stored.
struct Piece {
  std::string_view stored;
  std::size_t size = 0; ///< of the piece itself
  bool is_compressed = false;
  const Dictionary* dictionary = nullptr; ///< what it was compressed with

  /// Sets `out` to the piece. False if it is damaged.
  bool read(std::string& out) const;
};

/// The frame of a piece, or nothing if it would not be shorter.
std::string compressed(std::string_view piece, const Dictionary* dictionary);

/// A piece with its size in front. `dictionary`: null for none.
void put_piece(std::string& out, std::string_view piece, const Dictionary* dictionary);
/// The same without compression.
void put_plain_piece(std::string& out, std::string_view piece);
/// Takes a piece from the front of `in`; false if it does not fit.
bool take_piece(std::string_view& in, const Dictionary* dictionary, Piece& piece);

} // namespace trawl
