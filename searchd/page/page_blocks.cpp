// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_home.h"
#include "searchd/page/page_links.h"
#include "searchd/page/page_view.h"
#include "shared/api/response/highlight.h"
#include "shared/api/response/hit_json.h"
#include "shared/base/ascii.h"
#include "shared/base/calendar.h"
#include "shared/base/html_escape.h"
#include "shared/text/excerpt.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <utility>

namespace trawl::searchd {
namespace {

using search::Hit;

constexpr std::size_t kLeadWords = 35; // a few lines in the narrow column
constexpr std::chrono::days kShownByDay{14}, kShownByMonth{365};

/// "2 days", "7 days".
std::string days_text(std::chrono::days window) { return std::to_string(window.count()) + " days"; }

/// The opening of a block with its heading, a link if there is a search behind it.
std::string block(const std::string& id, const std::string& heading, const std::string& href = {}) {
  const std::string name = href.empty() ? heading : "<a href=\"" + href + "\">" + heading + "</a>";
  return "<section class=\"block\" id=\"" + id + "\" aria-labelledby=\"" + id + "-h\"><h2 id=\"" + id + "-h\">" + name +
         "</h2>\n";
}

/// Attributes that identify a row's article, and say whether it was read.
std::string row_attributes(const PageReader& reader, const Article& article, const std::string& style = "row") {
  return " class=\"" + style + std::string(reader.row_class(article.id)) + "\" data-id=\"" + html_escape(article.id) +
         "\"";
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

std::string minutes_element(const Article& article) {
  return article.words == 0
             ? ""
             : " <span class=\"minutes\">" + std::to_string(std::max(article.reading_minutes, 1)) + " min</span>";
}

/// What other sources tell of the same story.
std::string render_also(const HomeContent& home, const std::string& id) {
  const auto also = home.also_told.find(id);
  if (also == home.also_told.end()) return {};
  std::string out = "<ul class=\"also\">";
  for (const Hit& hit : also->second) {
    out += "<li" + row_attributes(home.reader, hit.article) + ">" + title_link(hit.article) + " <span class=\"from\">" +
           source_link(hit.article.source, hit.source_label) + "</span></li>";
  }
  return out + "</ul>";
}

/// Whether the articles of a day stand under its name; older ones stand under their month, or their year.
bool is_shown_by_day(const Date& date, Moment now) { return now - date.time < kShownByDay; }

/// The title; below it source, date, minutes and the first words; at the side what can be done. The date is left out
/// if the row is under it.
std::string render_row(const HomeContent& home, const Hit& hit, bool has_excerpt) {
  const Article& article = hit.article;
  const bool is_dated = !has_excerpt || (article.published && !is_shown_by_day(*article.published, home.now));
  std::string out = "<li" + row_attributes(home.reader, article) + ">" + title_link(article) + "<p class=\"from\">" +
                    source_link(article.source, hit.source_label) + (is_dated ? age_element(article, home.now) : "") +
                    minutes_element(article);
  if (has_excerpt && !hit.snippets.empty()) {
    std::string_view words = hit.snippets.front().text;
    if (words.starts_with("…")) words.remove_prefix(std::string_view("…").size()); // it follows a dot, and ends in one
    out += " <span class=\"excerpt\"" + language_attribute(article) + ">" + html_escape(words) + "</span>";
  }
  return out + "</p>" + render_actions(home.reader, article) + render_also(home, article.id) + "</li>\n";
}

std::string render_rows(const HomeContent& home, const std::vector<Hit>& hits, bool has_excerpts) {
  std::string out = "<ol class=\"rows stories\">\n";
  for (const Hit& hit : hits) out += render_row(home, hit, has_excerpts);
  return out + "</ol>\n";
}

/// "Today", "Yesterday", "Sunday", "8 Apr 2026", "April 2026", "2024".
std::string day_heading(const Date& date, Moment now) {
  constexpr std::array<const char*, 7> kDays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                             "Thursday", "Friday", "Saturday"};
  const auto day = day_of(date);
  const auto age = (std::chrono::floor<std::chrono::days>(now) - day).count();
  if (age <= 1) return age < 1 ? "Today" : "Yesterday";
  if (age < 7) return kDays.at(std::chrono::weekday(day).c_encoding());
  if (is_shown_by_day(date, now)) return written_day(day);
  const std::chrono::year_month_day calendar(day);
  if (now - date.time > kShownByMonth) return std::to_string(int{calendar.year()});
  return std::string(kMonthNames.at(unsigned{calendar.month()} - 1)) + " " + std::to_string(int{calendar.year()});
}

/// The articles of each printed day under its name, those of a day in the order of their moments.
std::string render_days(const HomeContent& home) {
  std::vector<Hit> newest = home.newest.content;
  std::ranges::stable_sort(newest, std::greater(), [](const Hit& hit) { return day_of(*hit.article.published); });
  std::string out, day;
  std::vector<Hit> hits;
  const auto close = [&] {
    if (!hits.empty()) out += "<h3 class=\"day\">" + day + "</h3>\n" + render_rows(home, hits, true);
    hits.clear();
  };
  for (const Hit& hit : newest) {
    const std::string next = day_heading(*hit.article.published, home.now);
    if (next != day) close();
    day = next;
    hits.push_back(hit);
  }
  close();
  hits = home.undated;
  day = "Without a date";
  close();
  hits = home.in_other_languages;
  day = "In other languages";
  close();
  return out;
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
  std::string shown;
  const auto show = [&](const std::vector<Hit>& hits) {
    for (const Hit& hit : hits) shown += (shown.empty() ? "" : ",") + hit.article.id;
  };
  for (const auto* hits : {&home.newest.content, &home.undated, &home.in_other_languages}) show(*hits);
  for (const auto& [id, hits] : home.also_told) show(hits);
  const bool is_all_read =
      home.reader.marks && home.newest.content.empty() && home.undated.empty() && home.in_other_languages.empty();
  return block("new", "New", page_link({{"sort", "newest"}})) + "<p class=\"quiet\" id=\"new-words\" role=\"status\">" +
         (is_all_read ? "You have read everything." : newest_words(home)) +
         (is_all_read ? "" : " " + read_these_button(home.reader, shown) + " " + read_all_button(home.reader, "")) +
         "</p>\n" + undo_line(home.reader) + render_days(home) + "</section>\n";
}

std::string render_saved(const HomeContent& home) {
  if (home.saved.empty()) return {};
  std::string out = block("saved", "Saved searches") + "<ul class=\"rows\">";
  for (const SavedRow& saved : home.saved) {
    const std::string query = html_escape(saved.query);
    out += "<li><a class=\"title\" href=\"/?" + query + "\">" + html_escape(saved.name) +
           "</a> <span class=\"from\"><span class=\"count\">" + grouped_digits(saved.unread) +
           " unread</span> <a href=\"/v1/search.rss?" + query + "\">Feed</a> " +
           reader_button(home.reader, "forget", saved.name, icon("cross"),
                         " class=\"remove\" aria-label=\"Remove the saved search " + html_escape(saved.name) + "\"") +
           "</span></li>";
  }
  return out + "</ul></section>\n";
}

/// "Rising: distillation – 5 articles of 3 sources in 2 days."
std::string render_reason(const HomeContent& home) {
  if (!home.reason) return {};
  const auto& term = *home.reason;
  const auto hours =
      std::chrono::duration_cast<std::chrono::hours>(home.trending.content.to - home.trending.content.from);
  return "<p class=\"quiet\">Rising: <a href=\"" + page_link({{"q", term.term}}) + "\">" + html_escape(term.term) +
         "</a> – " + articles_text(term.count) + " of " + std::to_string(term.sources.size()) +
         (term.sources.size() == 1 ? " source in " : " sources in ") + std::to_string(hours.count() / 24) + " days</p>";
}

std::string render_top(const HomeContent& home) {
  if (!home.top) return {};
  const Hit& hit = *home.top;
  const Article& article = hit.article;
  const std::string lead = text::excerpt(article.text, kLeadWords);
  return block("top", "Top story") + "<div" + row_attributes(home.reader, article, "lead") + "><h3>" +
         title_link(article) + "</h3>" + render_byline({}, {}, hit, home.now, original_link(article)) +
         render_reason(home) + "<p" + language_attribute(article) + ">" + html_escape(lead) + "</p>" +
         render_also(home, article.id) + "</div></section>\n";
}

std::string render_trending(const HomeContent& home) {
  const search::Trending& trending = home.trending.content;
  if (trending.articles.empty()) return {};
  const auto hours = std::chrono::duration_cast<std::chrono::hours>(trending.to - trending.from).count();
  const std::string window = hours <= 48 ? std::to_string(hours) + " hours" : std::to_string(hours / 24) + " days";
  const bool is_usual = hours <= 48;
  return block("trending", "Trending") + "<p class=\"quiet\">" +
         (is_usual ? "In the last " : "Few topics are rising, so this covers the last ") + window + ".</p>\n" +
         render_rows(home, trending.articles, false) + "</section>\n";
}

std::string render_rising(const HomeContent& home) {
  if (home.rising.empty()) return {};
  std::string out = block("rising", "Rising") + "<ul class=\"rising\">";
  for (const auto& [term, counts] : home.rising) {
    out += "<li><a href=\"" + page_link({{"q", term.term}}) + "\">" + html_escape(term.term) + "</a>" +
           plot(counts, 0) + "<span class=\"count\">" + articles_text(term.count) + ", " +
           grouped_digits(static_cast<std::size_t>(std::lround(term.times_usual))) + "× usual</span></li>";
  }
  return out + "</ul></section>\n";
}

/// Articles of the last days, each day a link to its articles.
std::string render_week(const HomeContent& home) {
  if (home.days.empty() || std::ranges::max(home.days) == 0) return {};
  const std::size_t most = std::ranges::max(home.days);
  std::string out = block("week", "Last two weeks") + "<ul class=\"histogram\">";
  auto day = std::chrono::floor<std::chrono::days>(home.now) - std::chrono::days{home.days.size() - 1};
  for (const std::size_t count : home.days) {
    const std::string value = to_day(day);
    const std::string name = std::to_string(unsigned{std::chrono::year_month_day(day).day()});
    out += histogram_bar({written_day(day), name, count}, most, bucket_link({}, value), false);
    day += std::chrono::days{1};
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
  std::string out = block("silent", "Gone quiet") + "<ul class=\"rows\">";
  for (const search::SourceStatus& source : home.silent) {
    out += "<li>" + source_link(source.id, source.label);
    if (source.newest) out += " <span class=\"from\">last " + age_text(source.newest, home.now) + "</span>";
    out += "</li>";
  }
  return out + "</ul></section>\n";
}

/// "1,009 articles from 16 sources", searches that find some of them, and how to write others.
std::string render_introduction(const HomeContent& home) {
  std::string out = "<section class=\"about\"><h1>Search " + articles_text(home.articles) + " about AI</h1>\n<p>From " +
                    grouped_digits(home.sources) +
                    (home.sources == 1 ? " source" : " <a href=\"/sources\">sources</a>") +
                    (home.first_year.empty() ? "" : " since " + html_escape(home.first_year)) + ", on this machine.";
  std::string examples;
  for (const auto& [query, count] : home.examples)
    examples += " <a class=\"example\" href=\"" + page_link({{"q", query}}) + "\">" + html_escape(query) +
                " <span class=\"count\">" + grouped_digits(count) + "</span></a>";
  if (!examples.empty()) out += " Try" + examples;
  return out + "</p>\n" + render_syntax() + "</section>\n";
}

/// What to do while there are no articles.
std::string render_start(const HomeContent& home) {
  return "<div class=\"empty\"><h1>Nothing to read yet</h1>\n"
         "<p>In a terminal, <code>" +
         std::string(home.is_of_package ? "sudo systemctl start trawl-crawl" : "trawl crawl") +
         "</code> fetches the articles of Trawl’s catalogue of blogs about AI, which <code>trawl sources list</code> "
         "lists" +
         (home.is_of_package ? "; <code>sudo systemctl enable --now trawl-crawl.timer</code> does so every half hour. "
                             : ", and <code>trawl crawl NAME …</code> those of some of them. "
                               "<code>trawl import FILE</code> takes the articles of a file.") +
         "</p>\n"
         "<p class=\"quiet\">As soon as there are articles, this page shows them.</p>\n</div>\n";
}

} // namespace

std::string render_syntax() {
  constexpr std::array<std::pair<const char*, const char*>, 7> kExamples{{
      {"flash attention", "both words; articles with only one come after"},
      {"\"flash attention\"", "the phrase"},
      {"mamba OR rwkv -benchmark", "either, and not that word"},
      {"quant*", "words that begin so"},
      {"title:agents author:\"Lilian Weng\"", "in a field; also tag: source: category: language:"},
      {"after:2024 before:2025-07", "also date:2024-05 and since:30d"},
      {"is:starred is:unread is:noted", "what you did; also is:long, is:gone"},
  }};
  std::string out = "<details class=\"syntax\"><summary>How to search</summary><dl>";
  for (const auto& [query, meaning] : kExamples)
    out += "<dt><code>" + html_escape(query) + "</code></dt><dd>" + meaning + "</dd>";
  return out + "</dl></details>\n";
}

std::string render_home(const HomeContent& home) {
  if (home.is_empty) {
    return render_warnings(home.warnings) + render_start(home);
  }
  return render_introduction(home) + render_warnings(home.warnings) + render_saved(home) + render_newest(home);
}

std::string render_home_asides(const HomeContent& home) {
  return "<aside aria-label=\"What is rising, and more\">\n" + render_top(home) + render_rising(home) +
         render_week(home) + render_trending(home) + render_categories(home) + render_silent(home) + "</aside>\n";
}

} // namespace trawl::searchd
