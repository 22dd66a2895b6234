// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/json_ld.h"

#include "indexer/extract/metadata/metadata_text.h"
#include "shared/base/ascii.h"
#include "shared/base/json.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace trawl::extract {

namespace {

using nlohmann::json;

using NodesById = std::unordered_map<std::string, const json*>;

constexpr std::size_t kMaxNodes = 4'000;
constexpr std::size_t kMaxItemAuthors = 50;

/// Parses without exceptions. Leaves out values that are nested deeper than the limit.
json parse(std::string_view text) {
  const auto keep = [](int depth, json::parse_event_t, json&) { return depth < static_cast<int>(kMaxJsonLdDepth); };
  return parse_json(text, keep, JsonComments::Ignored);
}

/// The member of an object, or null.
const json& member(const json& node, const char* name) {
  static const json kNull;
  if (!node.is_object()) return kNull;
  const auto found = node.find(name);
  return found == node.end() ? kNull : *found;
}

/// The value as clean text: a string or integer itself, of an array the first element, of an object its @value, name or
/// url. Empty for everything else.
std::string text_of(const json& value) {
  const json* at = &value;
  for (int step = 0; step < 4; ++step) {
    if (at->is_string()) return clean_value(at->get_ref<const std::string&>());
    if (at->is_number_integer()) return std::to_string(at->get<long long>());
    if (at->is_array() && !at->empty()) {
      at = &at->front();
    } else if (at->is_object()) {
      const json* inner = &member(*at, "@value");
      if (inner->is_null()) inner = &member(*at, "name");
      if (inner->is_null()) inner = &member(*at, "url");
      at = inner;
    } else {
      break;
    }
  }
  return {};
}

std::string first_text(const json& node, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (std::string text = text_of(member(node, name)); !text.empty()) return text;
  }
  return {};
}

/// A type without its prefix: "NewsArticle" for "https://schema.org/NewsArticle" and "schema:NewsArticle".
std::string local_name(std::string_view type) {
  const auto cut = type.find_last_of("/:#");
  return std::string(cut == std::string_view::npos ? type : type.substr(cut + 1));
}

JsonLdKind kind_of(std::string_view type) {
  constexpr std::array<std::string_view, 14> kArticles = {
      "Recipe",  "HowTo",   "Review",         "Report",       "QAPage",      "Question", "DiscussionForumPosting",
      "Episode", "Dataset", "PodcastEpisode", "CreativeWork", "VideoObject", "Course",   "SoftwareSourceCode"};
  constexpr std::array<std::string_view, 6> kSites = {"WebSite",     "Organization",  "NewsMediaOrganization",
                                                      "Corporation", "LocalBusiness", "Blog"};
  if (type.ends_with("Article") || type.ends_with("Posting") || std::ranges::find(kArticles, type) != kArticles.end()) {
    return type == "JobPosting" ? JsonLdKind::Other : JsonLdKind::Article;
  }
  if (type.ends_with("Page")) return JsonLdKind::Page;
  return std::ranges::find(kSites, type) != kSites.end() ? JsonLdKind::Site : JsonLdKind::Other;
}

/// The type of a node. If there are several types, the first that is an article's, else the first.
std::string type_of(const json& node) {
  const json& type = member(node, "@type");
  if (type.is_string()) return local_name(type.get_ref<const std::string&>());
  if (!type.is_array()) return {};
  std::string best;
  for (const json& one : type) {
    if (!one.is_string()) continue;
    std::string name = local_name(one.get_ref<const std::string&>());
    if (kind_of(name) == JsonLdKind::Article) return name;
    if (best.empty()) best = std::move(name);
  }
  return best;
}

/// The node that a bare {"@id": …} refers to, or the node itself.
const json& resolve(const json& node, const NodesById& by_id) {
  const json& id = member(node, "@id");
  if (!id.is_string() || node.contains("name")) return node;
  const auto found = by_id.find(id.get_ref<const std::string&>());
  return found == by_id.end() ? node : *found->second;
}

/// The name of the publisher: an object, a reference, the first of a list, or a plain string. An address is not a name.
std::string publisher_of(const json& value, const NodesById& by_id) {
  const json& first = value.is_array() && !value.empty() ? value.front() : value;
  if (first.is_object()) return text_of(member(resolve(first, by_id), "name"));
  std::string name = text_of(first);
  if (const auto found = by_id.find(name); found != by_id.end()) return text_of(member(*found->second, "name"));
  return name.contains("://") ? std::string() : name;
}

std::vector<JsonLdAuthor> authors_of(const json& value, const NodesById& by_id) {
  std::vector<JsonLdAuthor> authors;
  const auto add = [&](const json& one) {
    const json& node = resolve(one, by_id);
    JsonLdAuthor author;
    if (node.is_object()) {
      const json& name = member(node, "name");
      if (name.is_array() && name.size() > 1) {
        for (const json& each : name) {
          if (authors.size() < kMaxItemAuthors) authors.push_back({text_of(each), {}, false});
        }
        return;
      }
      author.name = text_of(name);
      author.affiliation = first_text(node, {"affiliation", "worksFor"});
      author.is_organization = kind_of(type_of(node)) == JsonLdKind::Site;
    } else if (node.is_string()) {
      author.name = clean_value(node.get_ref<const std::string&>());
    }
    if (!author.name.empty() && authors.size() < kMaxItemAuthors) authors.push_back(std::move(author));
  };
  if (value.is_array()) {
    for (const json& one : value) add(one);
  } else {
    add(value);
  }
  return authors;
}

std::vector<std::string> list_of(const json& value) {
  std::vector<std::string> list;
  const auto add_split = [&](const std::string& text) {
    for (std::size_t from = 0; from <= text.size() && list.size() < 100;) {
      const auto comma = std::min(text.find(',', from), text.size());
      if (std::string one = squeeze(text.substr(from, comma - from)); !one.empty()) list.push_back(std::move(one));
      from = comma + 1;
    }
  };
  if (value.is_array()) {
    for (const json& one : value) add_split(text_of(one));
  } else {
    add_split(text_of(value));
  }
  return list;
}

std::string image_of(const json& value, const NodesById& by_id) {
  const json* at = &value;
  if (at->is_array() && !at->empty()) at = &at->front();
  at = &resolve(*at, by_id);
  if (at->is_string()) return clean_value(at->get_ref<const std::string&>());
  if (std::string url = first_text(*at, {"url", "contentUrl"}); !url.empty()) return url;
  const std::string id = text_of(member(*at, "@id"));
  return id.contains('#') ? std::string() : id; // "…/#primaryimage" is the name of a node
}

bool is_accessible(const json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (!value.is_string()) return true;
  const std::string text = ascii::to_lower(value.get_ref<const std::string&>());
  return text != "false" && text != "no";
}

/// Reads the front matter of a Distill article (https://distill.pub/guide/), which has the same fields under other
/// names.
void read_front_matter(const json& node, JsonLdItem& item) {
  const json& authors = member(node, "authors");
  if (!item.type.empty() || !authors.is_array() || item.headline.empty()) return;
  item.type = kFrontMatterType;
  item.kind = JsonLdKind::Article;
  item.published = first_text(node, {"published", "publishedDate", "date"});
  item.modified = first_text(node, {"updatedDate"});
  for (const json& author : authors) {
    if (item.authors.size() == kMaxItemAuthors) break;
    item.authors.push_back(
        {first_text(author, {"author", "name"}), first_text(author, {"affiliations", "affiliation"})});
  }
}

JsonLdItem item_of(const json& node, const NodesById& by_id) {
  JsonLdItem item;
  item.type = type_of(node);
  item.kind = kind_of(item.type);
  item.url = first_text(node, {"url", "mainEntityOfPage", "@id"});
  if (const json& page = member(node, "mainEntityOfPage"); page.is_object()) {
    if (std::string id = text_of(member(page, "@id")); !id.empty()) item.url = std::move(id);
  }
  item.headline = first_text(node, {"headline", "name", "title"});
  item.description = first_text(node, {"description", "abstract"});
  item.authors = authors_of(member(node, "author"), by_id);
  if (item.authors.empty()) item.authors = authors_of(member(node, "creator"), by_id);
  item.published = first_text(node, {"datePublished", "dateCreated", "uploadDate"});
  item.modified = first_text(node, {"dateModified"});
  item.publisher = publisher_of(member(node, "publisher"), by_id);
  item.language = first_text(node, {"inLanguage"});
  item.image = image_of(member(node, "image"), by_id);
  if (item.image.empty()) item.image = first_text(node, {"thumbnailUrl"});
  item.section = first_text(node, {"articleSection"});
  item.keywords = list_of(member(node, "keywords"));
  if (const json& body = member(node, "articleBody"); body.is_string()) item.body = body.get<std::string>();
  item.accessible = is_accessible(member(node, "isAccessibleForFree"));
  read_front_matter(node, item);
  return item;
}

/// The objects that may be items: those at the top, in arrays, in @graph, mainEntity and mainEntityOfPage.
std::vector<const json*> item_nodes(const json& root) {
  std::vector<const json*> nodes;
  std::vector<const json*> pending = {&root};
  while (!pending.empty() && nodes.size() < kMaxNodes) {
    const json* node = pending.back();
    pending.pop_back();
    if (node->is_array()) {
      for (auto one = node->rbegin(); one != node->rend(); ++one) pending.push_back(&*one);
    } else if (node->is_object()) {
      nodes.push_back(node);
      for (const char* name : {"mainEntityOfPage", "mainEntity", "@graph"}) {
        if (const json& inner = member(*node, name); inner.is_structured()) pending.push_back(&inner);
      }
    }
  }
  return nodes;
}

} // namespace

std::optional<std::vector<JsonLdItem>> read_json_ld(std::string_view block) {
  const json root = parse(block);
  if (root.is_discarded()) return std::nullopt;

  const std::vector<const json*> nodes = item_nodes(root);
  NodesById by_id;
  for (const json* node : nodes) {
    if (const json& id = member(*node, "@id"); id.is_string() && node->size() > 1) {
      by_id.emplace(id.get_ref<const std::string&>(), node);
    }
  }
  std::vector<JsonLdItem> items;
  for (const json* node : nodes) {
    if (items.size() >= kMaxJsonLdItems) break;
    JsonLdItem item = item_of(*node, by_id);
    if (!item.type.empty() || !item.headline.empty()) items.push_back(std::move(item));
  }
  return items;
}

} // namespace trawl::extract
