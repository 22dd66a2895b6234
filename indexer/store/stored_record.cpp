// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/stored_record.h"

#include "indexer/store/compress.h"

#include <optional>
#include <utility>

namespace trawl::store {
namespace {

// No zstd frame begins with these.
constexpr char kAgainstBody = '\0', kWithDictionary = '\1';

constexpr std::size_t kLeastToLearn = 1'000'000; ///< bytes

/// What the first line of every record says besides its values. Part of the format: with another text, what is stored
/// could not be read.
constexpr std::string_view kFirstLine =
    R"({"v":2,"id":"","url":"https://","title":"","source":"","site":".org","authors":[],"affiliations":[],)"
    R"("captions":[],"published":"","updated":null,"indexed":"2026-","category":"research","tags":[],)"
    R"("language":"en","image":"","words":,"minutes":1,"aliases":[],"copies":[],)"
    R"("provenance":[["category","guess: text 'topics.json: title '"],["tags"," by topics.json: title 'text '"]]})";

} // namespace

Result<const Dictionary*> StoredRecords::dictionary() {
  if (!dictionary_) {
    TRAWL_CHECK(db_->each("SELECT bytes FROM dictionary", {}, [&](const Row& row) {
      dictionary_ = std::make_shared<const Dictionary>(row.text(0));
      return false;
    }));
  }
  return dictionary_.get();
}

Result<std::string> StoredRecords::pack_row(std::string_view body) {
  TRAWL_TRY(const Dictionary* const known, dictionary());
  if (known != nullptr) {
    std::string packed(1, kWithDictionary);
    put_piece(packed, body, known);
    return packed;
  }
  trainer_.add(body);
  if (trainer_.bytes() >= kLeastToLearn) {
    dictionary_ = std::exchange(trainer_, {}).train();
    if (dictionary_) TRAWL_CHECK(db_->run("INSERT INTO dictionary VALUES(?)", {Blob{dictionary_->bytes()}}));
  }
  return compress(body);
}

Result<std::string> StoredRecords::read_body(std::string_view stored) {
  if (!stored.starts_with(kWithDictionary)) return decompress(stored);
  TRAWL_TRY(const Dictionary* const known, dictionary());
  stored.remove_prefix(1);
  Piece piece;
  std::string body;
  if (known == nullptr || !take_piece(stored, known, piece) || !piece.read(body))
    return damaged_store("a stored row is damaged");
  return body;
}

/// What a record that is read with this body repeats.
Result<std::string> StoredRecords::base_of(std::string_view body) {
  TRAWL_TRY(const std::string bytes, read_body(body));
  return std::string(kFirstLine).append(bytes);
}

Result<std::string> StoredRecords::read_record(std::string_view stored, std::string_view body) {
  if (!stored.starts_with(kAgainstBody)) return decompress(stored);
  TRAWL_TRY(const std::string base, base_of(body));
  return decompress_against(stored.substr(1), base);
}

/// A page is much longer than its article, so reading it for the record would cost more than it saves.
Result<std::string> StoredRecords::pack_record(std::int64_t input, std::string_view record) {
  std::string body;
  TRAWL_CHECK(db_->each("SELECT body FROM inputs WHERE id = ? AND length(body) < ?",
                        {input, static_cast<std::int64_t>(record.size())}, [&](const Row& row) {
                          body = row.text(0);
                          return false;
                        }));
  if (body.empty()) return compress(record);
  TRAWL_TRY(const std::string base, base_of(body));
  return kAgainstBody + compress_against(record, base);
}

Result<void> StoredRecords::detach_record(std::string_view url, std::int64_t kind, std::string_view new_body) {
  std::optional<std::int64_t> input;
  Result<std::string> record;
  TRAWL_CHECK(db_->each("SELECT m.input, m.record, i.body FROM inputs i JOIN members m ON m.input = i.id "
                        "WHERE i.url = ? AND i.kind = ? AND i.body <> ? AND substr(m.record, 1, 1) = x'00'",
                        {url, kind, Blob{new_body}}, [&](const Row& row) {
                          input = row.integer(0);
                          record = read_record(row.view(1), row.view(2));
                          return false;
                        }));
  if (!input) return {};
  TRAWL_CHECK(record);
  return db_->run("UPDATE members SET record = ? WHERE input = ?", {Blob{compress(*record)}, *input});
}

} // namespace trawl::store
