// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/api/response/json_writer.h"
#include "shared/base/html_escape.h"

#include <algorithm>
#include <array>

namespace trawl::searchd {
namespace {

using search::SortOrder;

struct Order {
  SortOrder order;
  const char* name;
  const char* label;
};

constexpr std::array kOrders{Order{SortOrder::Relevance, "relevance", "Best"},
                             Order{SortOrder::Newest, "newest", "Newest"},
                             Order{SortOrder::Oldest, "oldest", "Oldest"}};

std::string milliseconds(double took_ms) {
  std::string out;
  api::JsonWriter(out).decimal(took_ms, 1);
  return out;
}

std::string render_orders(const ResultsView& view) {
  const bool has_words = !view.request.q.empty();
  const SortOrder shown = view.request.sort.value_or(has_words ? SortOrder::Relevance : SortOrder::Newest);
  std::string out = "<nav class=\"orders\" aria-label=\"Order\">";
  for (const Order& order : kOrders) {
    if (order.order == SortOrder::Relevance && !has_words) continue;
    out += "<a href=\"" + link_with(view.parameters, "sort", order.name) + "\"";
    if (order.order == shown) out += " aria-current=\"true\"";
    out += std::string(">") + order.label + "</a>";
  }
  return out + "</nav>";
}

/// A filter with a link that removes it; one that applies to a part of the query can only be edited in the search box.
std::string chip(const ResultsView& view, const std::string& href, const std::string& text) {
  if (href == page_link(view.parameters)) return "<span class=\"chip\">" + html_escape(text) + "</span>";
  return "<a class=\"chip\" href=\"" + href + "\" aria-label=\"Remove the filter " + html_escape(text) + "\">" +
         html_escape(text) + " <span aria-hidden=\"true\">×</span></a>";
}

std::string listed(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : ", ") + value;
  return out;
}

std::string render_chips(const ResultsView& view) {
  const search::Filters& filters = view.response.filters;
  std::string out;
  for (const auto& [field, filter] : filters.fields) {
    for (const std::string& value : filter.any_of) {
      out += chip(view, toggle_link(view.parameters, filters, field, value), field + ": " + value);
    }
    const std::string none = unfiltered_link(view.parameters, field);
    if (!filter.none_of.empty()) out += chip(view, none, field + ": not " + listed(filter.none_of));
    if (!filter.all_of.empty()) out += chip(view, none, field + ": all of " + listed(filter.all_of));
  }
  if (filters.after || filters.before) {
    const std::string from = filters.after ? to_day(*filters.after) : "…";
    const std::string to = filters.before ? to_day(*filters.before - std::chrono::seconds{1}) : "…";
    out += chip(view, any_time_link(view.parameters), from + " – " + to);
  }
  return out.empty() ? out : "<p class=\"chips\">" + out + "</p>\n";
}

std::string render_help(const ResultsView& view) {
  std::string out;
  if (view.response.did_you_mean) {
    const auto& guess = *view.response.did_you_mean;
    out += "<p class=\"guess\">Did you mean <a href=\"" + link_with(view.parameters, "q", guess.q) + "\">" +
           html_escape(guess.q) + "</a>? <span class=\"quiet\">" + grouped_digits(guess.total) + "</span></p>\n";
  }
  if (view.response.correction) {
    const search::Correction& correction = *view.response.correction;
    out += "<p class=\"guess\">Showing results for <a href=\"" + link_with(view.parameters, "q", correction.q) + "\">" +
           html_escape(correction.q) + "</a>. Search instead for <a href=\"" +
           link_with(view.parameters, "as_typed", "1") + "\">" + html_escape(view.response.q) +
           "</a> <span class=\"quiet\">" + grouped_digits(correction.typed_total) + "</span></p>\n";
  }
  if (view.response.warnings.empty()) return out;
  out += "<ul class=\"warnings\">";
  for (const search::Warning& warning : view.response.warnings) out += "<li>" + html_escape(warning.message) + "</li>";
  return out + "</ul>\n";
}

std::string render_copies(const Article& article) {
  if (article.copies.empty()) return {};
  std::string links;
  for (const Copy& copy : article.copies) {
    const std::string_view url = api::linkable(copy.url);
    if (url.empty()) continue;
    links += (links.empty() ? " " : ", ") + ("<a rel=\"noopener noreferrer\" href=\"" + html_escape(url) + "\">") +
             html_escape(copy.source.empty() ? copy.url : copy.source) + "</a>";
  }
  return links.empty() ? links : "<p class=\"copies\">Also at" + links + "</p>\n";
}

/// Lets screen readers and fonts follow the article's language.
std::string language_of(const Article& article) {
  const bool other = !article.language.empty() && article.language != "en";
  return other ? " lang=\"" + html_escape(article.language) + "\"" : "";
}

std::string render_hit(const ResultsView& view, const search::Hit& hit) {
  const Article& article = hit.article;
  const std::string title = api::marked_html(article.title, hit.title_marks);
  const std::string_view url = api::linkable(article.url);
  std::string out = "<li class=\"hit\"><h2" + language_of(article) + ">";
  if (url.empty())
    out += title;
  else
    out += "<a rel=\"noopener noreferrer\" href=\"" + html_escape(url) + "\">" + title + "</a>";
  out += "</h2>\n" + render_byline(view.parameters, view.response.filters, hit, view.now);
  for (const search::Snippet& snippet : hit.snippets) {
    out +=
        "<p class=\"snippet\"" + language_of(article) + ">" + api::marked_html(snippet.text, snippet.marks) + "</p>\n";
  }
  out += render_copies(article);
  if (hit.more_from_source > 0) {
    out += "<p class=\"copies\">" + grouped_digits(hit.more_from_source) + " more from this source</p>";
  }
  return out + "</li>\n";
}

std::string render_more(const ResultsView& view) {
  if (view.response.next.empty()) return {};
  api::Parameters next = view.parameters;
  std::erase_if(next, [](const api::Parameter& p) { return p.name == "cursor" || p.name == "offset"; });
  next.push_back({"cursor", view.response.next});
  return "<p class=\"more\"><a id=\"more\" rel=\"next\" href=\"" + page_link(next) + "\">More articles</a></p>\n";
}

std::string render_empty(const ResultsView& view) {
  std::string out = "<div class=\"empty\"><p>Nothing found.</p><p class=\"quiet\">Try fewer words or fewer filters.";
  if (!view.response.filters.empty()) {
    out += " <a href=\"" + words_only_link(view.parameters) + "\">Search without filters</a>";
  }
  return out + "</p></div>\n";
}

} // namespace

std::string render_results(const ResultsView& view) {
  const std::string heading = view.request.q.empty() ? "Articles" : "Articles for " + view.request.q;
  std::string out = "<h1 class=\"said\">" + html_escape(heading) +
                    "</h1>\n<div class=\"headline\"><p role=\"status\" id=\"count\"><strong>" +
                    (view.response.is_exact ? "" : "at least ") + grouped_digits(view.response.total) + "</strong> " +
                    (view.response.total == 1 ? "article" : "articles") + " <span class=\"quiet\">" +
                    milliseconds(view.took_ms) + " ms</span></p>" + render_orders(view) + "</div>\n";
  out += render_chips(view) + render_help(view);
  if (view.response.hits.empty()) return out + render_empty(view);
  out += "<ol class=\"hits\" id=\"hits\">\n";
  for (const search::Hit& hit : view.response.hits) out += render_hit(view, hit);
  return out + "</ol>\n" + render_more(view);
}

std::string render_trending(const search::Trending& trending) {
  if (trending.terms.empty()) return {};
  std::string out = "<nav class=\"rising\" aria-label=\"Trending terms\"><span>Trending</span>";
  for (const search::TrendingTerm& term : trending.terms) {
    out += " <a href=\"/?q=" + html_escape(api::percent_encode(term.term)) + "\">" + html_escape(term.term) + "</a>";
  }
  return out + "</nav>\n";
}

std::string render_problem(const api::Problem& problem) {
  return "<div class=\"empty\" role=\"alert\"><p>" + html_escape(api::title_of(problem.type)) +
         "</p><p class=\"quiet\">" + html_escape(problem.detail) +
         "</p><p><a href=\"/\">Back to the start page</a></p></div>\n";
}

} // namespace trawl::searchd
