// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/date_histogram.h"

#include "shared/base/calendar.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
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

/// Days for up to a month, weeks for up to half a year, months for up to six years, then years.
DateInterval interval_for(days span) {
  if (span <= days(31)) return DateInterval::Day;
  if (span <= days(183)) return DateInterval::Week;
  return span <= days(6 * 366) ? DateInterval::Month : DateInterval::Year;
}

/// The next one with wider buckets; of Year, Year.
DateInterval coarser(DateInterval interval) {
  return interval == DateInterval::Day    ? DateInterval::Week
         : interval == DateInterval::Week ? DateInterval::Month
                                          : DateInterval::Year;
}

/// How often each date occurs. There are usually far fewer days than documents.
DayCounts counted(std::vector<std::int32_t> dates) {
  constexpr std::int64_t kMostDays = 100'000;
  DayCounts out;
  if (dates.empty()) return out;
  const auto [oldest, newest] = std::ranges::minmax(dates);
  if (std::int64_t{newest} - oldest >= kMostDays) {
    std::ranges::sort(dates);
    for (const std::int32_t day : dates) {
      if (out.empty() || out.back().first != day) out.emplace_back(day, 0);
      ++out.back().second;
    }
    return out;
  }
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(newest - oldest) + 1);
  for (const std::int32_t day : dates) ++counts[static_cast<std::size_t>(day - oldest)];
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) out.emplace_back(oldest + static_cast<std::int32_t>(i), counts[i]);
  }
  return out;
}

} // namespace

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

DateHistogram histogram_of(const DayCounts& published, std::size_t undated, DateInterval interval) {
  DateHistogram histogram;
  histogram.missing = undated;
  histogram.interval = interval == DateInterval::Auto ? DateInterval::Month : interval;
  if (published.empty()) return histogram;

  const std::int32_t oldest = published.front().first, newest = published.back().first;
  if (interval == DateInterval::Auto) interval = interval_for(days(newest - oldest));
  const auto bucket = [&](std::int32_t day) { return bucket_of(sys_days(days(day)), interval); };
  const auto buckets = [&] { return bucket(newest) - bucket(oldest) + 1; };
  while (interval != DateInterval::Year && buckets() > static_cast<std::int64_t>(kMaxBuckets))
    interval = coarser(interval);
  histogram.interval = interval;
  const std::int64_t first = bucket(oldest);
  for (std::int64_t i = 0; i < buckets(); ++i) histogram.values.push_back({name_of(first + i, interval), 0});
  for (const auto& [day, count] : published)
    histogram.values[static_cast<std::size_t>(bucket(day) - first)].count += count;
  return histogram;
}

DateHistogram date_histogram(const index::Columns& columns, const DocSet& documents, DateInterval interval) {
  std::vector<std::int32_t> dates; // of each dated document
  std::size_t undated = 0;
  const std::vector<std::int64_t>& days = columns.published_days();
  documents.for_each([&](std::uint32_t document) {
    if (days[document] == index::kUndated)
      ++undated;
    else
      dates.push_back(static_cast<std::int32_t>(days[document]));
  });
  return histogram_of(counted(std::move(dates)), undated, interval);
}

} // namespace trawl::search
