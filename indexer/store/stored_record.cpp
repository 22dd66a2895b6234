// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/stored_record.h"

#include "indexer/store/compress.h"

#include <optional>
#include <utility>

namespace trawl::store {
namespace {

constexpr char kAgainstBody = '\0'; // no zstd frame begins with it

/// What the first line of every record says besides its values. Part of the format: with another text, what is stored
/// could not be read.
constexpr std::string_view kFirstLine =
    R"({"v":2,"id":"","url":"https://","title":"","source":"","site":".org","authors":[],"affiliations":[],)"
    R"("captions":[],"published":"","updated":null,"indexed":"2026-","category":"research","tags":[],)"
    R"("language":"en","image":"","words":,"minutes":1,"aliases":[],"copies":[],)"
    R"("provenance":[["category","guess: text 'topics.json: title '"],["tags"," by topics.json: title 'text '"]]})";

/// What a record that is read with this body repeats.
Result<std::string> base_of(std::string_view body) {
  TRAWL_TRY(std::string bytes, decompress(body));
  return std::string(kFirstLine).append(bytes);
}

} // namespace

Result<std::string> read_record(std::string_view stored, std::string_view body) {
  if (!stored.starts_with(kAgainstBody)) return decompress(stored);
  TRAWL_TRY(const std::string base, base_of(body));
  return decompress_against(stored.substr(1), base);
}

/// A page is much longer than its article, so reading it for the record would cost more than it saves.
Result<std::string> stored_record(Database& database, std::int64_t input, std::string_view record) {
  std::string body;
  TRAWL_CHECK(database.each("SELECT body FROM inputs WHERE id = ? AND length(body) < ?",
                            {input, static_cast<std::int64_t>(record.size())}, [&](const Row& row) {
                              body = row.text(0);
                              return false;
                            }));
  if (body.empty()) return compress(record);
  TRAWL_TRY(const std::string base, base_of(body));
  return kAgainstBody + compress_against(record, base);
}

Result<void> detach_record(Database& database, std::string_view url, std::int64_t kind, std::string_view new_body) {
  std::optional<std::int64_t> input;
  Result<std::string> record;
  TRAWL_CHECK(database.each("SELECT m.input, m.record, i.body FROM inputs i JOIN members m ON m.input = i.id "
                            "WHERE i.url = ? AND i.kind = ? AND i.body <> ? AND substr(m.record, 1, 1) = x'00'",
                            {url, kind, Blob{new_body}}, [&](const Row& row) {
                              input = row.integer(0);
                              record = read_record(row.view(1), row.view(2));
                              return false;
                            }));
  if (!input) return {};
  TRAWL_CHECK(record);
  return database.run("UPDATE members SET record = ? WHERE input = ?", {Blob{compress(*record)}, *input});
}

} // namespace trawl::store
