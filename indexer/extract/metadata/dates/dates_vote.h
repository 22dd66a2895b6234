// SPDX-License-Identifier: GPL-3.0-or-later
/// Candidates for one date of a page; the day with the most weight behind it wins.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The day, the witnesses for it, and whether it is known only in UTC: then the site's own day may be a neighbour.
struct DateWinner {
  Date date;
  std::string from;
  bool is_utc = false;
};

class DateVote {
 public:
  /// Later than a day after `now` is refused; nothing is if it is 0.
  explicit DateVote(Moment now) : now_(now) {}

  void add(const std::optional<Date>& date, std::string_view from, double weight, bool is_utc = false);

  /// A machine-readable date; where its day and month may be told either way, the other way has half the weight.
  void add_machine(std::string_view text, std::string_view language, std::string_view from, double weight);

  bool empty() const { return candidates_.empty(); }

  std::optional<DateWinner> decide() const;

 private:
  struct Candidate {
    Date date;
    std::string from;
    double weight = 0;
    bool is_utc = false; ///< written with time and in UTC: the site's own zone is not known
  };

  double support(const Candidate& candidate) const;
  DateWinner named(const Candidate& best) const;

  Moment now_;
  std::vector<Candidate> candidates_;
};

} // namespace trawl::extract
