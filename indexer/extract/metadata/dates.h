// SPDX-License-Identifier: GPL-3.0-or-later
/// When an article was published and changed: a vote among machine-readable signals, the address, and visible text near
/// the title.
#pragma once

#include "indexer/extract/metadata/signals.h"
#include "shared/base/date_time.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::extract {

/// The first day after the host of an address: "/2024/05/01/", "/2024-05-01-title", "/2024/may/1/", "/29-10-2021";
/// nullopt if there is none. Years from 1990 to 2100.
std::optional<Date> date_in_url(std::string_view url);

/// Whether the text contains the digits of a year from 1900 to 2099.
bool contains_year(std::string_view text);

/// The context of a page's date signals.
struct DateContext {
  const JsonLdItem* item = nullptr; ///< the page's JSON-LD item
  std::string url;
  std::string language; ///< BCP 47 tag; a region decides the order of day and month in dates
  std::optional<Date> feed_published;
  std::optional<Date> feed_updated;
  std::size_t title_order = 0; ///< position of the title; 0: unknown
  bool is_discussion = false;  ///< then a date in the comments is better than none at all
  Moment now{};                ///< later dates are refused; 0: none are
  Moment first_seen{};         ///< of the page; a later date is that of a rebuild of its site. 0: unknown
};

struct DateChoice {
  std::optional<Date> published;
  std::optional<Date> updated; ///< not before `published`
  std::string published_from;  ///< the signals that agree: "json-ld, article:published_time"; "updated: …" if only a
                               ///< change is dated
  std::string updated_from;
  bool is_dated = false; ///< `published` is not only the date of a change
};

/// Both dates are empty if there is no signal. If only a change is dated, its date counts as that of publication,
/// because readers see no other either.
DateChoice choose_dates(const MetadataSignals& signals, const DateContext& context);

} // namespace trawl::extract
