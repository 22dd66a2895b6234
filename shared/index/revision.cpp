// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/revision.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace trawl::index {
namespace {

constexpr std::string_view kVersionKey = "trawl.schema";
constexpr std::string_view kRevisionKey = "trawl.revision";
constexpr std::string_view kSequenceKey = "trawl.store_sequence";
constexpr std::string_view kCommittedKey = "trawl.committed";
constexpr std::string_view kDocumentStoreBytesKey = "trawl.record_bytes";
constexpr std::string_view kPostingListsKey = "trawl.word_lists";
constexpr std::string_view kDeltaKey = "trawl.unlisted";
constexpr std::string_view kChangesKey = "trawl.changes.";

/// Beyond it, reading all documents in one pass is as fast.
constexpr std::size_t kMostChanges = 50'000;

std::optional<std::uint64_t> number_at(const Xapian::Database& database, std::string_view key) {
  const std::string text = database.get_metadata(std::string(key));
  std::uint64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void set_number(Xapian::WritableDatabase& database, std::string_view key, std::uint64_t number) {
  database.set_metadata(std::string(key), std::to_string(number));
}

std::string changes_key(std::uint64_t number) { return std::string(kChangesKey) + std::to_string(number); }

} // namespace

Result<Revision> read_revision(const Xapian::Database& database) {
  const auto version = number_at(database, kVersionKey);
  const auto number = number_at(database, kRevisionKey);
  const auto sequence = number_at(database, kSequenceKey);
  const auto committed = number_at(database, kCommittedKey);
  const auto document_store_bytes = number_at(database, kDocumentStoreBytesKey);
  const auto posting_lists = number_at(database, kPostingListsKey);
  const auto delta = number_at(database, kDeltaKey);
  if (version && *version != kSchemaVersion) {
    return fail(ErrorCode::IndexDamaged,
                "the index has schema " + std::to_string(*version) + ", this program needs " +
                    std::to_string(kSchemaVersion),
                {}, "run `trawl index rebuild`");
  }
  if (!version || !number || !sequence || !committed || !document_store_bytes || !posting_lists || !delta) {
    return fail(ErrorCode::IndexDamaged, "the index's metadata is incomplete", {}, "run `trawl index rebuild`");
  }
  const Moment moment(std::chrono::seconds(static_cast<std::int64_t>(*committed)));
  return Revision{*number, *sequence, moment, *document_store_bytes, *posting_lists, *delta};
}

void write_revision(Xapian::WritableDatabase& database, const Revision& revision) {
  set_number(database, kVersionKey, kSchemaVersion);
  set_number(database, kRevisionKey, revision.number);
  set_number(database, kSequenceKey, revision.store_sequence);
  set_number(database, kDocumentStoreBytesKey, revision.document_store_bytes);
  set_number(database, kPostingListsKey, revision.posting_lists);
  set_number(database, kDeltaKey, revision.delta);
  set_number(database, kCommittedKey, static_cast<std::uint64_t>(revision.committed.time_since_epoch().count()));
}

void write_changes(Xapian::WritableDatabase& database, std::uint64_t number, std::vector<std::uint32_t> documents) {
  if (number > kRememberedCommits) database.set_metadata(changes_key(number - kRememberedCommits), {});
  std::ranges::sort(documents);
  documents.erase(std::ranges::unique(documents).begin(), documents.end());
  if (documents.size() > kMostChanges) return;
  std::string record = "="; // so that a commit without changes has a record as well
  for (const std::uint32_t document : documents) {
    for (unsigned shift = 0; shift < 32; shift += 8) record += static_cast<char>(document >> shift & 0xFF);
  }
  database.set_metadata(changes_key(number), record);
}

std::optional<std::vector<std::uint32_t>> read_changes(const Xapian::Database& database, std::uint64_t older,
                                                       std::uint64_t newer) {
  if (newer < older || newer - older > kRememberedCommits) return std::nullopt;
  std::vector<std::uint32_t> documents;
  for (std::uint64_t number = older + 1; number <= newer; ++number) {
    const std::string record = database.get_metadata(changes_key(number));
    if (record.size() % 4 != 1) return std::nullopt;
    for (std::size_t i = 1; i < record.size(); i += 4) {
      std::uint32_t document = 0;
      for (unsigned b = 0; b < 4; ++b) {
        document |= std::uint32_t{static_cast<unsigned char>(record[i + b])} << (8 * b);
      }
      documents.push_back(document);
    }
  }
  std::ranges::sort(documents);
  documents.erase(std::ranges::unique(documents).begin(), documents.end());
  return documents;
}

} // namespace trawl::index
