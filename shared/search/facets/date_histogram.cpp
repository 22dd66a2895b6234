// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/date_histogram.h"

#include "shared/base/calendar.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace trawl::search {
namespace {

using namespace std::chrono;

/// The number of the bucket that contains a day. Buckets are numbered without gaps.
std::int64_t bucket_of(sys_days day, DateInterval interval) {
  if (interval == DateInterval::Day) return day.time_since_epoch().count();
  if (interval == DateInterval::Week) {
    // 1970-01-05 was the first Monday.
    return floor<weeks>(day.time_since_epoch() - days(4)).count();
  }
  const year_month_day date(day);
  const int year = static_cast<int>(date.year());
  if (interval == DateInterval::Year) return year;
  return std::int64_t{year} * 12 + static_cast<unsigned>(date.month()) - 1;
}

std::string text_of(const char* form, int first, int second) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, form, first, second);
  return buffer;
}

/// ISO 8601: a week belongs to the year of its Thursday.
std::string week_name(sys_days monday) {
  const year year = year_month_day(monday + days(3)).year();
  const sys_days first = first_monday(year);
  return text_of("%04d-W%02d", static_cast<int>(year), static_cast<int>((monday - first).count() / 7 + 1));
}

std::string name_of(std::int64_t bucket, DateInterval interval) {
  if (interval == DateInterval::Day) return to_day(sys_days(days(bucket)));
  if (interval == DateInterval::Week) return week_name(sys_days(weeks(bucket) + days(4)));
  if (interval == DateInterval::Year) return text_of("%04d", static_cast<int>(bucket), 0);
  const std::int64_t year = bucket >= 0 ? bucket / 12 : (bucket - 11) / 12;
  return text_of("%04d-%02d", static_cast<int>(year), static_cast<int>(bucket - year * 12 + 1));
}

} // namespace

DateInterval interval_for(days span) {
  if (span <= days(31)) return DateInterval::Day;
  if (span <= days(183)) return DateInterval::Week;
  return span <= days(6 * 366) ? DateInterval::Month : DateInterval::Year;
}

DateInterval coarser(DateInterval interval) {
  return interval == DateInterval::Day    ? DateInterval::Week
         : interval == DateInterval::Week ? DateInterval::Month
                                          : DateInterval::Year;
}

std::string_view interval_name(DateInterval interval) {
  constexpr std::array<std::string_view, 5> kNames{"auto", "day", "week", "month", "year"};
  return kNames.at(static_cast<std::size_t>(interval));
}

std::optional<Warning> coarser_interval(DateInterval asked, const DateHistogram& histogram) {
  if (asked == DateInterval::Auto || asked == histogram.interval || histogram.values.empty()) return std::nullopt;
  const auto name = [](DateInterval interval) { return std::string(interval_name(interval)); };
  return Warning{"coarser_interval",
                 "A histogram by " + name(asked) + " would have more than 1,000 bars; this one is by " +
                     name(histogram.interval) + ".",
                 std::nullopt};
}

std::string bucket_name(Moment moment, DateInterval interval) {
  return name_of(bucket_of(floor<days>(moment), interval), interval);
}

namespace {

/// The days on which documents were published.
struct PublishedDays {
  std::vector<std::int32_t> days; ///< since 1970, one for each dated document
  std::size_t undated = 0;
};

PublishedDays published_days(const index::Columns& columns, const DocSet& documents) {
  PublishedDays out;
  const std::vector<std::int64_t>& days = columns.published_days();
  documents.for_each([&](std::uint32_t document) {
    if (days[document] == index::kUndated)
      ++out.undated;
    else
      out.days.push_back(static_cast<std::int32_t>(days[document]));
  });
  return out;
}

/// Calls `visit(day, count)` for each day. There are usually far fewer days than documents.
template <typename Visit>
void for_each_day(const std::vector<std::int32_t>& dates, std::int32_t oldest, std::int32_t newest, Visit visit) {
  constexpr std::int64_t kMostDays = 100'000;
  if (std::int64_t{newest} - oldest >= kMostDays) {
    for (const std::int32_t day : dates) visit(day, std::size_t{1});
    return;
  }
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(newest - oldest) + 1);
  for (const std::int32_t day : dates) ++counts[static_cast<std::size_t>(day - oldest)];
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) visit(oldest + static_cast<std::int32_t>(i), std::size_t{counts[i]});
  }
}

} // namespace

DateHistogram date_histogram(const index::Columns& columns, const DocSet& documents, DateInterval interval) {
  DateHistogram histogram;
  const PublishedDays published = published_days(columns, documents);
  histogram.missing = published.undated;
  histogram.interval = interval == DateInterval::Auto ? DateInterval::Month : interval;
  if (published.days.empty()) return histogram;

  const auto [oldest, newest] = std::ranges::minmax(published.days);
  if (interval == DateInterval::Auto) interval = interval_for(days(newest - oldest));
  const auto bucket = [&](std::int32_t day) { return bucket_of(sys_days(days(day)), interval); };
  const auto buckets = [&] { return bucket(newest) - bucket(oldest) + 1; };
  while (interval != DateInterval::Year && buckets() > static_cast<std::int64_t>(kMaxBuckets))
    interval = coarser(interval);
  histogram.interval = interval;
  const std::int64_t first = bucket(oldest);
  for (std::int64_t i = 0; i < buckets(); ++i) histogram.values.push_back({name_of(first + i, interval), 0});
  for_each_day(published.days, oldest, newest, [&](std::int32_t day, std::size_t count) {
    histogram.values[static_cast<std::size_t>(bucket(day) - first)].count += count;
  });
  return histogram;
}

} // namespace trawl::search
