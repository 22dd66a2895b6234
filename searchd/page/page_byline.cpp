// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/base/html_escape.h"

#include <array>
#include <chrono>

namespace trawl::searchd {
namespace {

using namespace std::chrono;

constexpr std::size_t kShownTags = 5;

std::string written_day(Moment moment) {
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const year_month_day date{floor<days>(moment)};
  return std::to_string(static_cast<unsigned>(date.day())) + " " +
         std::string(kMonths.at(static_cast<unsigned>(date.month()) - 1)) + " " +
         std::to_string(static_cast<int>(date.year()));
}

std::string label_of(const search::Hit& hit) {
  return hit.source_label.empty() ? hit.article.source : hit.source_label;
}

std::string link(const std::string& href, std::string_view css_class, const std::string& text) {
  return "<a class=\"" + std::string(css_class) + "\" href=\"" + href + "\">" + html_escape(text) + "</a>";
}

} // namespace

std::string grouped_digits(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string age_text(const std::optional<Date>& date, Moment now) {
  if (!date) return {};
  const auto age = floor<days>(now) - floor<days>(date->time);
  if (age <= days{0}) return "today";
  if (age == days{1}) return "yesterday";
  if (age <= days{30}) return std::to_string(age.count()) + " days ago";
  return written_day(date->time);
}

std::string render_byline(const api::Parameters& parameters, const search::Filters& filters, const search::Hit& hit,
                          Moment now) {
  const Article& article = hit.article;
  std::string out = "<p class=\"byline\">";
  out += link(toggle_link(parameters, filters, "source", article.source), "source", label_of(hit));
  if (article.published) {
    out += " <time datetime=\"" + to_text(*article.published) + "\" title=\"" + to_text(*article.published) + "\">" +
           age_text(article.published, now) + "</time>";
  }
  if (article.words > 0) {
    out += " <a class=\"read\" href=\"" + article_link(parameters, article.id) +
           "\" title=\"Read here: " + grouped_digits(article.words) + " words\">" +
           std::to_string(article.reading_minutes) + " min read</a>";
  }
  if (!article.category.empty()) {
    out += " " + link(toggle_link(parameters, filters, "category", article.category), "category", article.category);
  }
  for (std::size_t i = 0; i < article.tags.size() && i < kShownTags; ++i) {
    out += " " + link(toggle_link(parameters, filters, "tag", article.tags[i]), "tag", "#" + article.tags[i]);
  }
  return out + "</p>\n";
}

} // namespace trawl::searchd
