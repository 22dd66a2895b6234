// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/base/html_escape.h"
#include "shared/text/query_language.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace trawl::searchd {
namespace {

using search::SortOrder;

struct Order {
  SortOrder order;
  const char* name;
  const char* label;
};

constexpr std::array kOrders{Order{SortOrder::Relevance, "relevance", "Relevance"},
                             Order{SortOrder::Newest, "newest", "Newest"},
                             Order{SortOrder::Oldest, "oldest", "Oldest"}};

std::string render_orders(const ResultsView& view) {
  const bool has_words = view.request.parsed(view.now).has_words;
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

/// A filter with a link that removes it. A filter that applies only to a part of the query can only be edited in the
/// search box.
std::string chip(const ResultsView& view, const std::string& href, const std::string& text) {
  if (href == page_link(view.parameters)) return "<li><span class=\"chip\">" + html_escape(text) + "</span></li>";
  return "<li><a class=\"chip\" href=\"" + href + "\" aria-label=\"Remove the filter " + html_escape(text) + "\">" +
         html_escape(text) + " " + icon("cross") + "</a></li>";
}

/// What a value is called, as the facet says: a source has a name.
std::string label_of(const ResultsView& view, const std::string& field, const std::string& value) {
  for (const search::Facet& facet : view.response.facets) {
    if (facet.field != field) continue;
    const auto found = std::ranges::find(facet.values, value, &search::FacetValue::value);
    if (found != facet.values.end() && !found->label.empty()) return found->label;
  }
  return value;
}

/// A chip for each value, so that they can be removed one by one.
std::string chips_of(const ResultsView& view, std::string_view name, const search::FieldFilter& filter) {
  const std::string field(name);
  std::string out;
  const auto add = [&](FilterPart part, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      const std::string text = field + (part == FilterPart::NoneOf ? ": not " : ": ") + label_of(view, field, value);
      out += chip(view, removal_link(view.parameters, view.response.filters, field, part, value), text);
    }
  };
  add(FilterPart::AnyOf, filter.any_of);
  add(FilterPart::AllOf, filter.all_of);
  add(FilterPart::NoneOf, filter.none_of);
  return out;
}

std::string chips_of(const ResultsView& view, std::string_view /*name*/, const query::DateRange& dates) {
  const auto first = dates.first_of_days(), past = dates.past_days();
  const std::string from = first ? to_day(*first) : "…";
  const std::string to = past ? to_day(*past - std::chrono::days{1}) : "…";
  return chip(view, any_time_link(view.parameters), from + " – " + to);
}

std::string render_chips(const ResultsView& view) {
  std::string out;
  query::for_each_filter(view.response.filters,
                         [&](std::string_view name, const auto& filter) { out += chips_of(view, name, filter); });
  if (out.empty()) return out;
  if (count_filters(view.response.filters) > 1) {
    out += "<li><a class=\"clear\" href=\"" + words_only_link(view.parameters) + "\">Remove all</a></li>";
  }
  return "<ul class=\"chips\" aria-label=\"Active filters\">" + out + "</ul>\n";
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
  return out + render_warnings(view.response.warnings);
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

/// The parameters of the search that found the hits: a corrected query has other words than the typed one.
api::Parameters found_parameters(const ResultsView& view) {
  api::Parameters parameters = view.parameters;
  for (api::Parameter& parameter : parameters) {
    if (parameter.name == "q" && view.response.correction) parameter.value = view.response.correction->q;
  }
  return parameters;
}

/// Where the first passage begins in the reader: at its first marked word.
std::string passage_of(const search::Hit& hit) {
  if (hit.snippets.empty() || hit.snippets.front().marks.empty()) return {};
  return passage_fragment(hit.snippets.front().text, hit.snippets.front().marks.front().begin);
}

/// The section that the first passage stands in, as a link to it here; at the publisher's, it has its own.
std::string render_section(const search::Hit& hit, const std::string& here) {
  if (!hit.section) return {};
  const std::string heading = html_escape(hit.section->path.back()),
                    link = html_escape(api::linkable(hit.section->link));
  return "<p class=\"copies\"" + language_attribute(hit.article) + "><a href=\"" + here + "\">§ " + heading + "</a>" +
         (link.empty() ? ""
                       : " <a rel=\"noopener noreferrer\" href=\"" + link +
                             "\" aria-label=\"This section at the publisher’s\">" + icon("out") + "</a>") +
         "</p>\n";
}

/// The reader's note, with what it quotes of the article.
std::string render_note_of(const ResultsView& view, const std::string& id) {
  const auto note = view.notes.find(id);
  if (note == view.notes.end()) return {};
  std::string out = "<blockquote class=\"own-note\">";
  for (const auto part : std::views::split(note->second, '\n')) {
    const std::string_view line(part);
    const bool is_quote = line.starts_with('>');
    if (!out.ends_with("note\">")) out += '\n';
    const std::string text =
        html_escape(is_quote ? line.substr(std::min(line.find_first_not_of("> "), line.size())) : line);
    out += is_quote && !text.empty() ? "<mark>" + text + "</mark>" : text;
  }
  return out + "</blockquote>\n";
}

std::string render_hit(const ResultsView& view, const api::Parameters& found, const search::Hit& hit, std::size_t at) {
  const Article& article = hit.article;
  const std::string id = html_escape(article.id);
  std::string out = "<li class=\"hit" + std::string(view.reader.row_class(article.id)) + "\" id=\"a" + id +
                    "\" data-id=\"" + id + "\"><h2" + language_attribute(article) + "><a class=\"title\" href=\"" +
                    article_link(found, article.id, at) + passage_of(hit) + "\">" +
                    api::marked_html(article.title, hit.title_marks) + "</a></h2>\n";
  out += render_byline(view.parameters, view.response.filters, hit, view.now) + render_actions(view.reader, article);
  for (const search::Snippet& snippet : hit.snippets) {
    out += "<p class=\"snippet\"" + language_attribute(article) + ">" + api::marked_html(snippet.text, snippet.marks) +
           "</p>\n";
  }
  out += render_note_of(view, article.id) + render_section(hit, article_link(found, article.id, at) + passage_of(hit)) +
         render_copies(article);
  if (hit.more_from_source > 0) {
    out += "<p class=\"copies\">" + grouped_digits(hit.more_from_source) + " more from this source</p>";
  }
  return out + "</li>\n";
}

/// The choice between passages and titles only, more of which fit on a screen.
std::string render_density(const ResultsView& view) {
  const bool titles_only = view.request.snippets == 0;
  const auto choice = [&](const char* value, const char* label, bool is_current) {
    return "<a href=\"" + link_with(view.parameters, "snippets", value) + "\"" +
           (is_current ? " aria-current=\"true\"" : "") + ">" + label + "</a>";
  };
  return "<nav class=\"orders\" aria-label=\"What is shown\">" + choice("", "Excerpts", !titles_only) +
         choice("0", "Titles", titles_only) + "</nav>";
}

std::string render_more(const ResultsView& view) {
  if (view.response.next.empty()) return {};
  api::Parameters next = view.parameters;
  std::erase_if(next, [](const api::Parameter& p) { return p.name == "cursor" || p.name == "offset"; });
  next.push_back({"cursor", view.response.next});
  return "<p class=\"more\"><a id=\"more\" rel=\"next\" href=\"" + page_link(next) + "\">More articles</a></p>\n";
}

/// What a list of what the reader did says while there is nothing in it, and how something gets there.
constexpr std::array<std::array<std::string_view, 3>, 4> kNothingYet{{
    {"is:unread", "You have read everything.", "New articles stand here until you open them."},
    {"is:starred", "No article has a star.",
     "The star beside a title, or the key s, gives it one; it stands here then."},
    {"is:later", "Nothing is kept for later.", "The clock above an article, or the key l, keeps it here."},
    {"is:noted", "No article has a note.", "Below an article is room for one; the article stands here then."},
}};

std::string render_empty(const ResultsView& view) {
  const auto known = std::ranges::find(kNothingYet, view.request.q, [](const auto& words) { return words[0]; });
  if (known != kNothingYet.end() && view.parameters.size() == 1)
    return "<div class=\"empty\"><p>" + std::string((*known)[1]) + "</p><p class=\"quiet\">" +
           std::string(view.reader.may_write ? (*known)[2] : "This server remembers nothing new.") + "</p></div>\n";
  const bool is_filtered = !view.response.filters.empty();
  std::string out = std::string("<div class=\"empty\"><p>Nothing found.</p><p class=\"quiet\">") +
                    (is_filtered ? "Try fewer words or fewer filters." : "Try fewer or other words.");
  if (is_filtered) {
    out += " <a href=\"" + words_only_link(view.parameters) + "\">Search without filters</a>";
  }
  return out + "</p></div>\n";
}

/// "<strong>25</strong> articles with both words, 358 more with only some".
std::string render_totals(const search::SearchResponse& response) {
  const std::string text = api::articles_text(response.total);
  const std::size_t number = text.find(' ');
  std::string out = (response.is_exact ? "<strong>" : "<strong>at least ") + text.substr(0, number) + "</strong>" +
                    text.substr(number);
  if (response.total_fewer_words > 0)
    out.append(api::with_all_words(response.understood))
        .append("<span class=\"quiet\">, " + grouped_digits(response.total_fewer_words) +
                " more with only some</span>");
  const std::size_t left_out = response.left_out.value_or(0);
  return left_out == 0 ? out : out + "<span class=\"quiet\">, " + grouped_digits(left_out) + " of them left out</span>";
}

/// Saves the search; once it is saved, says so and removes it.
std::string render_save(const ResultsView& view, const std::string& query) {
  if (view.saved_as.empty())
    return reader_button(view.reader, "save", query, "Save search", " id=\"save\" class=\"quiet-button\"");
  return reader_button(view.reader, "forget", view.saved_as, icon("check") + "Saved",
                       " id=\"save\" class=\"quiet-button\" aria-pressed=\"true\" title=\"Remove the saved search\"");
}

std::size_t chips_for(const search::FieldFilter& filter) {
  return filter.any_of.size() + filter.all_of.size() + filter.none_of.size();
}

std::size_t chips_for(const query::DateRange& /*dates*/) { return 1; }

} // namespace

std::size_t count_filters(const search::Filters& filters) {
  std::size_t count = 0;
  query::for_each_filter(filters, [&](std::string_view /*name*/, const auto& filter) { count += chips_for(filter); });
  return count;
}

std::string render_warnings(const std::vector<search::Warning>& warnings) {
  std::string items;
  for (const search::Warning& warning : warnings) items += "<li>" + html_escape(warning.message) + "</li>";
  return items.empty() ? items : "<ul class=\"warnings\">" + items + "</ul>\n";
}

std::string render_results(const ResultsView& view) {
  const std::string query = api::to_query_string(view.parameters);
  const std::string heading = view.request.q.empty() ? "Articles" : "Articles for " + view.request.q;
  std::string out =
      "<h1 class=\"said\">" + html_escape(heading) + "</h1>\n<div class=\"headline\"><p role=\"status\" id=\"count\">" +
      render_totals(view.response) + "</p><p class=\"keep\"><a id=\"feed\" href=\"" + view.feed + "\">Feed</a> " +
      render_save(view, query) + (view.response.total > 0 ? " " + read_all_button(view.reader, query) : "") + "</p>" +
      (view.response.total > 0 ? "<div class=\"choices\">" + render_orders(view) + render_density(view) + "</div>"
                               : "") +
      "</div>\n";
  out += undo_line(view.reader) + render_chips(view) + render_help(view);
  if (view.response.hits.empty()) return out + render_empty(view);
  out += std::string("<ol class=\"hits") + (view.request.snippets == 0 ? " dense" : "") + "\" id=\"hits\">\n";
  const api::Parameters found = found_parameters(view);
  std::size_t at = view.response.offset;
  for (const search::Hit& hit : view.response.hits) out += render_hit(view, found, hit, at++);
  return out + "</ol>\n" + render_more(view);
}

std::string render_problem(const api::Problem& problem) {
  std::string detail;
  bool is_code = false;
  for (const char c : html_escape(problem.detail)) { // commands are between backticks
    if (c == '`') is_code = !is_code;
    detail += c != '`' ? std::string(1, c) : is_code ? "<code>" : "</code>";
  }
  return "<div class=\"empty\"><h1>" + html_escape(api::title_of(problem.type)) + "</h1><p class=\"quiet\">" + detail +
         (is_code ? "</code>" : "") + "</p><p><a href=\"/\">Home</a></p></div>\n";
}

} // namespace trawl::searchd
