// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/date_vote.h"

#include "indexer/extract/metadata/dates/machine_date.h"
#include "indexer/extract/metadata/signal_vote.h"

namespace trawl::extract {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

// The web did not exist before this day.
constexpr sys_days kFirstDay{std::chrono::year{1990} / 1 / 1};
constexpr double kSwappedShare = 0.5;
constexpr double kSameDayShare = 0.5;
constexpr double kNextDayShare = 0.2;

sys_days day_of(const Date& date) { return std::chrono::floor<days>(date.time); }

} // namespace

void DateVote::add(const std::optional<Date>& date, std::string_view from, double weight, bool is_utc) {
  if (!date || day_of(*date) < kFirstDay) return;
  if (now_ != Moment{} && date->time > now_ + days{1}) return;
  candidates_.push_back({*date, std::string(from), weight, is_utc});
}

void DateVote::add_machine(std::string_view text, std::string_view language, std::string_view from, double weight) {
  if (text.empty()) return; // a page has only few of the many date elements
  const bool is_utc = text.ends_with('Z') || text.ends_with("+00:00") || text.ends_with("+0000");
  add(parse_machine_date(text, language), from, weight, is_utc);
  add(swapped_machine_date(text, language), from, kSwappedShare * weight);
}

std::optional<DateWinner> DateVote::decide() const {
  const Candidate* best =
      best_supported(candidates_, [this](const Candidate& candidate) { return support(candidate); });
  if (best == nullptr) return std::nullopt;
  return winner_of(*best);
}

/// Equal days add half of their weight, neighbouring days a fifth: they may be the same moment in two time zones.
double DateVote::support(const Candidate& candidate) const {
  double sum = candidate.weight;
  SignalNames counted(candidate.from);
  for (const Candidate& other : candidates_) {
    const auto gap = std::chrono::abs(day_of(other.date) - day_of(candidate.date));
    if (gap > days{1} || !counted.add(other.from)) continue;
    sum += other.weight * (gap == days{0} ? kSameDayShare : kNextDayShare);
  }
  return sum;
}

/// The most precise of the dates on the winning day, and the names of all.
DateWinner DateVote::winner_of(const Candidate& best) const {
  DateWinner winner{best.date, {}, best.is_utc};
  SignalNames names(best.from);
  for (const Candidate& other : candidates_) {
    if (day_of(other.date) != day_of(best.date)) continue;
    winner.is_utc = winner.is_utc && other.is_utc;
    if (winner.date.precision == DatePrecision::Day && other.date.precision == DatePrecision::Second) {
      winner.date = other.date;
    }
    names.add(other.from);
  }
  winner.from = names.text();
  return winner;
}

} // namespace trawl::extract
