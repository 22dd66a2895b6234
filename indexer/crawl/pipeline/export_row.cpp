// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/export_row.h"

#include "indexer/extract/metadata/language.h"
#include "shared/article/article_id.h"
#include "shared/article/article_members.h"
#include "shared/base/base64.h"
#include "shared/base/json.h"
#include "shared/base/utf8.h"
#include "shared/content/image_texts.h"
#include "shared/content/stored_content.h"
#include "shared/schema/categories.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace trawl::crawl {
namespace {

using RowJson = nlohmann::ordered_json;

constexpr int kExportVersion = 1;
constexpr std::size_t kMaxItems = 10'000; // of a list: far above any article's

RowJson to_row(const auto& value) { return RowJson(value); }
RowJson to_row(Moment time) { return to_rfc3339(time); }
RowJson to_row(const std::optional<Moment>& time) { return time ? to_row(*time) : RowJson(); }
RowJson to_row(const std::optional<Date>& date) { return date ? RowJson(to_text(*date)) : RowJson(); }
RowJson to_row(const std::string& text) { return text.empty() ? RowJson() : RowJson(text); }

RowJson to_row(const std::vector<std::string>& texts) { return texts; }

RowJson to_row(const Copy& copy) { return {{"url", copy.url}, {"source", copy.source}, {"title", to_row(copy.title)}}; }
RowJson to_row(const Provenance& row) {
  RowJson one = {{"field", row.field}, {"from", row.from}};
  if (row.confidence_percent > 0) one["confidence"] = row.confidence_percent;
  return one;
}

template <typename Item>
RowJson to_row(const std::vector<Item>& list) {
  RowJson items = RowJson::array();
  for (const Item& item : list) items.push_back(to_row(item));
  return items;
}

RowJson labels_used_by(const Article& article, const SourceLabels& all) {
  SourceLabels used;
  const auto use = [&](const std::string& source) {
    if (const auto found = all.find(source); found != all.end()) used.insert(*found);
  };
  use(article.source);
  for (const auto& copy : article.copies) use(copy.source);
  return used;
}

/// Valid UTF-8 without control characters; white space stays if `is_text`: pages have form feeds in their texts.
std::string checked(const std::string& value, bool is_text = false) {
  std::string text = utf8::is_valid(value) ? value : utf8::repair(value);
  std::erase_if(text, [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 || byte == 0x7F) && !(is_text && c >= '\t' && c <= '\r');
  });
  return text;
}

/// The row's members, of whatever type they turn out to be. What is of another type is left as it was.
class RowParser {
 public:
  explicit RowParser(const nlohmann::json& row) : row_(row) {}

  std::string text(std::string_view name, bool has_lines = false) const {
    const auto found = row_.find(name);
    return found != row_.end() && found->is_string() ? checked(found->get_ref<const std::string&>(), has_lines)
                                                     : std::string();
  }

  void read(std::string_view name, std::string& value) const { value = text(name); }
  void read(std::string_view name, std::optional<Date>& value) const { value = parse_rfc3339(text(name)); }
  void read(std::string_view name, std::optional<Moment>& value) const {
    if (const auto date = parse_rfc3339(text(name))) value = date->time;
  }
  void read(std::string_view name, Moment& value) const {
    if (const auto date = parse_rfc3339(text(name))) value = date->time;
  }
  void read(std::string_view name, std::size_t& value) const {
    const auto found = row_.find(name);
    if (found != row_.end() && found->is_number_unsigned()) value = found->get<std::size_t>();
  }
  void read(std::string_view name, int& value) const {
    std::size_t number = 0;
    read(name, number);
    value = static_cast<int>(std::min<std::size_t>(number, 1'000'000));
  }
  void read(std::string_view name, std::vector<std::string>& list) const {
    each(name, [&](const nlohmann::json& item) { // lines of captions are kept
      if (item.is_string()) list.push_back(checked(item.get_ref<const std::string&>(), name == "captions"));
    });
  }
  void read(std::string_view name, std::vector<Copy>& copies) const {
    each_object(name, [&](const RowParser& row) {
      copies.push_back({row.text("url"), row.text("source"), row.text("title")});
    });
  }
  void read(std::string_view name, std::vector<Provenance>& provenance) const {
    each_object(name, [&](const RowParser& row) {
      Provenance& one = provenance.emplace_back(row.text("field"), row.text("from"));
      row.read("confidence", one.confidence_percent);
    });
  }

 private:
  /// Calls `add` for the items of a list.
  template <typename Add>
  void each(std::string_view name, Add add) const {
    const auto found = row_.find(name);
    if (found == row_.end() || !found->is_array()) return;
    for (std::size_t i = 0; i < std::min(found->size(), kMaxItems); ++i) add((*found)[i]);
  }
  template <typename Add>
  void each_object(std::string_view name, Add add) const {
    each(name, [&](const nlohmann::json& item) {
      if (item.is_object()) add(RowParser(item));
    });
  }

  const nlohmann::json& row_;
};

bool is_canonical(const std::string& url) { return !url.empty() && url::canonical(url) == url; }

bool is_export_row(const nlohmann::json& row) {
  return row.is_object() && row.value("trawl", nlohmann::json()) == kExportVersion;
}

/// Drops what no article of ours has, of a row that somebody else may have written.
void limit(Article& article, Moment now) {
  std::erase_if(article.aliases, [](const std::string& one) { return !is_article_id(one) && !is_canonical(one); });
  std::erase_if(article.copies, [](const Copy& copy) {
    return !is_canonical(copy.url) || (!copy.source.empty() && !is_source_id(copy.source));
  });
  for (Provenance& one : article.provenance) one.confidence_percent = std::min(one.confidence_percent, 99);
  article.indexed = std::min(article.indexed, now);
  if (std::ranges::find(schema::kCategories, article.category) == schema::kCategories.end()) article.category.clear();
  article.language = extract::primary_subtag(article.language);
  if (!article.image.starts_with("http")) article.image.clear();
  article.reading_minutes = std::max(article.reading_minutes, 1);
  if (!content::unpack(article.text, article.structure)) article.structure.clear();
}

/// A site is made from the address.
bool is_in_row(const Member& member) { return member.name != "site"; }

} // namespace

std::string to_export_row(const Article& article, const SourceLabels& labels) {
  RowJson row = {{"trawl", kExportVersion}};
  for_each_member(article, [&](const Member& member, const auto& value) {
    if (!is_in_row(member) || (member.is_rare && is_empty(value))) return;
    row[std::string(member.name)] = to_row(value);
    if (member.name == "source") row["labels"] = labels_used_by(article, labels);
  });
  row["text"] = article.text;
  if (auto texts = content::image_texts(content::unpack_or_text(article.text, article.structure)); !texts.empty())
    row["image_texts"] = std::move(texts);
  if (!article.structure.empty()) row["structure"] = to_base64(article.structure);
  return json_text(row);
}

bool has_bad_id(const nlohmann::json& row) { return is_export_row(row) && !is_article_id(RowParser(row).text("id")); }

std::optional<Article> from_export_row(const nlohmann::json& json, Moment now) {
  if (!is_export_row(json)) return std::nullopt;
  const RowParser row(json);
  Article article;
  article.indexed = now;
  for_each_member(article, [&](const Member& member, auto& value) {
    if (is_in_row(member)) row.read(member.name, value);
  });
  article.text = row.text("text", true);
  article.structure = from_base64(row.text("structure")).value_or("");
  const bool is_title_alone = json.contains("text") && json["text"] == "";
  if (!is_article_id(article.id) || !is_source_id(article.source) || article.title.empty() ||
      article.text.empty() != is_title_alone || (!article.url.empty() && !is_canonical(article.url))) {
    return std::nullopt;
  }
  limit(article, now);
  return article;
}

SourceLabels labels_of_export_row(const nlohmann::json& row) {
  SourceLabels labels;
  if (!is_export_row(row) || !row.contains("labels") || !row["labels"].is_object()) return labels;
  for (const auto& [source, label] : row["labels"].items()) {
    if (!is_source_id(source) || !label.is_string()) continue;
    if (auto text = checked(label.get_ref<const std::string&>()); !text.empty())
      labels.emplace(source, std::move(text));
  }
  return labels;
}

} // namespace trawl::crawl
