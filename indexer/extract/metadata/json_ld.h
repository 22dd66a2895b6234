// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the JSON-LD blocks of a page (https://www.w3.org/TR/json-ld11/, schema.org).
///
/// The blocks are read as plain JSON: contexts are not resolved, references by "@id" within a block are. Repairs the
/// kinds of damage that content management systems cause (raw newlines, trailing commas, comments, a missing end).
/// Drops values that are nested deeper than kMaxJsonLdDepth.
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
  Site,    ///< WebSite, or an organization
  Other,   ///< anything else: a product, an event
};

struct JsonLdAuthor {
  std::string name;
  std::string affiliation;
  bool is_organization = false; ///< by its @type
};

/// One node that describes the page, an article or the site. Texts are clean (clean_value); dates are as written.
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
  bool accessible = true; ///< isAccessibleForFree
};

inline constexpr std::string_view kFrontMatterType = "front matter";

/// The name of the signal in provenance.
inline std::string_view signal_name(const JsonLdItem& item) {
  return item.type == kFrontMatterType ? kFrontMatterType : "json-ld";
}

/// The items of one block in its order, those inside @graph and mainEntity included; nullopt if the block cannot be
/// parsed. Never throws; linear in the block.
std::optional<std::vector<JsonLdItem>> read_json_ld(std::string_view block);

} // namespace trawl::extract
