// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/base/html_escape.h"

#include <algorithm>

namespace trawl::searchd {
namespace {

std::string render_paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    if (end > 0) out += "<p>" + html_escape(text.substr(0, end)) + "</p>\n";
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return out;
}

std::string render_authors(const Article& article) {
  std::string out;
  for (const std::string& author : article.authors) out += (out.empty() ? "" : ", ") + html_escape(author);
  return out.empty() ? out : "<p class=\"authors\">By " + out + "</p>\n";
}

std::string render_provenance(const Article& article) {
  if (article.provenance.empty()) return {};
  std::string out = "<details class=\"provenance\"><summary>Where this information comes from</summary><dl>";
  for (const Provenance& entry : article.provenance) {
    out += "<dt>" + html_escape(entry.field) + "</dt><dd>" + html_escape(entry.from) + "</dd>";
  }
  return out + "</dl></details>\n";
}

std::string render_related(const api::Parameters& parameters, const std::vector<search::Hit>& related, Moment now) {
  if (related.empty()) return {};
  std::string out = "<section class=\"related\"><h2>Related</h2><ul>";
  for (const search::Hit& hit : related) {
    const std::string label = hit.source_label.empty() ? hit.article.source : hit.source_label;
    out += "<li><a href=\"" + article_link(parameters, hit.article.id) + "\">" + html_escape(hit.article.title) +
           "</a> <span class=\"quiet\">" + html_escape(label) + " " + age_text(hit.article.published, now) +
           "</span></li>";
  }
  return out + "</ul></section>\n";
}

} // namespace

std::string render_article(const api::Parameters& parameters, const search::Hit& hit,
                           const std::vector<search::Hit>& related, Moment now) {
  const Article& article = hit.article;
  const std::string label = hit.source_label.empty() ? article.source : hit.source_label;
  std::string out = "<article class=\"whole\">\n<p class=\"back\"><a href=\"" + link_with(parameters, "article", "") +
                    "\">← Back to the results</a></p>\n<h1>" + html_escape(article.title) + "</h1>\n";
  out += render_authors(article) + render_byline({}, {}, hit, now);
  const std::string_view url = api::linkable(article.url);
  if (!url.empty()) {
    out += "<p class=\"original\"><a class=\"button\" rel=\"noopener noreferrer\" href=\"" + html_escape(url) +
           "\">Read at " + html_escape(label) + "</a></p>\n";
  }
  out += "<div class=\"text\">\n" + render_paragraphs(article.text) + "</div>\n" + render_provenance(article);
  return out + "</article>\n" + render_related(parameters, related, now);
}

} // namespace trawl::searchd
