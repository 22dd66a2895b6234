// SPDX-License-Identifier: GPL-3.0-or-later
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "indexer/commands/inspect/inspect.h"
#include "indexer/commands/workspace.h"
#include "indexer/enrich/enrich.h"
#include "indexer/enrich/topics.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/extract/site/page_outline.h"
#include "indexer/extract/site/site_knowledge.h"
#include "indexer/pdf/pdf_page.h"
#include "indexer/pdf/pdf_xml.h"
#include "shared/base/date_time.h"
#include "shared/base/file.h"
#include "shared/base/json.h"
#include "shared/base/utf8.h"
#include "shared/content/image_texts.h"
#include "shared/content/markdown.h"
#include "shared/content/stored_content.h"
#include "shared/url/url.h"

namespace trawl::commands {
namespace {

using nlohmann::json;

json text_or_null(const std::string& text) { return text.empty() ? json() : json(text); }
json date_or_null(const std::optional<Date>& date) { return date ? json(to_text(*date)) : json(); }

std::string field(const json& request, const char* name) {
  const auto found = request.find(name);
  return found != request.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

json answer_of(extract::Extract& found) {
  const Article& article = found.article;
  const content::Content content = content::unpack_or_text(article.text, article.structure);
  json provenance = json::object();
  for (const Provenance& it : article.provenance) provenance[it.field] = it.from;
  return {{"title", text_or_null(article.title)},
          {"text", article.text},
          {"captions", article.captions},
          {"image_texts", content::image_texts(content)},
          {"markdown", content::to_markdown(content)},
          {"authors", article.authors},
          {"published", date_or_null(article.published)},
          {"updated", date_or_null(article.updated)},
          {"site_name", text_or_null(found.site_name)},
          {"language", text_or_null(article.language)},
          {"canonical_url", text_or_null(found.canonical_url)},
          {"canonical", text_or_null(article.url)},
          {"image", text_or_null(article.image)},
          {"description", text_or_null(found.description)},
          {"words", article.words},
          {"reading_minutes", article.reading_minutes},
          {"provenance", std::move(provenance)},
          {"read_by", found.read_by_site ? "the pages of its site" : "this page alone"},
          {"warnings", found.warnings},
          {"error", nullptr}};
}

bool asks_for(const json& request, const char* name) {
  const auto found = request.find(name);
  return found != request.end() && *found == true;
}

json dropped_parts(const extract::Extract& found) {
  json parts = json::array();
  for (const extract::DroppedPart& part : found.dropped) {
    parts.push_back({{"rule", part.rule}, {"why", part.why}, {"where", part.where}, {"text", part.text}});
  }
  return parts;
}

/// Of a PDF, the page that it becomes.
Result<std::string> read_page(const json& request) {
  auto bytes = read_file(request.contains("html_file") ? field(request, "html_file") : field(request, "path"));
  if (!bytes || !pdf::is_pdf(*bytes)) return bytes;
  TRAWL_TRY(const std::string xml, pdf::pdf_xml(*bytes));
  return pdf::pdf_page(xml);
}

Result<extract::Extract> extract_file(const json& request, const extract::SiteKnowledge* site) {
  TRAWL_TRY(const std::string bytes, read_page(request));
  extract::PageInput input;
  input.bytes = bytes;
  input.url = field(request, "url");
  input.content_type = field(request, "content_type");
  input.now = now();
  input.is_explained = asks_for(request, "why");
  input.site = site;
  return extract::extract_page(input);
}

/// Adds category and tags from the installed vocabulary, with the rules that gave them.
Result<void> add_labels(extract::Extract& found, json& answer) {
  TRAWL_TRY(const auto path, find_data_file("topics.json"));
  TRAWL_TRY(const auto text, read_file(path));
  TRAWL_TRY(const auto topics, enrich::Topics::parse(text, path.string()));
  enrich::enrich(found.article, topics, {}, found.keywords);
  answer = answer_of(found);
  answer["category"] = text_or_null(found.article.category);
  answer["confidence"] = json::object();
  for (const Provenance& it : found.article.provenance) {
    if (it.confidence_percent != 0) answer["confidence"][it.field] = it.confidence_percent / 100.0;
  }
  answer["tags"] = found.article.tags;
  return {};
}

std::string host_of(const json& request) {
  const auto url = url::parse(field(request, "url"));
  return url ? url->host : std::string{};
}

std::string answer_to(const json& request, const extract::SiteKnowledge* site) {
  json answer;
  if (!request.is_object()) {
    answer["error"] = "the request is not a JSON object";
  } else if (auto found = extract_file(request, site); found) {
    answer = answer_of(*found);
    if (asks_for(request, "labels")) {
      if (const auto added = add_labels(*found, answer); !added) {
        answer["warnings"].push_back("no labels: " + to_sentence(added.error()));
      }
    }
    if (field(request, "url").empty() && found->canonical_url.empty()) {
      answer["warnings"].push_back(
          "relative links and pictures are left out, because the page does not state its address; use --url");
    }
    if (asks_for(request, "why")) answer["dropped"] = dropped_parts(*found);
  } else {
    answer["error"] = to_sentence(found.error());
  }
  answer["id"] = request.is_object() && request.contains("id") ? request["id"] : json();
  return json_text(answer);
}

} // namespace

std::string inspect_article(std::string_view line) { return answer_to(parse_json(line), nullptr); }

void inspect_articles(const std::vector<std::string>& requests, const std::function<void(const std::string&)>& answer) {
  std::map<std::string, std::vector<extract::PageProfile>> pages; // by host
  for (const std::string& line : requests) {
    const json request = parse_json(line);
    const auto bytes = request.is_object() ? read_page(request) : std::string{};
    if (!bytes) continue; // its answer will say why
    auto profile = extract::profile_page(*bytes, field(request, "content_type"));
    if (profile) pages[host_of(request)].push_back(std::move(*profile));
  }
  std::map<std::string, extract::SiteKnowledge> sites;
  for (const auto& [host, profiles] : pages) {
    if (!host.empty()) sites[host] = extract::SiteKnowledge::learn(profiles);
  }
  for (const std::string& line : requests) {
    const json request = parse_json(line);
    const auto site = request.is_object() ? sites.find(host_of(request)) : sites.end();
    answer(answer_to(request, site == sites.end() ? nullptr : &site->second));
  }
}

} // namespace trawl::commands
