// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/date_histogram.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace trawl::search {
namespace {

using namespace std::chrono;

sys_days day_of(std::int64_t published) { return floor<days>(Moment(seconds(published))); }

sys_days monday_of(sys_days day) { return day - (weekday(day) - Monday); }

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
  const sys_days first = monday_of(sys_days{year / January / 4});
  return text_of("%04d-W%02d", static_cast<int>(year), static_cast<int>((monday - first).count() / 7 + 1));
}

std::string name_of(std::int64_t bucket, DateInterval interval) {
  if (interval == DateInterval::Day) return to_day(sys_days(days(bucket)));
  if (interval == DateInterval::Week) return week_name(sys_days(weeks(bucket) + days(4)));
  if (interval == DateInterval::Year) return text_of("%04d", static_cast<int>(bucket), 0);
  const std::int64_t year = bucket >= 0 ? bucket / 12 : (bucket - 11) / 12;
  return text_of("%04d-%02d", static_cast<int>(year), static_cast<int>(bucket - year * 12 + 1));
}

DateInterval coarser(DateInterval interval) {
  return interval == DateInterval::Day    ? DateInterval::Week
         : interval == DateInterval::Week ? DateInterval::Month
                                          : DateInterval::Year;
}

DateInterval fitting(std::int64_t span_days) {
  if (span_days <= 31) return DateInterval::Day;
  if (span_days <= 183) return DateInterval::Week;
  return span_days <= 6 * 366 ? DateInterval::Month : DateInterval::Year;
}

} // namespace

std::optional<Warning> coarser_interval(DateInterval asked, const DateHistogram& histogram) {
  if (asked == DateInterval::Auto || asked == histogram.interval || histogram.values.empty()) return std::nullopt;
  const auto name = [](DateInterval interval) {
    return std::string(interval == DateInterval::Day     ? "day"
                       : interval == DateInterval::Week  ? "week"
                       : interval == DateInterval::Month ? "month"
                                                         : "year");
  };
  return Warning{"coarser_interval",
                 "A histogram by " + name(asked) + " would have more than 1,000 bars; this one is by " +
                     name(histogram.interval) + ".",
                 std::nullopt};
}

std::string bucket_name(Moment moment, DateInterval interval) {
  return name_of(bucket_of(floor<days>(moment), interval), interval);
}

DateHistogram date_histogram(const index::Columns& columns, const DocSet& documents, DateInterval interval) {
  DateHistogram histogram;
  std::int64_t oldest = INT64_MAX, newest = INT64_MIN;
  documents.for_each([&](std::uint32_t document) {
    const std::int64_t published = columns.published[document];
    if (published == index::kUndated) {
      ++histogram.missing;
      return;
    }
    oldest = std::min(oldest, published);
    newest = std::max(newest, published);
  });
  if (interval == DateInterval::Auto) {
    interval = oldest > newest ? DateInterval::Month : fitting((day_of(newest) - day_of(oldest)).count());
  }
  histogram.interval = interval;
  if (oldest > newest) return histogram;

  const auto buckets = [&] { return bucket_of(day_of(newest), interval) - bucket_of(day_of(oldest), interval) + 1; };
  while (interval != DateInterval::Year && buckets() > static_cast<std::int64_t>(kMaxBuckets))
    interval = coarser(interval);
  histogram.interval = interval;
  const std::int64_t first = bucket_of(day_of(oldest), interval);
  for (std::int64_t i = 0; i < buckets(); ++i) histogram.values.push_back({name_of(first + i, interval), 0});
  documents.for_each([&](std::uint32_t document) {
    const std::int64_t published = columns.published[document];
    if (published == index::kUndated) return;
    ++histogram.values[static_cast<std::size_t>(bucket_of(day_of(published), interval) - first)].count;
  });
  return histogram;
}

} // namespace trawl::search
