// SPDX-License-Identifier: GPL-3.0-or-later
/// Looks whether a source has said something in a store that it may not say (indexer/identity/places.h): what derives
/// articles must never let it.
#pragma once

#include "indexer/identity/places.h"
#include "indexer/store/article_store.h"
#include "shared/article/article_record.h"
#include "shared/article/speaker.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"
#include "shared/url/canonical.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace trawl::crawl::test_support {

/// The articles of which a source says something that it may not, as sentences, at most `limit`. Reads the whole store.
inline Result<std::vector<std::string>> breaches(store::Database& database, const identity::Places& places,
                                                 std::size_t limit) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& sentence) {
    if (found.size() < limit) found.push_back(sentence);
    return found.size() < limit;
  };
  // An imported article is what its user says.
  std::set<std::string> imported;
  TRAWL_CHECK(database.each("SELECT a.id FROM articles a JOIN inputs i ON i.id = a.member WHERE i.kind = 1", {},
                            [&](const store::Row& row) { return imported.insert(row.text(0)), true; }));
  Result<void> result;
  TRAWL_CHECK(store::ArticleStore(database).each(
      [&](std::string_view record) {
        const auto article = from_record(record, ArticlePart::Fields);
        if (!article) result = std::unexpected(article.error());
        if (!article || imported.contains(article->id)) return article.has_value();
        for (const Provenance& row : article->provenance) {
          const Saying said = saying_of(row, *article);
          const bool is_page = said.source == article->source && url::site(said.address) == url::site(article->url);
          if (said.is_own || is_page || places.may_state(said.source, article->url)) continue;
          if (!add(article->url + ": its " + row.field + " was said by " + said.source + " at " + said.address))
            return false;
        }
        return true;
      },
      store::Articles::All));
  TRAWL_CHECK(result);
  TRAWL_CHECK(database.each("SELECT i.url, m.source FROM members m JOIN inputs i ON i.id = m.input WHERE i.kind = 2",
                            {}, [&](const store::Row& row) {
                              return places.may_state(row.text(1), row.text(0)) ||
                                     add(row.text(0) + ": it is made of an entry of " + row.text(1));
                            }));
  TRAWL_CHECK(database.each(
      "SELECT a.id, h.source, s.source FROM articles a JOIN names n ON n.id = a.id "
      "JOIN members h ON h.input = n.input JOIN members s ON s.input = a.member "
      "JOIN inputs hi ON hi.id = h.input JOIN inputs si ON si.id = s.input "
      "WHERE h.source <> s.source AND (h.tenant = '' OR h.tenant <> s.tenant) AND hi.url <> si.url",
      {}, [&](const store::Row& row) {
        return add(row.text(0) + ": this id of " + row.text(1) + " is that of an article of " + row.text(2));
      }));
  return found;
}

} // namespace trawl::crawl::test_support
