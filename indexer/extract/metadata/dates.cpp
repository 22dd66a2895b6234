// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates.h"

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/signal_vote.h"
#include "indexer/extract/page/block_features.h"
#include "indexer/extract/words/words.h"
#include "shared/base/ascii.h"
#include "shared/base/calendar.h"
#include "shared/text/dates/parse_date.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace trawl::extract {

namespace {

using ascii::is_digit;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::sys_days;

/// The meta elements that give dates, with their weights in the vote. A weight reflects how often the element is right
/// on real news and blog pages.
struct DateMeta {
  std::string_view name;
  double weight;
};

// clang-format off
constexpr std::array kPublishedMetas = std::to_array<DateMeta>({
    {"article:published_time", 3.0}, {"article:published", 2.5}, {"og:published_time", 2.5},
    {"og:article:published_time", 2.5}, {"datepublished", 2.2}, {"sailthru.date", 2.0}, {"parsely-pub-date", 2.2},
    {"citation_publication_date", 2.0}, {"citation_date", 1.8}, {"citation_online_date", 1.8}, {"pubdate", 2.0},
    {"publishdate", 2.0}, {"publish_date", 2.0}, {"publish-date", 2.0}, {"publication_date", 2.0},
    {"publication-date", 2.0}, {"published", 1.8}, {"published-date", 2.0}, {"publisheddate", 2.0},
    {"article.published", 2.2}, {"date", 1.8}, {"dc.date", 1.8}, {"dc.date.issued", 2.2}, {"dc.issued", 2.0},
    {"dc.date.created", 1.8}, {"dcterms.date", 1.8}, {"dcterms.issued", 2.2}, {"dcterms.created", 1.8},
    {"dcterms.available", 1.8}, {"datecreated", 1.6}, {"date.created", 1.6}, {"created", 1.4},
    {"originalpublicationdate", 2.2}, {"cxenseparse:recs:publishtime", 2.2}, {"cxenseparse:publishtime", 2.2},
    {"bt:pubdate", 2.0}, {"cdate", 1.4}, {"article_date_original", 2.2}, {"rnews:datepublished", 2.2},
    {"ptime", 1.6}, {"gentime", 1.4}, {"article:post_time", 2.0}, {"shareaholic:article_published_time", 2.2},
    {"video:release_date", 1.4}, {"og:pubdate", 2.0}, {"og:regdate", 1.6}, {"release_date", 1.6},
    {"dateposted", 1.8}, {"displaydate", 1.8}, {"timestamp", 1.2}, {"field-name-post-date", 1.6},
    {"doc_date", 1.6}, {"created_date", 1.6}, {"created-date", 1.6}, {"pub_date", 2.0}, {"w-published-date", 2.0},
    {"ms.date", 1.5}, {"published_date", 2.0}, {"published_at", 2.0}, {"dc.date.publication", 2.0},
    {"prism.publicationdate", 2.0}, {"eprints.date", 1.6}
});

constexpr std::array kUpdatedMetas = std::to_array<DateMeta>({
    {"article:modified_time", 3.0}, {"og:updated_time", 2.2}, {"article:modified", 2.2}, {"datemodified", 2.2},
    {"article:updated_time", 2.2}, {"dc.date.modified", 2.0}, {"dcterms.modified", 2.0}, {"last-modified", 1.5},
    {"lastmod", 1.5}, {"modified", 1.5}, {"article.updated", 2.0}, {"article_date_updated", 2.0},
    {"og:article:modified_time", 2.2}, {"revision_date", 1.5}, {"lastmodified", 1.5}, {"lastmodifieddate", 1.5},
    {"modificationdate", 1.5}, {"update_time", 1.5}, {"utime", 1.2}, {"date.modified", 1.8},
    {"shareaholic:article_modified_time", 2.0}
});
// clang-format on

/// Words before a date that say which date it is.
enum class DateCue : std::uint8_t {
  None,
  Published, ///< "Posted on", "erschienen am"
  Updated,   ///< "Last updated", "Stand der letzten Änderung"
  Foreign,   ///< the date of something else: "member since", "next review"
};

/// The winning date.
struct DateWinner {
  Date date;
  std::string from;    ///< the signals that agree
  bool is_utc = false; ///< known only in UTC: in the site's time zone it may be the day before or after
};

class DateVote {
 public:
  /// Later dates are refused.
  explicit DateVote(Moment latest) : latest_(latest) {}

  void add(const std::optional<Date>& date, std::string_view from, double weight, bool is_utc = false);

  /// Adds a machine-readable date.
  void add_machine(std::string_view text, std::string_view language, std::string_view from, double weight);

  bool empty() const { return signals_.empty(); }

  /// nullopt if there is no candidate.
  std::optional<DateWinner> decide() const;

 private:
  struct Day {
    Date date;
    bool is_utc = false; ///< written in UTC: the site's time zone is not known
  };

  DateWinner winner_of(const Signal<Day>& best) const;

  Moment latest_;
  std::vector<Signal<Day>> signals_;
};

/// Where to look for visible dates, in the order in which the reaches are tried. Comments are included for discussions,
/// whose posts look like comments.
enum class Reach : std::uint8_t {
  Near,         ///< near the title, outside boilerplate
  NearAnywhere, ///< near the title
  Page,         ///< anywhere outside boilerplate
  Comments,
};

/// Reads a number of `least` to `most` digits at `at` and moves `at` past it; nullopt if more digits follow.
std::optional<int> take_number(std::string_view text, std::size_t& at, std::size_t least, std::size_t most) {
  std::size_t end = at;
  int value = 0;
  while (end < text.size() && end - at < most && is_digit(text[end])) value = value * 10 + (text[end++] - '0');
  if (end - at < least || (end < text.size() && is_digit(text[end]))) return std::nullopt;
  at = end;
  return value;
}

/// Reads an English month name: "nov", "october".
std::optional<int> take_month_name(std::string_view text, std::size_t& at) {
  std::size_t end = at;
  while (end < text.size() && ascii::is_alpha(text[end])) ++end;
  const std::string_view word = text.substr(at, end - at);
  for (std::size_t i = 0; i < kMonthNames.size(); ++i) {
    if (!ascii::equals_ignoring_case(word, word.size() == 3 ? kMonthNames[i].substr(0, 3) : kMonthNames[i])) continue;
    at = end;
    return static_cast<int>(i) + 1;
  }
  return std::nullopt;
}

std::optional<Date> day_from(int year, int month, int day) {
  const std::chrono::year_month_day ymd{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                        std::chrono::day{static_cast<unsigned>(day)}};
  if (!ymd.ok() || year < 1990 || year > 2100) return std::nullopt;
  return Date{sys_days{ymd}, DatePrecision::Day};
}

bool is_separator(char c) { return c == '/' || c == '-' || c == '_' || c == '.'; }

/// "2024/05/01", "2024-5-1", "2024/may/01".
std::optional<Date> take_year_first(std::string_view url, std::size_t at) {
  const auto year = take_number(url, at, 4, 4);
  if (!year || at >= url.size() || !is_separator(url[at])) return std::nullopt;
  const char separator = url[at++];
  auto month = take_number(url, at, 1, 2);
  if (!month) month = take_month_name(url, at);
  if (!month || at >= url.size() || url[at++] != separator) return std::nullopt;
  const auto day = take_number(url, at, 1, 2);
  return day ? day_from(*year, *month, *day) : std::nullopt;
}

/// "29-10-2021"; only if the first number cannot be a month.
std::optional<Date> take_day_first(std::string_view url, std::size_t at) {
  const auto day = take_number(url, at, 2, 2);
  if (!day || *day <= 12 || at >= url.size() || !is_separator(url[at])) return std::nullopt;
  const char separator = url[at++];
  const auto month = take_number(url, at, 2, 2);
  if (!month || at >= url.size() || url[at++] != separator) return std::nullopt;
  const auto year = take_number(url, at, 4, 4);
  return year ? day_from(*year, *month, *day) : std::nullopt;
}

bool contains_any(std::string_view name, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return name.contains(word); });
}

/// The position of the first digit, or the size.
std::size_t find_digit(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if(text, ascii::is_digit) - text.begin());
}

// The web did not exist before this day.
constexpr sys_days kFirstDay{std::chrono::year{1990} / 1 / 1};
constexpr double kSameDayShare = 0.5;
constexpr double kNextDayShare = 0.2;

constexpr std::size_t kNodesAfterTitle = 400;
constexpr std::size_t kNodesBeforeTitle = 120;
constexpr std::size_t kMaxDatedText = 120;
constexpr double kPublishedBonus = 1.2; ///< added to the weight of a date after "Published" or the like
// Local times are between UTC-12 and UTC+14.
constexpr hours kWestmost{12}, kEastmost{14};

/// Whether the position is near the title. If the title is unknown, every position is.
bool is_near(std::size_t order, std::size_t title_order) {
  if (title_order == 0) return true;
  return order + kNodesBeforeTitle >= title_order && order <= title_order + kNodesAfterTitle;
}

bool is_in_reach(std::uint8_t places, std::size_t order, std::size_t title_order, Reach reach) {
  if (reach == Reach::Comments) return (places & kInComments) != 0;
  if ((places & kInComments) != 0) return false;
  const bool is_aside = (places & kInBoilerplate) != 0;
  return (reach == Reach::Page || is_near(order, title_order)) && (reach == Reach::NearAnywhere || !is_aside);
}

/// The day in visible text, as it is written, whatever its time zone.
std::optional<Date> visible_date(std::string_view text, std::string_view language) {
  if (const auto written = text::parse_page_date(text, language)) return Date{day_of(*written), DatePrecision::Day};
  return std::nullopt;
}

bool are_far(const Date& a, const Date& b) { return std::chrono::abs(day_of(a) - day_of(b)) > days{1}; }

/// The cue among the words before the first digit of `text`.
DateCue date_cue(std::string_view text) {
  const std::string words = text::fold(text.substr(0, find_digit(text)));
  if (contains_any(words, words::kMetadataForeignDates)) return DateCue::Foreign;
  if (contains_any(words, words::kMetadataUpdates)) return DateCue::Updated;
  return contains_any(words, words::kMetadataPublications) ? DateCue::Published : DateCue::None;
}

/// The date of an element. If its attribute and its text differ and the text says "published", the text counts: readers
/// see it.
std::optional<Date> date_of(const DateSignal& signal, std::string_view language) {
  auto shown = visible_date(signal.text, language);
  if (signal.machine.empty()) return shown;
  auto machine = text::parse_page_date(signal.machine, language);
  const bool differs = machine && shown && signal.is_time_element && are_far(*machine, *shown);
  if (differs && date_cue(signal.text) == DateCue::Published) return shown;
  return machine ? machine : shown;
}

DateCue cue_of(const DateSignal& signal) {
  if (const DateCue own = date_cue(signal.text); own != DateCue::None) return own;
  if (signal.is_update) return DateCue::Updated;
  return date_cue(signal.lead);
}

/// Whether the text is a sentence of the article, which may tell of any day: no line with the article's own date.
bool is_running_sentence(std::string_view text) { return ends_sentence(text) && has_several_words(text); }

/// Whether the text can name a day. "April 2026" does not: it is the heading of a list.
bool names_day(std::string_view text) {
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (ascii::is_digit(text[i]) && (i == 0 || !ascii::is_digit(text[i - 1]))) ++numbers;
  }
  return numbers >= 2;
}

/// Adds the first date at the beginning of a paragraph near the title: "Berlin, 3 May 2024 – ".
void add_datelines(DateVote& published, const MetadataSignals& signals, const DateContext& context) {
  for (const ShortText& line : signals.datelines) {
    if (!is_in_reach(line.places, line.order, context.title_order, Reach::Near) || (line.places & kInQuote) != 0)
      continue;
    if (!names_day(line.text) || date_cue(line.text) == DateCue::Foreign) continue;
    const auto date = visible_date(line.text, context.language);
    published.add(date, "dateline", 0.9);
    if (date) return;
  }
}

template <typename Rows>
void add_metas(DateVote& vote, const MetadataSignals& signals, const Rows& rows, std::string_view language) {
  for (const auto& row : rows) vote.add_machine(clean_value(signals.meta(row.name)), language, row.name, row.weight);
}

void add_machine_readable(DateVote& published, DateVote& updated, const MetadataSignals& signals,
                          const DateContext& context) {
  if (context.item != nullptr) {
    published.add_machine(context.item->published, context.language, signal_name(*context.item), 3.0);
    updated.add_machine(context.item->modified, context.language, signal_name(*context.item), 3.0);
  }
  for (const JsonLdItem& item : signals.json_ld) {
    if (item.kind != JsonLdKind::Page) continue;
    published.add_machine(item.published, context.language, "json-ld page", 1.8);
    updated.add_machine(item.modified, context.language, "json-ld page", 1.8);
  }
  add_metas(published, signals, kPublishedMetas, context.language);
  add_metas(updated, signals, kUpdatedMetas, context.language);
  auto in_url = date_in_url(context.url);
  if (!in_url) in_url = date_in_url(clean_value(signals.meta("og:url")));
  published.add(in_url, "url", 2.0);
  published.add(context.feed_published, "feed", 2.5);
  updated.add(context.feed_updated, "feed", 1.5);
}

/// Adds elements marked as dates: microdata, time elements, classes. Only the first of each kind in reach counts.
void add_date_elements(DateVote& published, DateVote& updated, const MetadataSignals& signals,
                       const DateContext& context, Reach reach) {
  bool has_item = false, has_time = false, has_class = false;
  for (const DateSignal& signal : signals.dates) {
    const bool in_reach = is_in_reach(signal.places, signal.order, context.title_order, reach);
    const bool is_item = !signal.itemprop.empty();
    if (!in_reach && (!is_item || (signal.places & kInComments) != 0)) continue;
    const auto date = date_of(signal, context.language);
    const DateCue cue = is_item ? DateCue::None : cue_of(signal);
    const bool is_told = cue == DateCue::None && signal.machine.empty() && is_running_sentence(signal.text);
    if (!date || cue == DateCue::Foreign || is_told) continue;
    const double bonus = cue == DateCue::Published ? kPublishedBonus : 0.0;
    if (signal.itemprop == "dateModified" || cue == DateCue::Updated) {
      if (in_reach) updated.add(date, is_item ? "itemprop" : "element", is_item ? 2.0 : 1.0);
    } else if (is_item) {
      // Each post of a thread has a date; that of the first is the thread's.
      published.add(date, "itemprop", (signal.places & kInBoilerplate) != 0 ? 0.5 : (has_item ? 0.8 : 2.0));
      has_item = true;
    } else if (signal.is_time_element && !has_time) {
      published.add(date, "time", bonus + ((signal.places & kInArticle) != 0 ? 1.6 : 1.3));
      has_time = true;
    } else if (!signal.is_time_element && !has_class) {
      published.add(date, "byline", bonus + 1.1);
      has_class = true;
    }
  }
}

/// Adds the first short text with a date, for pages that mark none.
void add_date_texts(DateVote& published, DateVote& updated, const MetadataSignals& signals, const DateContext& context,
                    Reach reach) {
  for (const ShortText& text : signals.short_texts) {
    if (!is_in_reach(text.places, text.order, context.title_order, reach) || (text.places & kInQuote) != 0) continue;
    if (text.text.contains("©") || text.text.size() > kMaxDatedText || !names_day(text.text)) continue;
    const auto date = visible_date(text.text, context.language);
    if (!date) continue;
    DateCue cue = date_cue(text.text);
    if (cue == DateCue::None) cue = date_cue(text.lead);
    if (cue == DateCue::Foreign || (cue == DateCue::None && is_running_sentence(text.text))) continue;
    if (cue == DateCue::Updated) {
      updated.add(date, "text", 0.8);
      continue;
    }
    published.add(date, "text", 0.9 + (cue == DateCue::Published ? kPublishedBonus : 0.0));
    break;
  }
}

/// Dates further from the title count only if there is no other.
void add_visible(DateVote& published, DateVote& updated, const MetadataSignals& signals, const DateContext& context) {
  add_date_elements(published, updated, signals, context, Reach::Near);
  add_date_texts(published, updated, signals, context, Reach::Near);
  for (const Reach reach : {Reach::NearAnywhere, Reach::Page, Reach::Comments}) {
    if (reach == Reach::Comments && !context.is_discussion) break;
    if (published.empty()) add_date_elements(published, updated, signals, context, reach);
    if (published.empty()) add_date_texts(published, updated, signals, context, reach);
  }
  if (published.empty()) add_datelines(published, signals, context);
}

void DateVote::add(const std::optional<Date>& date, std::string_view from, double weight, bool is_utc) {
  if (!date || day_of(*date) < kFirstDay) return;
  if (date->time > latest_) return;
  signals_.push_back({{*date, is_utc}, std::string(from), weight});
}

void DateVote::add_machine(std::string_view text, std::string_view language, std::string_view from, double weight) {
  if (text.empty()) return; // a page has only few of the many date elements
  const bool is_utc = text.ends_with('Z') || text.ends_with("+00:00") || text.ends_with("+0000");
  add(text::parse_page_date(text, language), from, weight, is_utc);
}

/// Equal days add half of their weight, neighbouring days a fifth: they may be the same moment in two time zones.
std::optional<DateWinner> DateVote::decide() const {
  const Signal<Day>* best = vote(signals_, [](const auto& one, const auto& other) {
    const auto gap = std::chrono::abs(day_of(other.value.date) - day_of(one.value.date));
    return gap == days{0} ? kSameDayShare : (gap == days{1} ? kNextDayShare : 0.0);
  });
  if (best == nullptr) return std::nullopt;
  return winner_of(*best);
}

/// The most precise of the dates on the winning day, and the names of all.
DateWinner DateVote::winner_of(const Signal<Day>& best) const {
  DateWinner winner{best.value.date, {}, best.value.is_utc};
  SignalNames names(best.from);
  for (const Signal<Day>& other : signals_) {
    if (day_of(other.value.date) != day_of(best.value.date)) continue;
    winner.is_utc = winner.is_utc && other.value.is_utc;
    if (winner.date.precision == DatePrecision::Day && other.value.date.precision == DatePrecision::Second) {
      winner.date = other.value.date;
    }
    names.add(other.from);
  }
  winner.from = names.text();
  return winner;
}

/// The day that is shown near the title, if it differs from the day of `date` (a moment in UTC) but may be the same
/// moment in the site's time zone; else nullopt.
std::optional<sys_days> day_shown(const Date& date, const MetadataSignals& signals, const DateContext& context) {
  const sys_days first = std::chrono::floor<days>(date.time - kWestmost);
  const sys_days last = std::chrono::floor<days>(date.time + kEastmost);
  const auto may_be = [&](const std::optional<Date>& seen) {
    return seen && day_of(*seen) >= first && day_of(*seen) <= last;
  };
  std::optional<Date> shown = date_in_url(context.url);
  if (!may_be(shown)) shown.reset();
  const auto consider = [&](std::string_view text, std::uint8_t places, std::size_t order) {
    if (shown || text.size() > kMaxDatedText) return;
    if (!is_in_reach(places, order, context.title_order, Reach::Near) || (places & kInQuote) != 0) return;
    if (const DateCue cue = date_cue(text); cue == DateCue::Updated || cue == DateCue::Foreign) return;
    if (const auto seen = visible_date(text, context.language); may_be(seen)) shown = seen;
  };
  for (const DateSignal& signal : signals.dates) {
    if (cue_of(signal) != DateCue::Updated) consider(signal.text, signal.places, signal.order);
  }
  for (const ShortText& text : signals.short_texts) consider(text.text, text.places, text.order);
  if (!shown || day_of(*shown) == day_of(date)) return std::nullopt;
  return day_of(*shown);
}

/// A moment given in UTC, by a clock that shows this day then. How far the clock is from UTC is not known: the nearest
/// whole hour is taken.
Date by_clock_of(Date date, sys_days day) {
  if (date.precision == DatePrecision::Day) return {day, DatePrecision::Day};
  const bool is_ahead = day > day_of(date);
  date.offset = is_ahead ? std::chrono::ceil<hours>(day - date.time)
                         : std::chrono::floor<hours>(day + days{1} - std::chrono::seconds{1} - date.time);
  return date;
}

} // namespace

std::optional<Date> date_in_url(std::string_view url) {
  const auto scheme = url.find("://");
  const auto path = url.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
  if (path == std::string_view::npos) return std::nullopt;
  for (std::size_t at = path + 1; at < url.size(); ++at) {
    if (!is_digit(url[at]) || is_digit(url[at - 1])) continue; // not the beginning of a number
    for (const auto form : {take_year_first, take_day_first}) {
      if (auto date = form(url, at)) return date;
    }
  }
  return std::nullopt;
}

bool contains_year(std::string_view text) {
  for (std::size_t at = find_digit(text); at + 4 <= text.size(); ++at) {
    const std::string_view century = text.substr(at, 2);
    if ((century == "19" || century == "20") && ascii::is_digit(text[at + 2]) && ascii::is_digit(text[at + 3])) {
      return true;
    }
  }
  return false;
}

DateChoice choose_dates(const MetadataSignals& signals, const DateContext& context) {
  const Moment latest = context.now == Moment{} ? Moment::max() : context.now + days{1};
  const bool is_seen = context.first_seen >= kFirstDay; // else by a clock that nobody had set
  const Moment latest_published = is_seen ? std::min(latest, context.first_seen + kEastmost) : latest;
  DateVote published(latest_published), updated(latest);
  add_machine_readable(published, updated, signals, context);
  add_visible(published, updated, signals, context);

  DateChoice choice;
  if (auto winner = published.decide()) {
    choice.is_dated = true;
    choice.published = winner->date;
    choice.published_from = std::move(winner->from);
    if (winner->is_utc) {
      if (const auto shown = day_shown(winner->date, signals, context)) {
        choice.published = by_clock_of(winner->date, *shown);
        choice.published_from += ", day shown";
      }
    }
  }
  if (auto winner = updated.decide()) {
    choice.updated = winner->date;
    choice.updated_from = std::move(winner->from);
  }
  if (!choice.published && choice.updated && choice.updated->time <= latest_published) {
    choice.published = choice.updated;
    choice.published_from = "updated: " + choice.updated_from;
  }
  if (choice.published && choice.updated && choice.updated->time < choice.published->time) {
    choice.updated.reset();
    choice.updated_from.clear();
  }
  return choice;
}

} // namespace trawl::extract
