// SPDX-License-Identifier: GPL-3.0-or-later
/// The article. All programs use these field names; schema/fields.json is the table of them.
#pragma once

#include "shared/base/date_time.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trawl {

/// Longer texts are cut. The daemon's limit on an answer allows for such a text and its Markdown
/// (searchd/http/http_limits.h).
inline constexpr std::size_t kMaxArticleText = 3'000'000;

/// The same article at another address or in another source, folded into this one.
struct Copy {
  std::string url;
  std::string source;     ///< id of a source
  std::string title = {}; ///< empty if unknown

  auto operator<=>(const Copy&) const = default;
};

/// Where a field's value came from: {"title", "og:title"}, {"published", "feed"}, {"category", "topics.json: kernel"}.
struct Provenance {
  std::string field;
  std::string from;
  int confidence_percent = 0; ///< how likely the value is right, 1 to 99; 0: not estimated

  auto operator<=>(const Provenance&) const = default;
};

/// One article as it is stored, indexed and returned. All text is valid UTF-8 (NFC) without control characters but
/// newlines and tabs in `text`; `structure` is bytes. An empty string or nullopt means unknown; the API shows it as
/// null.
struct Article {
  std::string id;                        ///< 16 hex digits, see article_id.h; kept when the address changes
  std::vector<std::string> aliases;      ///< further ids, and addresses, that lead to it, sorted; see article_names.h
  std::string url;                       ///< canonical, absolute, http or https
  std::string title;                     ///< never empty once enriched: falls back to the first words of the text
  std::string source;                    ///< id of a source, [a-z0-9][a-z0-9-]{0,39}
  std::string site;                      ///< registrable domain of `url`
  std::vector<std::string> authors;      ///< one person or team each
  std::vector<std::string> affiliations; ///< companies named with the authors
  std::vector<std::string> captions;     ///< of the figures in the text, in order; searched, but not part of the text
  std::optional<Date> published;
  std::optional<Date> updated;
  Moment indexed{};                 ///< when it first became searchable; kept when the article is replaced
  std::string category;             ///< one of the ten, or empty
  std::vector<std::string> tags;    ///< lower case, sorted by importance
  std::string language;             ///< BCP 47 primary subtag, or empty
  std::string text;                 ///< blocks separated by a blank line; code keeps every space and line break
  std::string structure;            ///< of `text`: content::unpack turns both into content; empty if not known
  std::string image;                ///< absolute URL of the lead image, or empty
  std::size_t words = 0;            ///< of the whole text
  int reading_minutes = 1;          ///< of the whole text, at least 1
  std::optional<Moment> gone_since; ///< when its publisher was seen to have withdrawn it; hidden then
  std::vector<Copy> copies;
  std::vector<Provenance> provenance;
};

} // namespace trawl
