// SPDX-License-Identifier: GPL-3.0-or-later
/// When it was published and changed: machine-readable witnesses first, the address, then visible text near the title.
#pragma once

#include "indexer/extract/metadata/metadata_signals.h"
#include "shared/base/date_time.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::extract {

struct DateChoice {
  std::optional<Date> published;
  std::optional<Date> updated; ///< not before `published`
  std::string published_from;  ///< the witnesses that agree: "json-ld, article:published_time"; "updated: …"
  std::string updated_from;
  bool is_dated = false; ///< `published` is more than the date of a change
};

/// What is known beside the page's own witnesses.
struct DateContext {
  const JsonLdItem* item = nullptr; ///< the page's JSON-LD item
  std::string url;
  std::string language; ///< BCP 47 tag; with its region it settles day-month order in written dates
  std::optional<Date> feed_published;
  std::optional<Date> feed_updated;
  std::size_t title_order = 0; ///< where the title stands; 0: unknown
  bool is_discussion = false;  ///< then a date among the comments is better than none
  Moment now{};                ///< later dates are refused; 0: none are
};

/// Never invents: without a witness both stay empty. Where only a change is dated, it dates the page: readers see no
/// other day either.
DateChoice choose_dates(const Witnesses& witnesses, const DateContext& context);

/// The day in an address: "/2024/05/01/", "/2024-05-01-title", "/20240501/", "/2024/may/1/", "/29-10-2021"; nullopt if
/// it names none.
std::optional<Date> date_in_url(std::string_view url);

/// A machine-readable date as the page means it: the day is the one written, also where its time zone makes it another
/// day in UTC (then without the time).
std::optional<Date> parse_machine_date(std::string_view text, std::string_view language);

/// The same with day and month the other way round, where they may be.
std::optional<Date> swapped_machine_date(std::string_view text, std::string_view language);

} // namespace trawl::extract
