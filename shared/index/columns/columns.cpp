// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns.h"

#include "shared/article/article_id.h"
#include "shared/index/postings/xapian_terms.h"
#include "shared/schema/terms.h"

#include <algorithm>
#include <utility>

namespace trawl::index {
namespace {

/// What an entry of the cache takes besides its lists.
constexpr std::size_t kEntryBytes = 128;

constexpr std::size_t kSourceField = *schema::filter_index("source");

} // namespace

std::uint32_t Columns::find(std::string_view article_id) const {
  for (const std::string& term : {schema::id_term(article_id), schema::alias_term(article_id)}) {
    for (auto at = database_.postlist_begin(term); at != database_.postlist_end(term); ++at)
      if (is_live(*at)) return *at;
  }
  return 0;
}

const ValueColumn* Columns::column(std::string_view filter) const {
  const auto index = schema::filter_index(filter);
  return index ? &field(*index) : nullptr;
}

const ValueColumn& Columns::source() const { return field(kSourceField); }

PostingList Columns::find_postings(std::string_view term) const {
  std::string own = xapian_term(term);
  if (auto known = state_->postings().find(own)) return PostingList(std::move(known));
  const std::uint32_t listed = is_indexable(own) ? database_.get_termfreq(own) : 0;
  const std::uint32_t documents = df(own, listed);
  return documents == 0 ? PostingList() : PostingList(*this, std::move(own), documents);
}

std::uint32_t Columns::df(const std::string& term, std::uint32_t listed) const {
  if (listed == 0 || !state_->hides_any()) return std::min(listed, last_document);
  return static_cast<std::uint32_t>(postings(term)->documents.size());
}

std::shared_ptr<const Postings> Columns::postings(const std::string& term) const {
  if (auto known = state_->postings().find(term)) return known;
  auto read = std::make_shared<Postings>();
  const std::uint32_t df = std::min(database_.get_termfreq(term), last_document); // a damaged list may claim any
  read->documents.reserve(df);
  read->tfs.reserve(df);
  for (auto at = database_.postlist_begin(term); at != database_.postlist_end(term); ++at) {
    const std::uint32_t document = *at;
    if (!is_live(document)) continue;
    const std::uint32_t tf = std::clamp<std::uint32_t>(at.get_wdf(), 1, UINT16_MAX); // that of a boolean term is 0
    read->documents.push_back(document);
    read->tfs.push_back(static_cast<std::uint16_t>(tf));
  }
  state_->postings().keep(term, read, read->bytes() + kEntryBytes);
  return read;
}

void Columns::keep_phrase(const std::string& phrase, std::vector<std::uint32_t> documents) const {
  auto kept = std::make_shared<Postings>();
  kept->documents = std::move(documents);
  const std::size_t bytes = kept->bytes() + kEntryBytes;
  state_->postings().keep(phrase, std::move(kept), bytes);
}

void Columns::read_positions(std::uint32_t document, std::string_view term, std::vector<std::uint32_t>& out,
                             std::size_t most) const {
  out.clear();
  const std::string own = xapian_term(term);
  if (!is_indexable(own)) return;
  const auto end = database_.positionlist_end(document, own);
  for (auto at = database_.positionlist_begin(document, own); at != end && out.size() < most; ++at) out.push_back(*at);
}

std::uint64_t Columns::id_of(std::uint32_t document) const {
  return article_number(database_.get_document(document, Xapian::DOC_ASSUME_VALID).get_value(schema::kIdSlot));
}

StoredDocument Columns::stored_document(std::uint32_t document) const {
  return read_document_data(database_.get_document(document, Xapian::DOC_ASSUME_VALID).get_data());
}

std::span<const meaning::PackedVector> Columns::passages(std::uint32_t document,
                                                         std::vector<meaning::PackedVector>& room) const {
  if (const PassageColumn* const all = state_->passages(database_)) return all->of(document);
  room.clear();
  meaning::append(room, database_.get_document(document, Xapian::DOC_ASSUME_VALID).get_value(schema::kPassagesSlot));
  return room;
}

} // namespace trawl::index
