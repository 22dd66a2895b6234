// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/xapian/record_terms.h"

#include "shared/article/article_id.h"
#include "shared/schema/terms.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include <xapian.h>

namespace trawl::index {
namespace {

using glass::Posting;
using Visit = std::function<void(std::string_view term, std::span<const Posting> postings)>;

/// The prefixes of stems in the title and in title or text (shared/text/analyzer.h).
constexpr std::string_view kTitleStem = "SZ", kStem = "Z";

/// Calls `visit` for the terms with a prefix, in order, with their postings in all parts.
template <typename VisitList>
void for_each_stem(const RecordDocuments& documents, std::string_view prefix, VisitList visit) {
  std::vector<TermDictionary::Iterator> terms;
  for (const Part& part : documents.parts()) terms.push_back(part.segment->terms().lower_bound(prefix));
  const auto is_over = [&](const auto& it) { return it.at_end() || !it.term().starts_with(prefix); };
  PostingBlock block;
  std::vector<Posting> postings;
  std::string term;
  for (;;) {
    const std::string* least = nullptr;
    for (const auto& it : terms) {
      if (!is_over(it) && (least == nullptr || it.term() < *least)) least = &it.term();
    }
    if (least == nullptr) return;
    term = *least;
    postings.clear();
    for (std::size_t p = 0; p < terms.size(); ++p) {
      if (is_over(terms[p]) || terms[p].term() != term) continue;
      const PostingList list = documents.parts()[p].segment->postings(terms[p].entry());
      const std::vector<std::uint32_t>& numbers = documents.numbers(p);
      for (std::size_t i = 0; i < list.blocks(); ++i) {
        list.read(i, true, block);
        for (std::size_t at = 0; at < block.size; ++at) {
          const std::uint32_t number = numbers[block.documents[at]];
          if (number != 0) postings.push_back({number, block.tf[at]});
        }
      }
      terms[p].next();
    }
    if (!postings.empty()) visit(term, postings);
  }
}

/// Adds lists of terms that were collected as (text, document).
template <typename Text, typename TermOf>
void visit_collected(std::vector<std::pair<Text, std::uint32_t>>& collected, TermOf term_of, const Visit& visit) {
  std::ranges::sort(collected);
  std::vector<Posting> postings;
  for (std::size_t i = 0; i < collected.size(); ++i) {
    postings.push_back({collected[i].second, 0});
    if (i + 1 < collected.size() && collected[i + 1].first == collected[i].first) continue;
    visit(term_of(collected[i].first), postings);
    postings.clear();
  }
}

void visit_ids(const RecordDocuments& documents, const Visit& visit) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ids;
  ids.reserve(documents.count());
  documents.for_each([&](const Part& part, std::uint32_t local, std::uint32_t number) {
    ids.emplace_back(part.segment->names().ids.raw(local), number);
  });
  visit_collected(ids, [](std::uint64_t id) { return schema::id_term(article_id_of(id)); }, visit);
}

void visit_aliases(const RecordDocuments& documents, const Visit& visit) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> aliases;
  for (std::size_t p = 0; p < documents.parts().size(); ++p) {
    const SegmentNames& names = documents.parts()[p].segment->names();
    for (std::size_t i = 0; i < names.aliases.size(); ++i) {
      const std::uint64_t local = names.alias_documents.raw(i);
      if (local >= documents.numbers(p).size()) continue;
      if (const std::uint32_t number = documents.numbers(p)[local]; number != 0) {
        aliases.emplace_back(names.aliases.raw(i), number);
      }
    }
  }
  std::ranges::sort(aliases);
  aliases.erase(std::ranges::unique(aliases).begin(), aliases.end());
  visit_collected(aliases, [](std::uint64_t id) { return schema::alias_term(article_id_of(id)); }, visit);
}

void visit_months(const RecordDocuments& documents, const Visit& visit) {
  std::map<std::string, std::vector<Posting>> months;
  documents.for_each([&](const Part& part, std::uint32_t local, std::uint32_t number) {
    const std::int64_t published = part.segment->published_at(local);
    if (published != kUndated) {
      months[schema::month_term(Moment(std::chrono::seconds(published)))].push_back({number, 0});
    }
  });
  for (const auto& [term, postings] : months) visit(term, postings);
}

/// By ordinal, the key of a field's value.
std::vector<std::string_view> keys_of(const RecordDocuments& documents, std::size_t field) {
  std::vector<std::string_view> keys;
  for (const Part& part : documents.parts()) {
    const ValueTable& table = part.segment->field(field).values;
    keys.resize(std::max<std::size_t>(keys.size(), table.first() + table.size()));
    for (std::uint32_t i = 0; i < table.size(); ++i) keys[table.first() + i] = table.key(i);
  }
  return keys;
}

/// Calls `visit(number, ordinal, is_first)` for the values of all documents.
template <typename VisitValue>
void for_each_value(const RecordDocuments& documents, std::size_t i, VisitValue visit) {
  documents.for_each([&](const Part& part, std::uint32_t local, std::uint32_t number) {
    const FieldColumn& field = part.segment->field(i);
    const std::uint64_t begin = field.ends.raw(local - 1), end = field.ends.raw(local);
    for (std::uint64_t at = begin; at < end && at < field.ordinals.size(); ++at) {
      visit(number, static_cast<std::uint32_t>(field.ordinals.raw(at)), at == begin);
    }
  });
}

void visit_field(const RecordDocuments& documents, std::size_t field, const Visit& visit) {
  const std::vector<std::string_view> keys = keys_of(documents, field);
  std::vector<std::uint32_t> ends(keys.size() + 1);
  for_each_value(documents, field, [&](std::uint32_t, std::uint32_t ordinal, bool) {
    if (ordinal < keys.size()) ++ends[ordinal + 1];
  });
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<Posting> postings(ends.back());
  std::vector<std::uint32_t> next(ends.begin(), ends.end() - 1);
  for_each_value(documents, field, [&](std::uint32_t number, std::uint32_t ordinal, bool) {
    if (ordinal < keys.size()) postings[next[ordinal]++] = {number, 0};
  });
  std::vector<std::pair<std::string, std::uint32_t>> terms;
  for (std::uint32_t ordinal = 0; ordinal < keys.size(); ++ordinal) {
    if (ends[ordinal] == ends[ordinal + 1]) continue;
    terms.emplace_back(schema::filter_term(schema::kFilterFields[field], keys[ordinal]), ordinal);
  }
  std::ranges::sort(terms);
  for (const auto& [term, ordinal] : terms) {
    visit(term, std::span(postings).subspan(ends[ordinal], ends[ordinal + 1] - ends[ordinal]));
  }
}

/// Calls `visit(number, value)` for the values of a slot, by document.
template <typename VisitValue>
void for_each_slot_value(const RecordDocuments& documents, unsigned slot, VisitValue visit) {
  if (slot == schema::kDateSlot) {
    documents.for_each([&](const Part& part, std::uint32_t local, std::uint32_t number) {
      const std::int64_t published = part.segment->published_at(local);
      if (published != kUndated) visit(number, Xapian::sortable_serialise(static_cast<double>(published)));
    });
    return;
  }
  const std::size_t field = slot - schema::value_slot(0);
  const std::vector<std::string_view> keys = keys_of(documents, field);
  for_each_value(documents, field, [&](std::uint32_t number, std::uint32_t ordinal, bool is_first) {
    if (is_first && ordinal < keys.size()) visit(number, keys[ordinal]);
  });
}

} // namespace

RecordDocuments::RecordDocuments(std::span<const Part> parts) : parts_(parts) {
  for (const Part& part : parts) {
    auto& numbers = numbers_.emplace_back(std::size_t{part.segment->documents()} + 1);
    for (std::uint32_t local = 1; local < numbers.size(); ++local) {
      if (!part.is_removed(local)) numbers[local] = ++count_;
    }
  }
}

RecordLengths record_lengths(const RecordDocuments& documents) {
  RecordLengths out;
  out.of.resize(documents.count());
  for (std::uint32_t i = 0; i < out.of.size(); ++i) out.of[i] = {i + 1, 0};
  for (const std::string_view prefix : {kTitleStem, kStem}) {
    for_each_stem(documents, prefix, [&](std::string_view, std::span<const Posting> postings) {
      for (const auto& [document, wdf] : postings) {
        out.of[document - 1].wdf += wdf;
        out.highest_wdf = std::max(out.highest_wdf, wdf);
      }
    });
  }
  for (const auto& [document, length] : out.of) {
    out.total += length;
    out.greatest = std::max(out.greatest, length);
    if (length > 0) out.least = out.least == 0 ? length : std::min(out.least, length);
  }
  return out;
}

void add_values(const RecordDocuments& documents, glass::TableWriter& table) {
  constexpr unsigned kSlots = schema::value_slot(schema::kFilterFields.size());
  for (unsigned slot = 0; slot < kSlots; ++slot) {
    glass::ValueBounds bounds;
    for_each_slot_value(documents, slot, [&](std::uint32_t, std::string_view value) {
      if (bounds.documents++ == 0) bounds.lower = bounds.upper = value;
      if (value < bounds.lower) bounds.lower = value;
      if (value > bounds.upper) bounds.upper = value;
    });
    glass::add_bounds(table, slot, bounds);
  }
  for (unsigned slot = 0; slot < kSlots; ++slot) {
    glass::ValueList values(table, slot);
    for_each_slot_value(documents, slot,
                        [&](std::uint32_t number, std::string_view value) { values.add(number, value); });
  }
}

void add_terms(const RecordDocuments& documents, glass::TableWriter& table) {
  const Visit add = [&](std::string_view term, std::span<const Posting> postings) {
    glass::add_list(table, term, postings);
  };
  // No prefix is the beginning of another group's terms, so the groups follow each other in the order of prefixes.
  std::map<std::string, std::function<void()>> groups;
  groups[std::string(schema::find_field("id")->prefix)] = [&] { visit_ids(documents, add); };
  groups[std::string(schema::find_field("aliases")->prefix)] = [&] { visit_aliases(documents, add); };
  groups[std::string(schema::find_filter("date")->prefix)] = [&] { visit_months(documents, add); };
  for (std::size_t field = 0; field < schema::kFilterFields.size(); ++field) {
    groups[std::string(schema::find_filter(schema::kFilterFields[field])->prefix)] = [&, field] {
      visit_field(documents, field, add);
    };
  }
  for (const std::string_view prefix : {kTitleStem, kStem}) {
    groups[std::string(prefix)] = [&, prefix] { for_each_stem(documents, prefix, add); };
  }
  for (const auto& [prefix, visit] : groups) visit();
}

} // namespace trawl::index
