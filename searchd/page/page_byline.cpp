// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/base/calendar.h"
#include "shared/base/html_escape.h"

#include <algorithm>
#include <chrono>

namespace trawl::searchd {
namespace {

using namespace std::chrono;

constexpr std::size_t kShownTags = 3;

std::string label_of(const search::Hit& hit) {
  return hit.source_label.empty() ? hit.article.source : hit.source_label;
}

/// Whether the article is of its category more likely than not.
bool is_likely_category(const Article& article) {
  const auto found = std::ranges::find(article.provenance, "category", &Provenance::field);
  return found == article.provenance.end() || found->confidence_percent == 0 || found->confidence_percent >= 50;
}

/// A value of a field as a link that adds it to the filters; plain text if it is among them already.
std::string filter_link(const api::Parameters& parameters, const search::Filters& filters, const std::string& field,
                        const std::string& value, const std::string& text) {
  const auto filter = filters.fields.find(field);
  const bool is_chosen =
      filter != filters.fields.end() && std::ranges::find(filter->second.any_of, value) != filter->second.any_of.end();
  if (is_chosen) return "<span class=\"" + field + "\">" + html_escape(text) + "</span>";
  return "<a class=\"" + field + "\" href=\"" + toggle_link(parameters, filters, field, value) + "\">" +
         html_escape(text) + "</a>";
}

} // namespace

std::string written_day(Moment moment) {
  const year_month_day date{floor<days>(moment)};
  return std::to_string(static_cast<unsigned>(date.day())) + " " + std::string(short_name(date.month())) + " " +
         std::to_string(static_cast<int>(date.year()));
}

std::string age_text(const std::optional<Date>& date, Moment now) {
  if (!date) return {};
  const auto age = floor<days>(now) - day_of(*date);
  if (age <= days{0}) return "today";
  if (age == days{1}) return "yesterday";
  if (age <= days{30}) return std::to_string(age.count()) + " days ago";
  return written_day(day_of(*date));
}

std::string render_byline(const api::Parameters& parameters, const search::Filters& filters, const search::Hit& hit,
                          Moment now, const std::string& more) {
  const Article& article = hit.article;
  std::string out = "<p class=\"byline\">";
  out += filter_link(parameters, filters, "source", article.source, label_of(hit));
  if (article.published) {
    out += " <time datetime=\"" + to_text(*article.published) + "\" title=\"" + to_text(*article.published) + "\">" +
           age_text(article.published, now) + "</time>";
  }
  if (article.gone_since) {
    out += " <span>withdrawn by " + written_day(*article.gone_since) + "</span>";
  }
  if (article.words > 0) {
    out += " <span class=\"minutes\" title=\"" + grouped_digits(article.words) + " words\">" +
           grouped_digits(static_cast<std::size_t>(std::max(article.reading_minutes, 1))) + " min</span>";
  }
  if (!article.category.empty() && is_likely_category(article)) {
    out += " " + filter_link(parameters, filters, "category", article.category, article.category);
  }
  for (std::size_t i = 0; i < article.tags.size() && i < kShownTags; ++i) {
    out += " " + filter_link(parameters, filters, "tag", article.tags[i], "#" + article.tags[i]);
  }
  return out + more + "</p>\n";
}

std::string icon(std::string_view name) {
  return "<span class=\"i " + std::string(name) + "\" aria-hidden=\"true\"></span>";
}

std::string original_link(const Article& article) {
  const std::string_view url = api::linkable(article.url);
  if (url.empty()) return {};
  const std::string site = html_escape(article.site.empty() ? "its publisher" : article.site);
  return " <a class=\"original\" rel=\"noopener noreferrer\" href=\"" + html_escape(url) + "\" title=\"" + site +
         "\" aria-label=\"Original at " + site + "\">" + icon("out") + "</a>";
}

std::string render_actions(const PageReader& reader, const Article& article) {
  return "<span class=\"do\">" + original_link(article) + mark_button(reader, ReaderMark::Starred, article.id, true) +
         "</span>";
}

std::string language_attribute(const Article& article) {
  const bool is_other = !article.language.empty() && article.language != "en";
  return is_other ? " lang=\"" + html_escape(article.language) + "\"" : "";
}

} // namespace trawl::searchd
