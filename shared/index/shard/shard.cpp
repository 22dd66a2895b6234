// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/shard.h"

#include "shared/base/packed.h"
#include "shared/index/shard/shard_metadata.h"
#include "shared/index/shard/version_file.h"
#include "shared/index/shard/whole_terms.h"
#include "shared/index/shard/xapian_terms.h"
#include "shared/schema/terms.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace trawl::index {
namespace {

/// Decoded lists that are kept of a shard.
constexpr std::size_t kMostListBytes = std::size_t{64} << 20;
/// What an entry of a cache takes beside its value.
constexpr std::size_t kEntryBytes = 128;

template <typename Value>
Value sound(std::optional<Value> value, const std::string& key) {
  if (!value) throw Xapian::DatabaseCorruptError("the metadata " + key + " does not fit");
  return *std::move(value);
}

std::uint32_t base_of(const Xapian::Database& database) {
  const std::string bytes = database.get_metadata(metadata::kBase);
  std::string_view in = bytes;
  std::uint64_t base = 0;
  if (!packed::take_number(in, base) || base % 64 != 0 || base > UINT32_MAX / 2)
    throw Xapian::DatabaseCorruptError("the database is not a part of an index of Trawl");
  return static_cast<std::uint32_t>(base);
}

Xapian::Database open_shard(const std::filesystem::path& folder) {
  check_version_file(folder);
  return Xapian::Database(folder.string(), Xapian::DB_BACKEND_GLASS);
}

/// A list without frequencies.
PostingList with_whole(std::vector<std::uint32_t> documents, std::uint32_t offset) {
  if (documents.empty()) return {};
  Postings postings;
  postings.tfs.assign(documents.size(), 1);
  postings.bounds.assign((documents.size() - 1) / PostingBlock::kSize + 1, {1, 0});
  postings.documents = std::move(documents);
  return {std::make_shared<const Postings>(std::move(postings)), offset};
}

std::vector<std::uint32_t> documents_of(const Xapian::Database& database, const std::string& term) {
  return {database.postlist_begin(term), database.postlist_end(term)};
}

} // namespace

ShardState::ShardState(const std::filesystem::path& folder, const Xapian::Database& database)
    : rows_(sound(read_columns(database.get_metadata(metadata::kColumns)), metadata::kColumns)),
      base_(base_of(database)), postings_(kMostListBytes), positions_(folder, rows_.last()) {
  if (rows_.ids.size() > UINT32_MAX / 2) throw Xapian::DatabaseCorruptError("it has too many documents");
  // A file that was cut is noticed before a query is.
  for (std::uint32_t local = rows_.last(); local > 0; --local) {
    if (rows_.ids.raw(local) == 0) continue;
    positions_.bytes_of(local, rows_.positions.raw(local), rows_.ids.raw(local));
    break;
  }
}

const FieldColumn& ShardState::field(std::size_t i, const Xapian::Database& database) const {
  return fields_[i].get([&] {
    const std::string key = metadata::field(schema::kFilterFields[i]);
    return sound(read_field(database.get_metadata(key), rows_.last(), rows_.limits[i]), key);
  });
}

const ValueTable& ShardState::values(std::size_t i, const Xapian::Database& database) const {
  return values_[i].get([&] {
    const std::string key = metadata::values(schema::kFilterFields[i]);
    return sound(ValueTable::read(database.get_metadata(key), schema::kFilterFields[i]), key);
  });
}

const TermFilter& ShardState::filter(bool of_common_terms, const Xapian::Database& database) const {
  return filters_[of_common_terms ? 1 : 0].get(
      [&] { return TermFilter(database.get_metadata(metadata::filter(of_common_terms))); });
}

const Dictionary& ShardState::dictionary(const Xapian::Database& database) const {
  return dictionary_.get([&] { return Dictionary(database.get_metadata(metadata::kDictionary)); });
}

const std::vector<std::string>& ShardState::frequent_words(char first, const Xapian::Database& database) const {
  return frequent_words_[first & 0x7F].get([&] {
    const std::string beginning(1, static_cast<char>(first & 0x7F));
    std::vector<std::string> words;
    const auto end = database.allterms_end(beginning);
    for (auto at = database.allterms_begin(beginning); at != end; ++at) {
      if (at.get_termfreq() >= kFrequentDf) words.push_back(*at);
    }
    return words;
  });
}

std::shared_ptr<const ShardState> ShardCache::state_of(const std::filesystem::path& folder,
                                                       const Xapian::Database& database) {
  const std::string name = database.get_uuid() + ' ' + database.get_metadata(metadata::kStamp);
  const std::lock_guard lock(mutex_);
  if (const auto found = states_.find(name); found != states_.end()) {
    if (auto state = found->second.lock()) return state;
  }
  std::erase_if(states_, [](const auto& entry) { return entry.second.expired(); });
  auto state = std::make_shared<const ShardState>(folder, database);
  states_[name] = state;
  return state;
}

Shard::Shard(const std::filesystem::path& folder, ShardCache& cache)
    : folder_(folder), database_(open_shard(folder)), state_(cache.state_of(folder_, database_)) {}

PostingList Shard::find(std::string_view term, std::uint32_t offset) const {
  if (const auto hash = whole_hash(term)) {
    auto whole = documents_with_whole(*hash, database_, documents());
    std::erase_if(whole, [&](std::uint32_t one) { return one <= base() || one > last(); }); // a forged list
    return with_whole(std::move(whole), offset);
  }
  std::string own = xapian_term(term);
  const std::uint32_t df = is_indexable(own) ? database_.get_termfreq(own) : 0;
  return df == 0 ? PostingList() : PostingList(*this, std::move(own), df, offset);
}

std::shared_ptr<const Postings> Shard::postings(const std::string& term) const {
  if (auto known = state_->postings().find(term)) return known;
  auto read = std::make_shared<Postings>();
  const std::uint32_t df = std::min(database_.get_termfreq(term), documents()); // a forged list may claim any
  read->documents.reserve(df);
  read->tfs.reserve(df);
  const bool is_of_title = term.starts_with('S') || term.starts_with("ZS");
  const NumberArray& lengths = is_of_title ? rows().title_words : rows().words;
  const std::uint32_t first = base() + 1, end = last() + 1;
  const auto stop = database_.postlist_end(term);
  for (auto at = database_.postlist_begin(term); at != stop; ++at) {
    const std::uint32_t document = *at;
    if (document < first || document >= end) continue;                               // a forged list
    const std::uint32_t tf = std::clamp<std::uint32_t>(at.get_wdf(), 1, UINT16_MAX); // that of a boolean term is 0
    if (read->documents.size() % PostingBlock::kSize == 0) read->bounds.emplace_back();
    BlockBound& bound = read->bounds.back();
    bound.highest_tf = std::max(bound.highest_tf, tf);
    bound.shortest = std::min(bound.shortest, static_cast<std::uint32_t>(lengths.raw(document - base())));
    read->documents.push_back(document);
    read->tfs.push_back(static_cast<std::uint16_t>(tf));
  }
  state_->postings().keep(term, read, read->bytes() + kEntryBytes);
  return read;
}

StoredDocument Shard::stored(std::uint32_t document) const {
  auto bytes = std::make_shared<const std::string>(database_.get_metadata(metadata::stored(document)));
  if (bytes->empty()) return {};
  const char form = bytes->front();
  const Dictionary* dictionary = form == metadata::kWithoutDictionary ? nullptr : &state_->dictionary(database_);
  std::string_view in = std::string_view(*bytes).substr(1);
  if (form == metadata::kWhole) {
    Piece whole;
    auto plain = std::make_shared<std::string>();
    if (!take_piece(in, dictionary, whole) || !in.empty() || !whole.read(*plain)) return {};
    bytes = std::move(plain);
    in = *bytes;
    dictionary = nullptr;
  }
  StoredDocument stored = read_stored_document(in, dictionary);
  stored.bytes = std::move(bytes);
  return stored;
}

std::vector<std::uint32_t> Shard::with_id(std::string_view article_id) const {
  return documents_of(database_, schema::id_term(article_id));
}

std::vector<std::uint32_t> Shard::with_alias(std::string_view article_id) const {
  return documents_of(database_, schema::alias_term(article_id));
}

} // namespace trawl::index
