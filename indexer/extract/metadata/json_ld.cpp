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

constexpr std::size_t kMaxOpen = 1'000; ///< brackets; deeper than any that are read (kMaxJsonLdDepth)

/// Copies JSON and repairs it. One pass; distinguishes only strings and brackets.
class JsonRepair {
 public:
  explicit JsonRepair(std::string_view block) : in_(block) { out_.reserve(block.size() + 16); }

  std::string run() {
    skip_to_json();
    while (at_ < in_.size() && !(finished_ && open_.empty())) in_string_ ? string_character() : structure_character();
    if (in_string_) put('"');
    complete_last_member();
    for (; !open_.empty(); open_.pop_back()) out_ += open_.back();
    return std::move(out_);
  }

 private:
  void skip_to_json() {
    const auto start = in_.find_first_of("{[");
    at_ = start == std::string_view::npos ? in_.size() : start;
    // The "[" of "[CDATA[" does not begin an array.
    const auto section = in_.find("[CDATA[");
    if (section != std::string_view::npos && section <= at_) {
      const auto next = in_.find_first_of("{[", section + 7);
      at_ = next == std::string_view::npos ? in_.size() : next;
    }
  }

  /// Writes a character that is not inside a string.
  void put(char c) {
    if (!is_blank(c)) {
      last_ = c;
      last_at_ = out_.size();
    }
    out_ += c;
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  /// Whether the last thing written is a member's name, without colon and value.
  bool ends_in_name() const {
    return last_ == '"' && open_.ends_with('}') && (before_string_ == '{' || before_string_ == ',');
  }

  /// Gives the last member a value if it has none.
  void add_missing_value() {
    if (ends_in_name()) put(':');
    if (last_ != ':') return;
    out_ += "null";
    last_ = 'l';
  }

  void complete_last_member() {
    if (last_ == ',') out_.resize(last_at_);
    add_missing_value();
  }

  void string_character() {
    const char c = in_[at_++];
    if (c == '\\') {
      escape();
    } else if (c == '"' && !ends_string()) {
      out_ += "\\\""; // a quotation mark that should have been escaped
    } else if (c == '"') {
      in_string_ = false;
      put('"');
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out_ += ' ';
    } else {
      out_ += c;
    }
  }

  /// Whether the quotation mark just read ends its string, because structure follows it.
  bool ends_string() const {
    const auto next = in_.find_first_not_of(" \t\r\n", at_);
    return next == std::string_view::npos || std::string_view(",:}]").contains(in_[next]);
  }

  void escape() {
    if (at_ >= in_.size()) return;
    const char c = in_[at_];
    if (c == 'u' && !is_hex(in_.substr(at_ + 1, 4))) {
      out_ += "\\\\";
    } else if (std::string_view("\"\\/bfnrtu").contains(c)) {
      out_ += '\\';
      out_ += c;
      ++at_;
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out_ += c; // "\'" and the like: the character itself
      ++at_;
    }
  }

  static bool is_hex(std::string_view digits) {
    return digits.size() == 4 && digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  }

  void structure_character() {
    const char c = in_[at_];
    if (c == '/' && (in_.substr(at_, 2) == "//" || in_.substr(at_, 2) == "/*")) return comment();
    ++at_;
    if (c == '}' || c == ']') return close(c);
    if (c == ',' && (last_ == '\0' || std::string_view(",[{").contains(last_))) return; // nothing to separate
    if (c == '"') {
      in_string_ = true;
      before_string_ = last_;
    } else if (c == '{' || c == '[') {
      if (open_.size() == kMaxOpen) at_ = in_.size();
      open_ += c == '{' ? '}' : ']';
    } else if (c == ',') {
      add_missing_value();
    }
    put(c == ';' || static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
  }

  void comment() {
    const bool block = in_[at_ + 1] == '*';
    const auto end = in_.find(block ? "*/" : "\n", at_ + 2);
    at_ = end == std::string_view::npos ? in_.size() : end + (block ? 2 : 1);
  }

  void close(char c) {
    if (!open_.contains(c)) return; // there is nothing to close
    complete_last_member();
    while (open_.back() != c) {
      out_ += open_.back();
      open_.pop_back();
    }
    put(c);
    open_.pop_back();
    finished_ = open_.empty();
  }

  std::string_view in_;
  std::string out_;
  std::string open_; ///< the closing brackets still to come, innermost last
  std::size_t at_ = 0;
  std::size_t last_at_ = 0;   ///< where `last_` is in `out_`
  char last_ = '\0';          ///< the last character written outside strings that is not white space
  char before_string_ = '\0'; ///< the same before the last string
  bool in_string_ = false;
  bool finished_ = false;
};

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
      // The questions of a FAQ are not articles.
      const bool is_faq = type_of(*node) == "FAQPage";
      for (const char* name : {"mainEntityOfPage", "mainEntity", "@graph"}) {
        if (is_faq && std::string_view(name) == "mainEntity") continue;
        if (const json& inner = member(*node, name); inner.is_structured()) pending.push_back(&inner);
      }
    }
  }
  return nodes;
}

} // namespace

std::string repair_json(std::string_view block) { return JsonRepair(block).run(); }

std::optional<std::vector<JsonLdItem>> read_json_ld(std::string_view block) {
  json root = parse(block);
  if (root.is_discarded()) root = parse(repair_json(block));
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
