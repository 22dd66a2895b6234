// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/catalogue.h"

#include <algorithm>
#include <initializer_list>
#include <set>

#include "shared/article/article_id.h"
#include "shared/base/json.h"

namespace trawl::schema {
namespace {

using Json = nlohmann::json;

constexpr int kMaxCatalogueDepth = 8; // of what is read; a source's rules are at four

bool is_web_address(std::string_view text) { return text.starts_with("http://") || text.starts_with("https://"); }

/// Reads one object field by field and remembers its first mistake.
class Fields {
 public:
  Fields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object()) reject("is not an object");
  }

  std::string text(const char* name, bool required) {
    const auto* value = find(name);
    if (value == nullptr && required) reject(std::string("has no \"") + name + "\"");
    if (value == nullptr) return {};
    if (value->is_string()) return *value;
    reject(std::string("\"") + name + "\" is not a string");
    return {};
  }

  bool boolean(const char* name, bool otherwise) {
    const auto* value = find(name);
    if (value == nullptr) return otherwise;
    if (value->is_boolean()) return *value;
    reject(std::string("\"") + name + "\" is not true or false");
    return otherwise;
  }

  std::vector<std::string> texts(const char* name) {
    const auto* value = find(name);
    if (value == nullptr) return {};
    std::vector<std::string> list;
    if (!value->is_array()) reject(std::string("\"") + name + "\" is not a list");
    for (const auto& item : *value) {
      if (!item.is_string()) reject(std::string("\"") + name + "\" holds an item that is not a string");
      if (item.is_string()) list.push_back(item);
    }
    return list;
  }

  std::map<std::string, std::string> texts_by_name(const char* name) {
    const auto* value = find(name);
    if (value == nullptr) return {};
    if (!value->is_object()) reject(std::string("\"") + name + "\" is not an object");
    std::map<std::string, std::string> texts;
    for (const auto& [key, text] : value->items()) {
      if (!text.is_string()) reject(std::string("\"") + name + "\": \"" + key + "\" is not a string");
      if (text.is_string()) texts.emplace(key, text);
    }
    return texts;
  }

  /// An unknown name is probably misspelled.
  void allow_only(std::initializer_list<std::string_view> names) {
    if (!object_.is_object()) return;
    for (const auto& [key, value] : object_.items()) {
      if (std::ranges::find(names, key) == names.end()) reject("\"" + key + "\" is not a known member");
    }
  }

  std::string web_address(const char* name) {
    auto address = text(name, true);
    if (!address.empty() && !is_web_address(address)) {
      reject(std::string("\"") + name + "\" is not an http or https URL");
    }
    return address;
  }

  std::vector<std::string> web_addresses(const char* name) {
    auto addresses = texts(name);
    for (const auto& address : addresses) {
      if (!is_web_address(address))
        reject(std::string("\"") + name + "\" holds an item that is not an http or https URL");
    }
    return addresses;
  }

  Seed seed() {
    Seed seed;
    const auto kind = text("kind", true);
    if (kind == "sitemap") {
      seed.kind = SourceKind::Sitemap;
    } else if (kind == "page_list") {
      seed.kind = SourceKind::PageList;
    } else if (kind != "feed") {
      reject("\"kind\" must be feed, sitemap or page_list");
    }
    seed.url = web_address("url");
    return seed;
  }

  /// A member that is an object; nullptr if there is none.
  const Json* find(const char* name) const {
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  void reject(std::string what) {
    if (!error_) error_ = Error{ErrorCode::BadInput, std::move(what), where_, "see lib/trawl/sources.schema.json"};
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  const Json& object_;
  std::string where_;
  std::optional<Error> error_;
};

Result<SourceDefinition> read_source(const Json& json, const std::string& where) {
  Fields fields(json, where);
  fields.allow_only({"id", "label", "homepage", "places", "kind", "url", "fallback", "article_pattern",
                     "exclude_patterns", "fetch_pages", "enabled", "language", "rules", "note"});
  SourceDefinition source;
  source.id = fields.text("id", true);
  if (!source.id.empty() && !is_source_id(source.id)) fields.reject("\"id\" " + std::string(kSourceIdRule));
  source.label = fields.text("label", false);
  if (source.label.empty()) source.label = source.id;
  source.homepage = fields.web_address("homepage");
  source.places = fields.web_addresses("places");
  source.seed = fields.seed();
  if (const auto* fallback = fields.find("fallback")) {
    Fields inner(*fallback, where + ", fallback");
    inner.allow_only({"kind", "url"});
    source.fallback = inner.seed();
    if (inner.error()) return std::unexpected(*inner.error());
  }
  source.article_pattern = fields.text("article_pattern", false);
  source.exclude_patterns = fields.texts("exclude_patterns");
  source.fetch_pages = fields.boolean("fetch_pages", true);
  source.enabled = fields.boolean("enabled", true);
  source.language = fields.text("language", false);
  source.rules = fields.texts_by_name("rules");
  source.note = fields.text("note", false);
  if (fields.error()) return std::unexpected(*fields.error());
  return source;
}

} // namespace

Result<std::vector<SourceDefinition>> parse_catalogue(std::string_view json, const std::string& file_name) {
  // What is nested deeper than a source's rules is left out: a million brackets would take a hundred times their size.
  const auto is_shallow = [](int depth, Json::parse_event_t, Json&) { return depth < kMaxCatalogueDepth; };
  const Json root = parse_json(json, is_shallow);
  if (root.is_discarded()) {
    return fail(ErrorCode::BadInput, "is not valid JSON (byte " + std::to_string(json_error_byte(json)) + ")",
                file_name);
  }
  if (!root.is_object() || !root.contains("sources") || !root["sources"].is_array()) {
    return fail(ErrorCode::BadInput, "has no list \"sources\"", file_name, "see lib/trawl/sources.schema.json");
  }
  std::vector<SourceDefinition> sources;
  std::set<std::string> ids;
  for (const auto& entry : root["sources"]) {
    auto where = file_name + ", source " + std::to_string(sources.size() + 1);
    if (entry.is_object() && entry.contains("id") && entry["id"].is_string()) {
      where += " (" + entry["id"].get<std::string>() + ")";
    }
    TRAWL_TRY(auto source, read_source(entry, where));
    if (!ids.insert(source.id).second) {
      return fail(ErrorCode::BadInput, "\"id\" " + source.id + " is used twice", where);
    }
    sources.push_back(std::move(source));
  }
  return sources;
}

namespace {

const char* name_of(SourceKind kind) {
  return kind == SourceKind::Feed ? "feed" : kind == SourceKind::Sitemap ? "sitemap" : "page_list";
}

} // namespace

std::string to_json(const std::vector<SourceDefinition>& sources) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& source : sources) {
    nlohmann::ordered_json entry = {{"id", source.id},
                                    {"label", source.label},
                                    {"homepage", source.homepage},
                                    {"kind", name_of(source.seed.kind)},
                                    {"url", source.seed.url}};
    if (!source.places.empty()) entry["places"] = source.places;
    if (source.fallback) entry["fallback"] = {{"kind", name_of(source.fallback->kind)}, {"url", source.fallback->url}};
    if (!source.article_pattern.empty()) entry["article_pattern"] = source.article_pattern;
    if (!source.exclude_patterns.empty()) entry["exclude_patterns"] = source.exclude_patterns;
    if (!source.fetch_pages) entry["fetch_pages"] = false;
    if (!source.enabled) entry["enabled"] = false;
    if (!source.language.empty()) entry["language"] = source.language;
    if (!source.rules.empty()) entry["rules"] = source.rules;
    if (!source.note.empty()) entry["note"] = source.note;
    list.push_back(std::move(entry));
  }
  return json_text(nlohmann::ordered_json{{"sources", std::move(list)}}, 1) + "\n";
}

} // namespace trawl::schema
