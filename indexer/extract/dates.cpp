// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/dates.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "indexer/extract/dates_metas.h"
#include "indexer/extract/page_metadata_text.h"
#include "indexer/html/ascii.h"
#include "shared/text/date_parse.h"

namespace trawl::extract {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::sys_days;

// Nothing on the web is older.
constexpr sys_days kFirstDay{std::chrono::year{1990} / 1 / 1};
constexpr std::size_t kNodesBehindTitle = 400;
constexpr std::size_t kNodesBeforeTitle = 120;

sys_days day_of(const Date& date) { return floor<days>(date.time); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<int> number_at(std::string_view text, std::size_t at, std::size_t digits) {
  if (at + digits > text.size()) return std::nullopt;
  int value = 0;
  for (std::size_t i = at; i < at + digits; ++i) {
    if (!is_digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

std::optional<Date> day_from(int year, int month, int day) {
  const std::chrono::year_month_day ymd{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                        std::chrono::day{static_cast<unsigned>(day)}};
  if (!ymd.ok() || year < 1990 || year > 2100) return std::nullopt;
  return Date{sys_days{ymd}, DatePrecision::Day};
}

struct Candidate {
  Date date;
  std::string from;
  double weight = 0;
  bool is_utc = false; ///< written with time and in UTC: the site's own zone is not known
};

/// A winner, the witnesses for it, and whether its day is known only in UTC.
struct Winner {
  Date date;
  std::string from;
  bool is_utc = false;
};

/// Candidates for one of the two dates; the day with the most weight wins.
class Vote {
 public:
  explicit Vote(Moment now) : now_(now) {}

  void add_machine(std::string_view text, std::string_view language, std::string_view from, double weight) {
    const bool is_utc = text.ends_with('Z') || text.ends_with("+00:00") || text.ends_with("+0000");
    add(parse_machine_date(text, language), from, weight, is_utc);
  }

  void add(const std::optional<Date>& date, std::string_view from, double weight, bool is_utc = false) {
    if (!date || day_of(*date) < kFirstDay) return;
    if (now_ != Moment{} && date->time > now_ + days{1}) return;
    candidates_.push_back({*date, std::string(from), weight, is_utc});
  }

  bool empty() const { return candidates_.empty(); }

  std::optional<Winner> decide() const {
    const Candidate* best = nullptr;
    double best_score = 0;
    for (const Candidate& candidate : candidates_) {
      const double score = support(candidate);
      if (best == nullptr || score > best_score + 1e-9) {
        best = &candidate;
        best_score = score;
      }
    }
    if (best == nullptr) return std::nullopt;
    return named(*best);
  }

 private:
  /// Equal days add up, neighbouring days in part: they may be the same moment in two zones.
  double support(const Candidate& candidate) const {
    double sum = candidate.weight;
    std::vector<std::string_view> heard = {candidate.from};
    for (const Candidate& other : candidates_) {
      if (std::ranges::find(heard, other.from) != heard.end()) continue;
      const auto gap = std::chrono::abs(day_of(other.date) - day_of(candidate.date));
      if (gap > days{1}) continue;
      heard.push_back(other.from);
      sum += other.weight * (gap == days{0} ? 0.5 : 0.2);
    }
    return sum;
  }

  /// The winner with the finest precision of those that agree, and all their names.
  Winner named(const Candidate& best) const {
    Winner winner{best.date, best.from, best.is_utc};
    std::vector<std::string_view> named = {best.from};
    for (const Candidate& other : candidates_) {
      if (day_of(other.date) != day_of(best.date)) continue;
      winner.is_utc = winner.is_utc && other.is_utc;
      if (winner.date.precision == DatePrecision::Day && other.date.precision == DatePrecision::Second) {
        winner.date = other.date;
      }
      if (std::ranges::find(named, other.from) != named.end()) continue;
      named.push_back(other.from);
      winner.from += ", " + other.from;
    }
    return winner;
  }

  Moment now_;
  std::vector<Candidate> candidates_;
};

template <typename Rows>
void add_metas(Vote& vote, const Witnesses& witnesses, const Rows& rows, std::string_view language) {
  for (const MetaElement& meta : witnesses.metas) {
    const auto row = std::ranges::find(rows, std::string_view(meta.name), &MetaRow::name);
    if (row != rows.end()) vote.add_machine(clean_value(meta.content), language, row->name, row->weight);
  }
}

/// Whether it stands near the title; with an unknown title everything does.
bool is_near(std::size_t order, std::size_t title_order) {
  if (title_order == 0) return true;
  return order + kNodesBeforeTitle >= title_order && order <= title_order + kNodesBehindTitle;
}

bool says_update(std::string_view text) {
  const std::string lower = html::to_lower(text.substr(0, text.find_first_of("0123456789")));
  for (const std::string_view word : {"updated", "modified", "aktualisiert", "mis à jour", "actualizado", "aggiornato",
                                      "last edited", "atualizado", "bijgewerkt", "uppdaterad", "päivitetty", "更新"}) {
    if (lower.contains(word)) return true;
  }
  return false;
}

/// The date in visible text. Its time is left out where the year ends the date: the day shown is the one meant,
/// whatever zone stands behind the time.
std::optional<Date> visible_date(std::string_view text, std::string_view language) {
  for (std::size_t at = 0; at + 4 <= text.size(); ++at) {
    const bool begins = at == 0 || !is_digit(text[at - 1]);
    const auto year = begins ? number_at(text, at, 4) : std::nullopt;
    const bool ends = at + 4 == text.size() || !is_digit(text[at + 4]);
    if (!year || !ends || *year < 1990 || *year > 2100) continue;
    if (const auto date = text::parse_page_date(text.substr(0, at + 4), language)) return date;
    break;
  }
  return text::parse_page_date(text, language);
}

std::optional<Date> date_of(const DateWitness& witness, std::string_view language) {
  if (!witness.machine.empty()) {
    if (auto date = parse_machine_date(witness.machine, language)) return date;
  }
  return visible_date(witness.text, language);
}

/// How far from the title, and in which boxes, a visible date may stand: tried one after the other.
enum class Reach { Near, NearAnywhere, Page };

bool is_in_reach(std::uint8_t places, std::size_t order, std::size_t title_order, Reach reach) {
  if ((places & kInComments) != 0) return false;
  const bool is_aside = (places & kInChrome) != 0;
  switch (reach) {
  case Reach::Near:
    return !is_aside && is_near(order, title_order);
  case Reach::NearAnywhere:
    return is_near(order, title_order);
  case Reach::Page:
    return !is_aside;
  }
  return false;
}

/// Elements marked as dates: microdata, time elements, classes. Only the first of a kind in reach counts.
void add_elements(Vote& published, Vote& updated, const Witnesses& witnesses, const DateContext& context, Reach reach) {
  bool has_time = false;
  bool has_class = false;
  for (const DateWitness& witness : witnesses.dates) {
    const bool in_reach = is_in_reach(witness.places, witness.order, context.title_order, reach);
    const bool is_item = !witness.itemprop.empty();
    if (!in_reach && (!is_item || (witness.places & kInComments) != 0)) continue;
    const auto date = date_of(witness, context.language);
    if (!date) continue;
    if (witness.itemprop == "dateModified" || (!is_item && (witness.is_update || says_update(witness.text)))) {
      if (in_reach) updated.add(date, is_item ? "itemprop" : "element", is_item ? 2.0 : 1.0);
    } else if (is_item) {
      published.add(date, "itemprop", (witness.places & kInChrome) != 0 ? 0.5 : 2.0);
    } else if (witness.is_time_element && !has_time) {
      published.add(date, "time", (witness.places & kInArticle) != 0 ? 1.6 : 1.3);
      has_time = true;
    } else if (!witness.is_time_element && !has_class) {
      published.add(date, "byline", 1.1);
      has_class = true;
    }
  }
}

/// Running text, for pages that mark nothing.
void add_text(Vote& published, Vote& updated, const Witnesses& witnesses, const DateContext& context, Reach reach) {
  for (const ShortText& text : witnesses.short_texts) {
    if (!is_in_reach(text.places, text.order, context.title_order, reach)) continue;
    if (text.text.contains("©") || text.text.size() > 120) continue;
    const auto date = visible_date(text.text, context.language);
    if (!date) continue;
    if (says_update(text.text)) {
      updated.add(date, "text", 0.8);
      continue;
    }
    published.add(date, "text", 0.9);
    break;
  }
}

/// The day readers see near the title where it is the neighbour of `date`: a moment in UTC may fall on another day than
/// the one in the site's own zone. The day shown is the one meant.
std::optional<Date> day_shown(const Date& date, const Witnesses& witnesses, const DateContext& context) {
  std::optional<Date> shown = date_in_url(context.url);
  if (shown && std::chrono::abs(day_of(*shown) - day_of(date)) > days{1}) shown.reset();
  const auto consider = [&](std::string_view text, std::uint8_t places, std::size_t order) {
    if (shown || text.size() > 120 || !is_in_reach(places, order, context.title_order, Reach::Near)) return;
    if (says_update(text)) return;
    const auto seen = visible_date(text, context.language);
    if (!seen || std::chrono::abs(day_of(*seen) - day_of(date)) > days{1}) return;
    shown = Date{day_of(*seen), DatePrecision::Day};
  };
  for (const DateWitness& witness : witnesses.dates) {
    if (!witness.is_update) consider(witness.text, witness.places, witness.order);
  }
  for (const ShortText& text : witnesses.short_texts) consider(text.text, text.places, text.order);
  if (!shown || day_of(*shown) == day_of(date)) return std::nullopt;
  return shown;
}

} // namespace

std::optional<Date> date_in_url(std::string_view url) {
  const auto scheme = url.find("://");
  const auto path = url.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
  if (path == std::string_view::npos) return std::nullopt;
  for (std::size_t at = path; at + 9 <= url.size(); ++at) {
    if (is_digit(url[at]) || !is_digit(url[at + 1])) continue; // where a number begins
    const auto year = number_at(url, at + 1, 4);
    if (!year || *year < 1990 || *year > 2100) continue;
    const std::size_t next = at + 5;
    if (is_digit(url[next])) { // 20240501
      const auto month = number_at(url, next, 2);
      const auto day = number_at(url, next + 2, 2);
      const bool ends = next + 4 >= url.size() || !is_digit(url[next + 4]);
      if (month && day && ends) {
        if (auto date = day_from(*year, *month, *day)) return date;
      }
      continue;
    }
    const char separator = url[next];
    if (separator != '/' && separator != '-' && separator != '_' && separator != '.') continue;
    const std::size_t month_digits = next + 2 < url.size() && is_digit(url[next + 2]) ? 2 : 1;
    const auto month = number_at(url, next + 1, month_digits);
    const std::size_t behind = next + 1 + month_digits;
    if (!month || behind >= url.size() || url[behind] != separator) continue;
    const std::size_t day_digits = behind + 2 < url.size() && is_digit(url[behind + 2]) ? 2 : 1;
    const auto day = number_at(url, behind + 1, day_digits);
    const std::size_t end = behind + 1 + day_digits;
    if (!day || (end < url.size() && is_digit(url[end]))) continue;
    if (auto date = day_from(*year, *month, *day)) return date;
  }
  return std::nullopt;
}

std::optional<Date> parse_machine_date(std::string_view text, std::string_view language) {
  const auto date = text::parse_page_date(text, language);
  if (!date) return std::nullopt;
  if (date->precision == DatePrecision::Day) return date;
  const auto year = number_at(text, 0, 4);
  const auto month = number_at(text, 5, 2);
  const auto day = number_at(text, 8, 2);
  if (!year || !month || !day || text[4] != '-') return date;
  const auto written = day_from(*year, *month, *day);
  return written && day_of(*written) != day_of(*date) ? written : date;
}

DateChoice choose_dates(const Witnesses& witnesses, const DateContext& context) {
  Vote published(context.now);
  Vote updated(context.now);
  if (context.item != nullptr) {
    published.add_machine(context.item->published, context.language, "json-ld", 3.0);
    updated.add_machine(context.item->modified, context.language, "json-ld", 3.0);
  }
  for (const JsonLdItem& item : witnesses.json_ld) {
    if (item.kind != JsonLdKind::Page) continue;
    published.add_machine(item.published, context.language, "json-ld page", 1.8);
    updated.add_machine(item.modified, context.language, "json-ld page", 1.8);
  }
  add_metas(published, witnesses, kPublishedMetas, context.language);
  add_metas(updated, witnesses, kUpdatedMetas, context.language);
  auto in_url = date_in_url(context.url);
  if (!in_url) in_url = date_in_url(clean_value(witnesses.meta("og:url")));
  published.add(in_url, "url", 2.0);
  published.add(context.feed_published, "feed", 2.5);
  updated.add(context.feed_updated, "feed", 1.5);
  add_elements(published, updated, witnesses, context, Reach::Near);
  for (const Reach reach : {Reach::Near, Reach::NearAnywhere, Reach::Page}) {
    if (published.empty() && reach != Reach::Near) add_elements(published, updated, witnesses, context, reach);
    if (published.empty()) add_text(published, updated, witnesses, context, reach);
  }

  DateChoice choice;
  if (auto winner = published.decide()) {
    choice.published = winner->date;
    choice.published_from = std::move(winner->from);
    if (winner->is_utc) {
      if (const auto shown = day_shown(winner->date, witnesses, context)) choice.published = shown;
    }
  }
  if (auto winner = updated.decide()) {
    choice.updated = winner->date;
    choice.updated_from = std::move(winner->from);
  }
  if (choice.published && choice.updated && choice.updated->time < choice.published->time) {
    choice.updated.reset();
    choice.updated_from.clear();
  }
  return choice;
}

} // namespace trawl::extract
