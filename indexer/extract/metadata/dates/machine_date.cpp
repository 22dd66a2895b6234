// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/machine_date.h"

#include "shared/text/dates/parse_date.h"

namespace trawl::extract {
namespace {

std::optional<Date> with_written_day(const std::optional<text::WrittenPageDate>& written) {
  return written ? std::optional(text::day_as_written(*written)) : std::nullopt;
}

} // namespace

std::optional<Date> parse_machine_date(std::string_view text, std::string_view language) {
  return with_written_day(text::parse_written_date(text, language));
}

std::optional<Date> swapped_machine_date(std::string_view text, std::string_view language) {
  return with_written_day(text::parse_swapped_date(text, language));
}

} // namespace trawl::extract
