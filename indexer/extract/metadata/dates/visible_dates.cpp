// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/visible_dates.h"

#include <array>
#include <string>

#include "indexer/extract/metadata/dates/date_in_url.h"
#include "indexer/extract/metadata/dates/date_words.h"
#include "indexer/extract/metadata/dates/machine_date.h"
#include "shared/base/ascii.h"
#include "shared/text/dates/parse_date.h"

namespace trawl::extract {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::sys_days;

constexpr std::size_t kNodesAfterTitle = 400;
constexpr std::size_t kNodesBeforeTitle = 120;
constexpr std::size_t kMaxDatedText = 120;
constexpr double kPublishedBonus = 1.2; ///< added to the weight of a date after "Published" or the like
// Local times are between UTC-12 and UTC+14.
constexpr hours kWestmost{12}, kEastmost{14};

sys_days calendar_day(const Date& date) { return std::chrono::floor<days>(date.time); }

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

/// The day in visible text, as it is written, whatever its time zone. Years of two digits are accepted after a word
/// that announces a date.
std::optional<Date> visible_date(std::string_view text, std::string_view language) {
  if (const auto written = text::parse_written_date(text, language)) return Date{written->day, DatePrecision::Day};
  const std::string_view after_cue = after_date_cue(text);
  if (after_cue.empty() || after_cue.size() > 24) return std::nullopt;
  const auto date = text::parse_feed_date(after_cue);
  return date ? std::optional(Date{calendar_day(*date), DatePrecision::Day}) : std::nullopt;
}

bool are_far(const Date& a, const Date& b) { return std::chrono::abs(calendar_day(a) - calendar_day(b)) > days{1}; }

/// The date of an element. If its attribute and its text differ and the text says "published", the text counts: readers
/// see it.
std::optional<Date> date_of(const DateSignal& signal, std::string_view language) {
  auto shown = visible_date(signal.text, language);
  if (signal.machine.empty()) return shown;
  auto machine = parse_machine_date(signal.machine, language);
  const bool differs = machine && shown && signal.is_time_element && are_far(*machine, *shown);
  if (differs && date_cue(signal.text) == DateCue::Published) return shown;
  return machine ? machine : shown;
}

DateCue cue_of(const DateSignal& signal) {
  if (const DateCue own = date_cue(signal.text); own != DateCue::None) return own;
  if (signal.is_update) return DateCue::Updated;
  return date_cue(signal.lead);
}

/// Whether the text can name a day. "April 2026" does not: it is the heading of a list.
bool names_day(std::string_view text) {
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (ascii::is_digit(text[i]) && (i == 0 || !ascii::is_digit(text[i - 1]))) ++numbers;
  }
  return numbers >= 2;
}

} // namespace

void add_date_elements(DateVote& published, DateVote& updated, const MetadataSignals& signals,
                       const DateContext& context, Reach reach) {
  bool has_item = false, has_time = false, has_class = false;
  for (const DateSignal& signal : signals.dates) {
    const bool in_reach = is_in_reach(signal.places, signal.order, context.title_order, reach);
    const bool is_item = !signal.itemprop.empty();
    if (!in_reach && (!is_item || (signal.places & kInComments) != 0)) continue;
    const auto date = date_of(signal, context.language);
    const DateCue cue = is_item ? DateCue::None : cue_of(signal);
    if (!date || cue == DateCue::Foreign) continue;
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
      if (const auto other = text::parse_swapped_date(signal.text, context.language)) {
        published.add(Date{other->day, DatePrecision::Day}, "byline", 0.5);
      }
      has_class = true;
    }
  }
}

void add_date_texts(DateVote& published, DateVote& updated, const MetadataSignals& signals, const DateContext& context,
                    Reach reach) {
  for (const ShortText& text : signals.short_texts) {
    if (!is_in_reach(text.places, text.order, context.title_order, reach) || (text.places & kInQuote) != 0) continue;
    if (text.text.contains("©") || text.text.size() > kMaxDatedText || !names_day(text.text)) continue;
    const auto date = visible_date(text.text, context.language);
    if (!date) continue;
    DateCue cue = date_cue(text.text);
    if (cue == DateCue::None) cue = date_cue(text.lead);
    if (cue == DateCue::Foreign) continue;
    if (cue == DateCue::Updated) {
      updated.add(date, "text", 0.8);
      continue;
    }
    published.add(date, "text", 0.9 + (cue == DateCue::Published ? kPublishedBonus : 0.0));
    if (const auto other = text::parse_swapped_date(text.text, context.language)) {
      published.add(Date{other->day, DatePrecision::Day}, "text", 0.4);
    }
    break;
  }
}

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

std::optional<Date> day_shown(const Date& date, const MetadataSignals& signals, const DateContext& context) {
  const sys_days first = std::chrono::floor<days>(date.time - kWestmost);
  const sys_days last = std::chrono::floor<days>(date.time + kEastmost);
  const auto may_be = [&](const std::optional<Date>& seen) {
    return seen && calendar_day(*seen) >= first && calendar_day(*seen) <= last;
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
  if (!shown || calendar_day(*shown) == calendar_day(date)) return std::nullopt;
  return shown;
}

} // namespace trawl::extract
