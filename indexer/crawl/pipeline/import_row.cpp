// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/import_row.h"

#include <algorithm>

#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/enrich/enrich.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/extract/metadata/language.h"
#include "shared/article/article_id.h"
#include "shared/base/ascii.h"
#include "shared/base/base64.h"
#include "shared/base/json.h"
#include "shared/base/sha256.h"
#include "shared/base/utf8.h"
#include "shared/content/stored_content.h"
#include "shared/text/dates/parse_date.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

namespace trawl::crawl {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxTitle = 500, kMaxName = 200, kMaxTag = 64, kMaxCaption = 4000; // characters
constexpr int kMaxDepth = 32;

/// JSON of bounded depth; null if it is malformed or too deep.
Json parse_row(std::string_view text) {
  // Reading with the guard takes a third longer, and few rows have so many brackets.
  if (std::ranges::count_if(text, [](char c) { return c == '[' || c == '{'; }) <= std::ptrdiff_t{kMaxDepth}) {
    auto json = parse_json(text);
    return json.is_discarded() ? Json() : json;
  }
  bool deep = false;
  const Json::parser_callback_t guard = [&](int depth, Json::parse_event_t, Json&) {
    deep = deep || depth > kMaxDepth;
    return !deep;
  };
  auto json = parse_json(text, guard);
  return deep || json.is_discarded() ? Json() : json;
}

/// Valid UTF-8 on one line, without control characters; runs of white space become one space.
std::string clean(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : utf8::is_valid(text) ? text : utf8::repair(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != 0x7F) {
      out += c;
    } else if (!out.empty() && !out.ends_with(' ')) {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

/// Valid UTF-8 without control characters, with all spaces, tabs and line feeds, which matter in code; only blank lines
/// before it and white space after it are removed.
std::string clean_text(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : utf8::is_valid(text) ? text : utf8::repair(text)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_control = (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
    if (c == '\n' && out.ends_with('\r')) out.pop_back();
    if (out.ends_with('\r')) out.back() = ' ';
    out += is_control && c != '\r' ? ' ' : c;
  }
  while (!out.empty() && std::string_view(" \t\r\n").contains(out.back())) out.pop_back();
  const std::size_t first = out.find_first_not_of(" \t\n");
  if (first == std::string::npos) return {};
  const std::size_t line = out.find_last_of('\n', first);
  return line == std::string::npos ? out : out.substr(line + 1);
}

std::string text_field(const Json& row, const char* name, std::size_t max_characters) {
  const auto found = row.find(name);
  if (found == row.end() || !found->is_string()) return {};
  return std::string(utf8::truncate(clean(found->get_ref<const std::string&>()), max_characters));
}

/// The texts of a list, each once.
std::vector<std::string> list_field(const Json& row, const char* name, std::size_t max_characters) {
  std::vector<std::string> list;
  const auto found = row.find(name);
  if (found == row.end()) return list;
  for (const Json& item : *found) {
    std::string text(utf8::truncate(clean(item.get_ref<const std::string&>()), max_characters));
    if (!text.empty() && std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
  }
  return list;
}

/// The row's canonical URL; empty if it has none.
Result<std::string> address_of(const Json& row) {
  const auto written = text_field(row, "url", 4096);
  if (written.empty()) return "";
  auto canonical = url::canonical(written);
  if (canonical.empty()) return fail(ErrorCode::BadInput, "\"url\" is not an http or https address");
  // Dropping it would make another address, and it may be a secret.
  const auto parsed = url::parse(written);
  if (parsed && (!parsed->username.empty() || !parsed->password.empty())) {
    return fail(ErrorCode::BadInput, "\"url\" has a user name or password");
  }
  return canonical;
}

std::string row_text(const Json& row) {
  const auto found = row.find("text");
  if (found == row.end() || !found->is_string()) return {};
  return clean_text(std::string(utf8::truncate_bytes(found->get_ref<const std::string&>(), kMaxArticleText)));
}

/// Whether row_text() is not empty.
bool has_text(const Json& row) {
  const auto found = row.find("text");
  return found != row.end() && found->is_string() &&
         std::ranges::any_of(utf8::truncate_bytes(found->get_ref<const std::string&>(), kMaxArticleText), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte > 0x20 && byte != 0x7F;
         });
}

/// The structure that comes with the text, if it fits.
std::string row_structure(const Json& row, const std::string& text) {
  const auto found = row.find("structure");
  if (found == row.end() || !found->is_string()) return {};
  auto structure = from_base64(found->get_ref<const std::string&>());
  return structure && content::unpack(text, *structure) ? std::move(*structure) : std::string();
}

std::string row_source(const Json& row, std::string_view otherwise, const std::string& address) {
  auto source = text_field(row, "source", kMaxName);
  if (source.empty()) source = otherwise;
  if (source.empty()) source = url::site(address);
  source = is_source_id(source) ? source : source_id_of(source);
  return source.empty() ? "import" : source;
}

ImportedRow row_of(std::string_view json, Json members, std::string url, std::string source, Moment now) {
  ImportedRow input;
  input.kind = store::InputKind::Row;
  input.url = std::move(url);
  input.source = std::move(source);
  input.first_seen = input.fetched_at = now;
  input.body = json;
  input.members = std::move(members);
  return input;
}

extract::Extract extract_html(const Json& row, const std::string& html, const std::string& address, Moment now) {
  extract::FeedSignal signal;
  signal.title = text_field(row, "title", kMaxTitle);
  auto extract = extract::extract_page({html, address, "text/html; charset=utf-8", signal, now});
  return extract ? std::move(*extract) : extract::Extract{};
}

/// The row's own fields take precedence over what was extracted from its page or text.
void apply_fields(Article& article, const Json& row) {
  const auto prefer = [](std::string& field, std::string said) {
    if (!said.empty()) field = std::move(said);
  };
  prefer(article.title, text_field(row, "title", kMaxTitle));
  prefer(article.language, extract::primary_subtag(text_field(row, "language", 20)));
  prefer(article.image, url::canonical(text_field(row, "image", 4096)));
  if (auto authors = list_field(row, "authors", kMaxName); !authors.empty()) article.authors = std::move(authors);
  if (auto captions = list_field(row, "captions", kMaxCaption); !captions.empty())
    article.captions = std::move(captions);
  if (auto date = text::parse_feed_date(text_field(row, "published", 100))) article.published = date;
  if (auto date = text::parse_feed_date(text_field(row, "updated", 100))) article.updated = date;
}

/// The row's own labels take precedence over the vocabulary's.
void label(Article& article, const Json& row, const Knowledge& knowledge) {
  auto tags = list_field(row, "tags", kMaxTag);
  enrich::enrich(article, knowledge.topics, tags, {});
  for (auto& tag : tags) tag = ascii::to_lower(tag);
  if (!tags.empty()) article.tags = std::move(tags);
  if (auto category = text_field(row, "category", kMaxTag); !category.empty()) article.category = std::move(category);
}

} // namespace

std::string source_id_of(std::string_view text) {
  std::string id;
  for (const char c : ascii::to_lower(text)) {
    if (ascii::is_alnum(c)) id += c;
    if (!ascii::is_alnum(c) && !id.empty() && id.back() != '-') id += '-';
    if (id.size() == 40) break;
  }
  while (id.ends_with('-')) id.pop_back();
  return id;
}

Result<ImportedRow> read_row(std::string_view json, std::string_view source, Moment now) {
  if (json.size() > kMaxRowBytes) return fail(ErrorCode::BadInput, kRowTooLong);
  auto row = parse_row(json);
  if (!row.is_object()) return fail(ErrorCode::BadInput, "the row is not a JSON object");
  if (const auto exported = from_export_row(row, now)) {
    const auto name = exported->url.empty() ? "text:" + sha256_hex(clean(exported->text), 16) : exported->url;
    return row_of(json, std::move(row), name, exported->source, now);
  }
  if (has_bad_id(row)) return fail(ErrorCode::BadInput, "\"id\" is not that of an article");
  auto untaken = normalise_row(row, now);
  TRAWL_TRY(const auto address, address_of(row));
  const auto html = row.find("html");
  const bool has_html = html != row.end() && html->is_string() && !html->get_ref<const std::string&>().empty();
  const auto title = text_field(row, "title", kMaxTitle);
  if (!has_text(row) && !has_html && title.empty())
    return fail(ErrorCode::BadInput, "the row has neither \"text\" nor \"html\" nor \"title\"");
  if (has_html && address.empty()) return fail(ErrorCode::BadInput, "a row with \"html\" needs a \"url\"");
  const auto name = address.empty() ? "text:" + sha256_hex(has_text(row) ? clean(row_text(row)) : title, 16) : address;
  auto of = row_source(row, source, address);
  auto out = row_of(json, std::move(row), name, std::move(of), now);
  out.untaken = std::move(untaken);
  return out;
}

Result<ImportedRow> stored_row(const store::Input& input) {
  auto members = parse_row(input.body);
  if (!members.is_object()) return fail(ErrorCode::BadInput, "the row is not a JSON object", input.url);
  if (!from_export_row(members, input.first_seen)) normalise_row(members, input.first_seen);
  return ImportedRow{input, std::move(members), {}};
}

Result<Article> article_of_row(const ImportedRow& input, const Knowledge& knowledge) {
  const Json& row = input.members;
  if (auto exported = from_export_row(row, input.first_seen)) return std::move(*exported);
  Article article;
  article.text = row_text(row);
  article.structure = row_structure(row, article.text);
  const auto address = url::canonical(text_field(row, "url", 4096));
  if (article.text.empty() && row.contains("html") && row["html"].is_string()) {
    article = extract_html(row, row["html"], address, input.fetched_at).article;
    if (article.text.empty()) return fail(ErrorCode::BadInput, "the row's page has no article text", input.url);
  }
  article.url = address;
  article.source = input.source;
  apply_fields(article, row);
  if (article.authors.empty()) extract::take_lead_byline(article);
  if (article.language.empty()) article.language = extract::detect_language(article.text, {});
  label(article, row, knowledge);
  return article;
}

} // namespace trawl::crawl
