// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/sources.h"

#include "shared/search/match/doc_set.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <tuple>

namespace trawl::search {
namespace {

/// The newest document of those looked at, if any has a date.
class Newest {
 public:
  void look_at(const index::Columns& columns, std::uint32_t document) {
    const std::int64_t published = columns.published()[document];
    if (published == index::kUndated || published < published_) return;
    published_ = published;
    document_ = document;
  }

  /// The columns have only a moment; the article knows whether the date is a day or a moment.
  std::optional<Date> date(const Snapshot& snapshot) const {
    if (document_ == 0) return std::nullopt;
    const auto article = snapshot.index->article(document_, ArticlePart::Fields);
    return article ? article->published : std::nullopt;
  }

 private:
  std::int64_t published_ = index::kUndated;
  std::uint32_t document_ = 0;
};

std::vector<Newest> newest_by_source(const index::Columns& columns) {
  std::vector<Newest> newest(columns.source().values.size());
  DocSet(columns.live()).for_each([&](std::uint32_t document) {
    for (const std::uint32_t source : columns.source().of(document)) newest[source].look_at(columns, document);
  });
  return newest;
}

SourceStatus from_note(const index::SourceNote& note) {
  return {note.id,         note.label,   note.homepage,      0,         std::nullopt, note.last_success, note.health,
          note.last_error, note.fetches, note.fetched_bytes, note.gone, note.pace};
}

std::size_t number_of_terms(const IndexView& view) {
  std::size_t count = 0;
  for (index::Terms terms = view.columns.terms({}); !terms.at_end(); terms.next()) ++count;
  return count;
}

} // namespace

std::vector<SourceStatus> sources_of(const std::vector<index::SourceNote>& notes,
                                     const std::vector<SourceArticles>& articles) {
  std::vector<SourceStatus> sources;
  const auto known = [&](const std::string& id) { return std::ranges::find(sources, id, &SourceStatus::id); };
  for (const index::SourceNote& note : notes) {
    if (known(note.id) == sources.end()) sources.push_back(from_note(note));
  }
  for (const SourceArticles& of_source : articles) {
    auto it = known(of_source.source);
    if (it == sources.end()) {
      sources.push_back({});
      it = std::prev(sources.end());
      it->id = it->label = of_source.source;
    }
    it->articles = of_source.count;
    it->newest = of_source.newest;
  }
  std::ranges::sort(sources, [](const SourceStatus& a, const SourceStatus& b) {
    return std::tuple(text::fold(a.label), a.id) < std::tuple(text::fold(b.label), b.id);
  });
  return sources;
}

std::vector<SourceStatus> list_sources(const Snapshot& snapshot) {
  const index::ValueColumn& column = snapshot.columns().source();
  const std::vector<Newest> newest = newest_by_source(snapshot.columns());
  std::vector<SourceArticles> articles;
  for (std::uint32_t ordinal = 0; ordinal < column.values.size(); ++ordinal) {
    if (column.documents[ordinal] == 0) continue;
    articles.push_back(
        {std::string(column.values[ordinal]), column.documents[ordinal], newest[ordinal].date(snapshot)});
  }
  return sources_of(snapshot.notes, articles);
}

std::optional<Date> newest_date(const Snapshot& snapshot) {
  Newest newest;
  DocSet(snapshot.columns().live()).for_each([&](std::uint32_t document) {
    newest.look_at(snapshot.columns(), document);
  });
  return newest.date(snapshot);
}

IndexStats collect_stats(const Snapshot& snapshot) {
  IndexStats stats;
  const index::Columns& columns = snapshot.columns();
  stats.documents = columns.live_documents;
  stats.average_length = columns.average_words;
  stats.terms = number_of_terms(snapshot.view());
  stats.bytes = snapshot.index->bytes();
  stats.index = snapshot.state();
  stats.newest = newest_date(snapshot);
  stats.committed = snapshot.index->committed();
  return stats;
}

} // namespace trawl::search
