// SPDX-License-Identifier: GPL-3.0-or-later
/// What a page's JSON-LD blocks (https://www.w3.org/TR/json-ld11/, schema.org) say about its article.
///
/// Read as plain JSON: contexts are not resolved, "@id" references within the page are. Broken blocks are mended where
/// the damage is one that content management systems make (raw newlines, trailing commas, comments, a cut-off end).
/// Nesting deeper than kMaxJsonLdDepth is dropped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

inline constexpr std::size_t kMaxJsonLdDepth = 32;
inline constexpr std::size_t kMaxJsonLdBytes = 2u << 20; ///< of all blocks of a page
inline constexpr std::size_t kMaxJsonLdItems = 64;

enum class JsonLdKind {
  Article, ///< an article of any kind, a posting, a recipe, a how-to, a video, an episode
  Page,    ///< WebPage and its kinds
  Site,    ///< WebSite, or the publisher as a node of its own
  Other,   ///< something with a name, not an article (Product, Event)
};

struct JsonLdAuthor {
  std::string name;
  std::string affiliation;
  bool is_organization = false; ///< by its @type
};

/// One node that describes the page, an article or the site. Text is clean; dates are as written.
struct JsonLdItem {
  JsonLdKind kind = JsonLdKind::Other;
  std::string type;
  std::string url;
  std::string headline;
  std::string description;
  std::vector<JsonLdAuthor> authors;
  std::string published;
  std::string modified;
  std::string publisher;
  std::string language;
  std::string image;
  std::string section;
  std::vector<std::string> keywords;
  std::string body;
  bool accessible = true; ///< false: isAccessibleForFree says no
};

inline constexpr std::string_view kFrontMatterType = "front matter";

/// How provenance names the item.
inline std::string_view witness_name(const JsonLdItem& item) {
  return item.type == kFrontMatterType ? kFrontMatterType : "json-ld";
}

/// All describing nodes of one block, in its order, nodes of @graph and mainEntity included. nullopt: the block could
/// not be mended. Never throws; linear in the block.
std::optional<std::vector<JsonLdItem>> read_json_ld(std::string_view block);

/// The JSON text with the usual damages mended. For tests.
std::string mend_json(std::string_view block);

} // namespace trawl::extract
