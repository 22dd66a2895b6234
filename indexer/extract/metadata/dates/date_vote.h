// SPDX-License-Identifier: GPL-3.0-or-later
/// The vote for one date of a page: the day with the most weight wins.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The winning date.
struct DateWinner {
  Date date;
  std::string from;    ///< the signals that agree
  bool is_utc = false; ///< known only in UTC: in the site's time zone it may be the day before or after
};

class DateVote {
 public:
  /// Dates more than a day after `now` are refused; if it is 0, none are.
  explicit DateVote(Moment now) : now_(now) {}

  void add(const std::optional<Date>& date, std::string_view from, double weight, bool is_utc = false);

  /// Adds a machine-readable date. If day and month could be swapped, the swapped date is added with half the weight.
  void add_machine(std::string_view text, std::string_view language, std::string_view from, double weight);

  bool empty() const { return candidates_.empty(); }

  /// nullopt if there is no candidate.
  std::optional<DateWinner> decide() const;

 private:
  struct Candidate {
    Date date;
    std::string from;
    double weight = 0;
    bool is_utc = false; ///< written in UTC: the site's time zone is not known
  };

  double support(const Candidate& candidate) const;
  DateWinner winner_of(const Candidate& best) const;

  Moment now_;
  std::vector<Candidate> candidates_;
};

} // namespace trawl::extract
