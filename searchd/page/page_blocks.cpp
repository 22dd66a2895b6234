// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_home.h"
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/api/response/hit_json.h"
#include "shared/base/html_escape.h"
#include "shared/base/utf8.h"

#include <cmath>

namespace trawl::searchd {
namespace {

using search::Hit;

constexpr std::size_t kLeadCharacters = 200; // of the top story's text: a few lines in the narrow column

/// "2 days", "7 days".
std::string days_text(std::chrono::days window) { return std::to_string(window.count()) + " days"; }

std::string articles_text(std::size_t count) { return grouped_digits(count) + (count == 1 ? " article" : " articles"); }

/// The opening of a block with its heading, a link if there is a search behind it.
std::string block(const std::string& id, const std::string& heading, const std::string& href = {}) {
  const std::string name = href.empty() ? heading : "<a href=\"" + href + "\">" + heading + "</a>";
  return "<section class=\"block\" id=\"" + id + "\" aria-labelledby=\"" + id + "-h\"><h2 id=\"" + id + "-h\">" + name +
         "</h2>\n";
}

/// Attributes that identify a row's article, so that the browser can mark it as read or new.
std::string row_attributes(const Article& article) {
  return " data-id=\"" + html_escape(article.id) + "\" data-indexed=\"" + to_rfc3339(article.indexed) + "\"";
}

std::string title_link(const Article& article) {
  return "<a class=\"title\"" + language_attribute(article) + " href=\"" + article_link({}, article.id) + "\">" +
         html_escape(article.title) + "</a>";
}

std::string source_link(const std::string& id, const std::string& label) {
  return "<a class=\"source\" href=\"" + link_with({}, "source", id) + "\">" + html_escape(label.empty() ? id : label) +
         "</a>";
}

std::string age_element(const Article& article, Moment now) {
  if (!article.published) return {};
  return " <time datetime=\"" + to_text(*article.published) + "\">" + age_text(article.published, now) + "</time>";
}

std::string render_row(const Hit& hit, Moment now) {
  const Article& article = hit.article;
  return "<li" + row_attributes(article) + ">" + title_link(article) + " <span class=\"from\">" +
         source_link(article.source, hit.source_label) + " <span class=\"when\">" + age_element(article, now) +
         original_link(article) + "</span>" + "</span></li>\n";
}

std::string render_rows(const std::vector<Hit>& hits, Moment now) {
  std::string out = "<ol class=\"rows\">\n";
  for (const Hit& hit : hits) out += render_row(hit, now);
  return out + "</ol>\n";
}

std::string since_link(std::chrono::days window) {
  return page_link({{"since", std::to_string(window.count()) + "d"}, {"sort", "newest"}});
}

/// Says which articles the block of new articles shows, and whether it looks further back than usual.
std::string newest_words(const HomeContent& home) {
  const auto& [hits, window, total] = home.newest;
  if (!window && total == 0) return "Nothing was published in the last 90 days. These are the newest articles.";
  if (!window) return "Only " + articles_text(total) + " in the last 90 days. These are the newest.";
  const std::string found =
      "<a href=\"" + since_link(*window) + "\">" + articles_text(total) + "</a> in the last " + days_text(*window);
  return *window == std::chrono::days{2} ? found + "." : "Little is new: " + found + ".";
}

std::string render_newest(const HomeContent& home) {
  if (home.newest.content.empty()) return {};
  return block("new", "New", page_link({{"sort", "newest"}})) + "<p class=\"quiet\" id=\"new-words\" role=\"status\">" +
         newest_words(home) + "</p>\n" + render_rows(home.newest.content, home.now) + "</section>\n";
}

std::string render_top(const HomeContent& home) {
  if (!home.top) return {};
  const Hit& hit = *home.top;
  const Article& article = hit.article;
  const std::string excerpt = api::excerpt_of(article.text);
  std::string_view lead = utf8::truncate(excerpt, kLeadCharacters);
  if (lead.size() < excerpt.size()) lead = lead.substr(0, std::min(lead.rfind(' '), lead.size()));
  return block("top", "Top story") + "<div class=\"lead\"" + row_attributes(article) + "><h3>" + title_link(article) +
         "</h3>" + render_byline({}, {}, hit, home.now, original_link(article)) + "<p" + language_attribute(article) +
         ">" + html_escape(lead) + (lead.size() < excerpt.size() ? " …" : "") + "</p></div></section>\n";
}

std::string render_trending(const HomeContent& home) {
  const search::Trending& trending = home.trending.content;
  if (trending.articles.empty()) return {};
  const auto hours = std::chrono::duration_cast<std::chrono::hours>(trending.to - trending.from).count();
  const std::string window = hours <= 48 ? std::to_string(hours) + " hours" : std::to_string(hours / 24) + " days";
  const bool is_usual = hours <= 48;
  return block("trending", "Trending") + "<p class=\"quiet\">" +
         (is_usual ? "In the last " : "Few topics are rising, so this covers the last ") + window + ".</p>\n" +
         render_rows(trending.articles, home.now) + "</section>\n";
}

std::string render_by_source(const HomeContent& home) {
  if (home.by_source.empty()) return {};
  std::string out = block("sources", "Newest by source") + "<ol class=\"rows\">\n";
  for (const Hit& hit : home.by_source) {
    const Article& article = hit.article;
    out += "<li" + row_attributes(article) + "><span class=\"from\">" + source_link(article.source, hit.source_label) +
           age_element(article, home.now) + "</span> " + title_link(article) + "</li>\n";
  }
  return out + "</ol></section>\n";
}

std::string render_rising(const HomeContent& home) {
  if (home.trending.content.terms.empty()) return {};
  std::string out = block("rising", "Rising topics") + "<ul class=\"pills\">";
  for (const search::TrendingTerm& term : home.trending.content.terms) {
    out += "<li><a href=\"" + page_link({{"q", term.term}}) + "\">" + html_escape(term.term) +
           " <span class=\"count\" title=\"times as frequent as usual\">" +
           grouped_digits(static_cast<std::size_t>(std::lround(term.times_usual))) + "×</span></a></li>";
  }
  return out + "</ul></section>\n";
}

std::string render_categories(const HomeContent& home) {
  std::string out = block("categories", "Categories") + "<ul class=\"pills\">";
  for (const search::FacetValue& category : home.categories) {
    out += "<li><a href=\"" + page_link({{"category", category.value}}) + "\">" + html_escape(category.label) +
           " <span class=\"count\">" + grouped_digits(category.count) + "</span></a></li>";
  }
  return out + "</ul></section>\n";
}

std::string render_silent(const HomeContent& home) {
  if (home.silent.empty()) return {};
  std::string out = block("silent", "Fell silent") + "<ul class=\"rows\">";
  for (const search::SourceStatus& source : home.silent) {
    out += "<li>" + source_link(source.id, source.label);
    if (source.newest) out += " <span class=\"from\">last " + age_text(source.newest, home.now) + "</span>";
    out += "</li>";
  }
  return out + "</ul></section>\n";
}

} // namespace

std::string render_home(const HomeContent& home) {
  if (home.newest.content.empty()) {
    return "<h1 class=\"said\">Trawl</h1>\n" + render_warnings(home.warnings) +
           "<div class=\"empty\"><p>There are no articles yet.</p><p class=\"quiet\">"
           "Fill the index with <code>trawl crawl</code> or <code>trawl import</code>.</p></div>\n";
  }
  return "<h1 class=\"said\">Trawl: what is new</h1>\n" + render_warnings(home.warnings) +
         "<section class=\"block\" id=\"saved\" "
         "aria-labelledby=\"saved-h\" hidden>"
         "<h2 id=\"saved-h\">Saved searches</h2><ul class=\"rows\"></ul></section>\n" +
         render_newest(home);
}

std::string render_home_asides(const HomeContent& home) {
  return "<aside aria-label=\"Trending and topics\">\n" + render_top(home) + render_trending(home) +
         render_rising(home) + render_categories(home) + render_silent(home) +
         "</aside>\n<aside class=\"below\" aria-label=\"Sources\">\n" + render_by_source(home) + "</aside>\n";
}

} // namespace trawl::searchd
