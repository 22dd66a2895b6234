// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/column_state.h"

#include "shared/article/article_id.h"
#include "shared/base/date_time.h"
#include "shared/index/postings/xapian_terms.h"
#include "shared/schema/terms.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace trawl::index {
namespace {

/// Of so many documents, which is a search of a command, the passages are read one by one.
constexpr std::size_t kFewPassages = 100;
constexpr std::size_t kPostingsBytes = std::size_t{64} << 20;

/// Calls `visit(document, value)` for the documents up to `last` that have a value in a slot.
template <typename Visit>
void for_each_value(const Xapian::Database& database, Xapian::valueno slot, std::uint32_t last, Visit visit) {
  for (auto it = database.valuestream_begin(slot); it != database.valuestream_end(slot); ++it) {
    if (it.get_docid() > last) return; // of a damaged table
    visit(it.get_docid(), *it);
  }
}

std::vector<std::uint64_t> documents_with(const Xapian::Database& database, const std::string& term,
                                          std::uint32_t last) {
  std::vector<std::uint64_t> bits(last / 64 + 1);
  for (auto it = database.postlist_begin(term); it != database.postlist_end(term) && *it <= last; ++it)
    bits[*it / 64] |= std::uint64_t{1} << (*it % 64);
  return bits;
}

/// A number as Xapian::sortable_serialise packs it.
std::int64_t number_of(const std::string& value) {
  const double number = Xapian::sortable_unserialise(value);
  constexpr double kMost = 0x1p62;
  return number > -kMost && number < kMost ? static_cast<std::int64_t>(number) : 0;
}

std::uint32_t count_of(const std::string& value) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number_of(value), 0, UINT32_MAX));
}

double mean(std::span<const std::uint32_t> numbers, std::uint32_t count) {
  std::uint64_t sum = 0;
  for (const std::uint32_t one : numbers) sum += one;
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

} // namespace

ColumnState::ColumnState(const Xapian::Database& database, bool with_gone)
    : last_document(database.get_lastdocid()), postings_(kPostingsBytes) {
  read_live(database, with_gone);
  const std::size_t size = std::size_t{last_document} + 1;
  words.resize(size);
  title_words.resize(size);
  const auto read = [&](Xapian::valueno slot, std::vector<std::uint32_t>& counts) {
    for_each_value(database, slot, last_document, [&](std::uint32_t document, const std::string& value) {
      if (is_live(document)) counts[document] = count_of(value);
    });
  };
  read(schema::kWordsSlot, words);
  read(schema::kTitleWordsSlot, title_words);
  average_words = mean(words, live_documents);
  average_title_words = mean(title_words, live_documents);
}

void ColumnState::read_live(const Xapian::Database& database, bool with_gone) {
  live = documents_with(database, {}, last_document);
  gone = documents_with(database, xapian_term(schema::kGoneTerm), last_document);
  hides_any_ = !with_gone && std::ranges::any_of(gone, [](std::uint64_t word) { return word != 0; });
  for (std::size_t i = 0; i < live.size(); ++i) {
    if (hides_any_) live[i] &= ~gone[i];
    live_documents += static_cast<std::uint32_t>(std::popcount(live[i]));
  }
}

const std::vector<std::uint64_t>& ColumnState::ids(const Xapian::Database& database) const {
  return ids_.get([&] {
    std::vector<std::uint64_t> ids(words.size());
    for_each_value(database, schema::kIdSlot, last_document, [&](std::uint32_t document, const std::string& value) {
      if (is_live(document)) ids[document] = article_number(value);
    });
    return ids;
  });
}

const std::vector<std::int64_t>& ColumnState::published(const Xapian::Database& database) const {
  return published_.get([&] {
    std::vector<std::int64_t> moments(words.size(), kUndated);
    for_each_value(database, schema::kDateSlot, last_document, [&](std::uint32_t document, const std::string& value) {
      if (is_live(document)) moments[document] = number_of(value);
    });
    return moments;
  });
}

const std::vector<std::int64_t>& ColumnState::published_days(const Xapian::Database& database) const {
  return days_.get([&] {
    std::vector<std::int64_t> days(words.size(), kUndated);
    for_each_value(database, schema::kDaySlot, last_document, [&](std::uint32_t document, const std::string& value) {
      if (const auto day = schema::day_of_value(value)) days[document] = day->time_since_epoch().count();
    });
    return days;
  });
}

const ValueColumn& ColumnState::field(std::size_t i, const Xapian::Database& database) const {
  return fields_[i].get([&] { return ValueColumn(database, i, last_document, live); });
}

const PassageColumn* ColumnState::passages(const Xapian::Database& database) const {
  if (passages_read_ < kFewPassages && ++passages_read_ < kFewPassages) return nullptr;
  return &passages_.get([&] {
    PassageColumn out;
    std::uint32_t done = 0;
    const auto end_until = [&](std::uint64_t document) {
      while (done < document) out.ends[done++] = static_cast<std::uint32_t>(out.passages.size());
    };
    out.ends.resize(std::size_t{last_document} + 1);
    out.passages.reserve(std::size_t{2} * last_document); // most articles have one; memory is taken when it is written
    for_each_value(database, schema::kPassagesSlot, last_document,
                   [&](std::uint32_t document, const std::string& value) {
                     end_until(document);
                     meaning::append(out.passages, value);
                   });
    end_until(out.ends.size());
    return out;
  });
}

const std::vector<std::string>& ColumnState::frequent_words(char first, const Xapian::Database& database) const {
  return frequent_words_[static_cast<unsigned char>(first)].get([&] {
    std::vector<std::string> frequent;
    const std::string beginning(1, first);
    for (auto at = database.allterms_begin(beginning); at != database.allterms_end(beginning); ++at)
      if (at.get_termfreq() >= kFrequentDf) frequent.push_back(*at);
    return frequent;
  });
}

} // namespace trawl::index
