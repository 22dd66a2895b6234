// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/export_row.h"

#include "indexer/enrich/facts.h"
#include "indexer/extract/metadata/language.h"
#include "shared/article/article_id.h"
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

RowJson row_value(const std::string& text) { return text.empty() ? RowJson() : RowJson(text); }
RowJson row_value(const std::optional<Date>& date) { return date ? RowJson(to_text(*date)) : RowJson(); }

RowJson rows_of(const std::vector<Copy>& copies) {
  RowJson list = RowJson::array();
  for (const auto& copy : copies) {
    list.push_back({{"url", copy.url}, {"source", copy.source}, {"title", row_value(copy.title)}});
  }
  return list;
}

RowJson rows_of(const std::vector<Provenance>& provenance) {
  RowJson list = RowJson::array();
  for (const auto& row : provenance) {
    RowJson one = {{"field", row.field}, {"from", row.from}};
    if (row.confidence_percent > 0) one["confidence"] = row.confidence_percent;
    list.push_back(std::move(one));
  }
  return list;
}

RowJson rows_of(const std::vector<Version>& versions) {
  RowJson list = RowJson::array();
  for (const auto& one : versions) {
    list.push_back({{"until", to_rfc3339(one.until)},
                    {"substantial", one.is_substantial},
                    {"title", one.title},
                    {"text", one.text}});
  }
  return list;
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

/// The row's members, of whatever type they turn out to be.
class RowReader {
 public:
  explicit RowReader(const nlohmann::json& row) : row_(row) {}

  std::string text(const char* name, bool is_text = false) const {
    const auto found = row_.find(name);
    return found != row_.end() && found->is_string() ? checked(found->get_ref<const std::string&>(), is_text)
                                                     : std::string();
  }
  std::optional<Date> date(const char* name) const { return parse_rfc3339(text(name)); }
  std::uint64_t number(const char* name) const {
    const auto found = row_.find(name);
    return found != row_.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
  }
  /// Calls `add` for the items of a list.
  template <typename Add>
  void each(const char* name, Add add) const {
    const auto found = row_.find(name);
    if (found == row_.end() || !found->is_array()) return;
    for (std::size_t i = 0; i < std::min(found->size(), kMaxItems); ++i) add((*found)[i]);
  }
  std::vector<std::string> texts(const char* name, bool is_text = false) const {
    std::vector<std::string> list;
    each(name, [&](const nlohmann::json& item) {
      if (item.is_string()) list.push_back(checked(item.get_ref<const std::string&>(), is_text));
    });
    return list;
  }

 private:
  const nlohmann::json& row_;
};

bool is_canonical(const std::string& url) { return !url.empty() && url::canonical(url) == url; }

bool is_export_row(const nlohmann::json& row) {
  return row.is_object() && row.value("trawl", nlohmann::json()) == kExportVersion;
}

std::vector<std::string> read_aliases(const RowReader& row) {
  auto aliases = row.texts("aliases");
  std::erase_if(aliases, [](const std::string& alias) { return !is_article_id(alias) && !is_canonical(alias); });
  return aliases;
}

std::vector<Copy> read_copies(const RowReader& row) {
  std::vector<Copy> copies;
  row.each("copies", [&](const nlohmann::json& item) {
    if (!item.is_object()) return;
    const RowReader copy(item);
    const auto source = copy.text("source");
    if (is_canonical(copy.text("url")) && (source.empty() || is_source_id(source))) {
      copies.push_back({copy.text("url"), source, copy.text("title")});
    }
  });
  return copies;
}

std::vector<Provenance> read_provenance(const RowReader& row) {
  std::vector<Provenance> provenance;
  row.each("provenance", [&](const nlohmann::json& item) {
    if (item.is_object()) {
      const auto confidence = static_cast<int>(std::min<std::uint64_t>(RowReader(item).number("confidence"), 99));
      provenance.push_back({RowReader(item).text("field"), RowReader(item).text("from"), confidence});
    }
  });
  return provenance;
}

std::vector<Version> read_versions(const RowReader& row, Moment now) {
  std::vector<Version> versions;
  row.each("versions", [&](const nlohmann::json& item) {
    if (!item.is_object()) return;
    const RowReader one(item);
    const auto until = one.date("until");
    if (until && !one.text("title").empty())
      versions.push_back({std::min(until->time, now), item.value("substantial", nlohmann::json()) == true,
                          one.text("title"), one.text("text", true)});
  });
  std::ranges::sort(versions);
  enrich::limit_versions(versions);
  return versions;
}

} // namespace

std::string to_export_row(const Article& article, const SourceLabels& labels) {
  RowJson row = {{"trawl", kExportVersion},
                 {"id", article.id},
                 {"url", row_value(article.url)},
                 {"title", article.title},
                 {"source", article.source},
                 {"labels", labels_used_by(article, labels)},
                 {"authors", article.authors},
                 {"affiliations", article.affiliations},
                 {"published", row_value(article.published)},
                 {"updated", row_value(article.updated)},
                 {"indexed", to_rfc3339(article.indexed)},
                 {"category", row_value(article.category)},
                 {"tags", article.tags},
                 {"language", row_value(article.language)},
                 {"image", row_value(article.image)},
                 {"words", article.words},
                 {"reading_minutes", article.reading_minutes},
                 {"aliases", article.aliases},
                 {"copies", rows_of(article.copies)},
                 {"provenance", rows_of(article.provenance)},
                 {"text", article.text}};
  if (article.gone_since) row["gone_since"] = to_rfc3339(*article.gone_since);
  if (!article.versions.empty()) row["versions"] = rows_of(article.versions);
  if (!article.captions.empty()) row["captions"] = article.captions;
  if (auto texts = content::image_texts(content::unpack_or_text(article.text, article.structure)); !texts.empty())
    row["image_texts"] = std::move(texts);
  if (!article.structure.empty()) row["structure"] = to_base64(article.structure);
  return json_text(row);
}

std::optional<Article> from_export_row(const nlohmann::json& json, Moment now) {
  if (!is_export_row(json)) return std::nullopt;
  const RowReader row(json);
  Article article;
  article.id = row.text("id");
  article.url = row.text("url");
  article.title = row.text("title");
  article.source = row.text("source");
  article.text = row.text("text", true);
  const bool is_title_alone = json.contains("text") && json["text"] == "";
  if (!is_article_id(article.id) || !is_source_id(article.source) || article.title.empty() ||
      article.text.empty() != is_title_alone || (!article.url.empty() && !is_canonical(article.url))) {
    return std::nullopt;
  }
  article.structure = from_base64(row.text("structure")).value_or("");
  if (!content::unpack(article.text, article.structure)) article.structure.clear();
  article.captions = row.texts("captions", true);
  article.authors = row.texts("authors");
  article.affiliations = row.texts("affiliations");
  article.published = row.date("published");
  article.updated = row.date("updated");
  if (const auto since = row.date("gone_since")) article.gone_since = since->time;
  const auto indexed = row.date("indexed");
  article.indexed = indexed ? std::min(indexed->time, now) : now;
  if (const auto category = row.text("category");
      std::ranges::find(schema::kCategories, category) != schema::kCategories.end()) {
    article.category = category;
  }
  article.tags = row.texts("tags");
  article.language = extract::primary_subtag(row.text("language"));
  if (const auto image = row.text("image"); image.starts_with("http")) article.image = image;
  article.words = row.number("words");
  article.reading_minutes = static_cast<int>(std::clamp<std::uint64_t>(row.number("reading_minutes"), 1, 1'000'000));
  article.aliases = read_aliases(row);
  article.copies = read_copies(row);
  article.provenance = read_provenance(row);
  article.versions = read_versions(row, now);
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
