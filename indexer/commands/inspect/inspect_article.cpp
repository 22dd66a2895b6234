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

json dropped_parts(const extract::Extract& found) {
  json parts = json::array();
  for (const extract::DroppedPart& part : found.dropped) {
    parts.push_back({{"rule", part.rule}, {"why", part.why}, {"where", part.where}, {"text", part.text}});
  }
  return parts;
}

/// Of a PDF, the page that it becomes.
Result<std::string> read_page(const InspectRequest& request) {
  auto bytes = request.content();
  if (!bytes || !pdf::is_pdf(*bytes)) return bytes;
  TRAWL_TRY(const std::string xml, pdf::pdf_xml(*bytes));
  return pdf::pdf_page(xml);
}

Result<extract::Extract> extract_file(const InspectRequest& request, const extract::SiteKnowledge* site) {
  TRAWL_TRY(const std::string bytes, read_page(request));
  extract::PageInput input;
  input.bytes = bytes;
  input.url = request.url;
  input.content_type = request.content_type;
  input.now = now();
  input.is_explained = request.why;
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

std::string host_of(const InspectRequest& request) {
  const auto url = url::parse(request.url);
  return url ? url->host : std::string{};
}

/// Its members are in the order of their names.
InspectAnswer answer_to(const InspectRequest& request, const extract::SiteKnowledge* site) {
  json answer;
  if (auto found = extract_file(request, site); found) {
    answer = answer_of(*found);
    if (request.labels) {
      if (const auto added = add_labels(*found, answer); !added) {
        answer["warnings"].push_back("no labels: " + to_sentence(added.error()));
      }
    }
    if (request.url.empty() && found->canonical_url.empty()) {
      answer["warnings"].push_back(
          "relative links and pictures are left out, because the page does not state its address; use --url");
    }
    if (request.why) answer["dropped"] = dropped_parts(*found);
  } else {
    answer["error"] = to_sentence(found.error());
  }
  answer["id"] = json(request.id);
  return InspectAnswer(answer);
}

} // namespace

InspectAnswer answer_article(const InspectRequest& request) { return answer_to(request, nullptr); }

void answer_articles(const std::vector<InspectRequest>& requests,
                     const std::function<void(const InspectAnswer&)>& answer) {
  std::map<std::string, std::vector<extract::PageProfile>> pages; // by host
  for (const InspectRequest& request : requests) {
    const auto bytes = read_page(request);
    if (!bytes) continue; // its answer will say why
    auto profile = extract::profile_page(*bytes, request.content_type);
    if (profile) pages[host_of(request)].push_back(std::move(*profile));
  }
  std::map<std::string, extract::SiteKnowledge> sites;
  for (const auto& [host, profiles] : pages) {
    if (!host.empty()) sites[host] = extract::SiteKnowledge::learn(profiles);
  }
  for (const InspectRequest& request : requests) {
    const auto site = sites.find(host_of(request));
    answer(answer_to(request, site == sites.end() ? nullptr : &site->second));
  }
}

} // namespace trawl::commands
