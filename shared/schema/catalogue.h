// SPDX-License-Identifier: GPL-3.0-or-later
/// The catalogue of sources: reads schema/sources.json or the user's own file.
#pragma once

#include "shared/base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::schema {

enum class SourceKind { Feed, Sitemap, PageList };

/// A URL that lists the articles of a source; crawls start from it.
struct Seed {
  SourceKind kind = SourceKind::Feed;
  std::string url;
};

/// What is_source_id asks of an id, as the rest of a sentence.
inline constexpr std::string_view kSourceIdRule =
    "must have a-z, 0-9 and - only, not begin with -, and be at most 40 long";

/// One source of the catalogue.
struct SourceDefinition {
  std::string id; ///< [a-z0-9][a-z0-9-]{0,39}
  std::string label;
  std::string homepage;
  std::vector<std::string> places; ///< further hosts and folders that are the source's, as web addresses
  Seed seed;
  std::optional<Seed> fallback;
  std::string article_pattern;               ///< PCRE, on the absolute URL; empty: everything
  std::vector<std::string> exclude_patterns; ///< PCRE
  bool fetch_pages = true;                   ///< false: only the content of the feed is indexed
  bool enabled = true;
  std::string language;                     ///< of articles that do not state theirs
  std::map<std::string, std::string> rules; ///< CSS selectors by field, see indexer/extract/page_rules.h
  std::string note;
};

/// Reads a sources file: {"sources": [{…}]}. BadInput names the file, the entry and the field.
Result<std::vector<SourceDefinition>> parse_catalogue(std::string_view json, const std::string& file_name);

/// The catalogue file with these sources; `parse_catalogue` reads it back.
std::string to_json(const std::vector<SourceDefinition>& sources);

} // namespace trawl::schema
