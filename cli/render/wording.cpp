// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/wording.h"

#include "shared/base/date_time.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <array>

namespace trawl::cli {

std::string plural(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string correction_of(const Answer& search) {
  const auto correction = search.find("correction"), query = search.find("query");
  if (correction == search.end() || !correction->is_object()) return {};
  const std::string typed = query == search.end() ? std::string() : text_at(*query, "q");
  return "results for '" + safe_text(text_at(*correction, "q")) + "'; '" + safe_text(typed) + "' has " +
         plural(number_at(*correction, "typed_total"), "hit") + ": --as-typed";
}

std::string age_of(std::string_view text) {
  using namespace std::chrono;
  const auto date = parse_rfc3339(text);
  if (!date) return "undated";
  const auto age = now() - date->time;
  const auto whole_days = duration_cast<days>(age).count();
  if (age < hours{1} && date->precision == DatePrecision::Second) return "now";
  if (whole_days < 1) {
    return date->precision == DatePrecision::Day ? "today" : std::to_string(duration_cast<hours>(age).count()) + " h";
  }
  if (whole_days < 100) return std::to_string(whole_days) + " d";
  if (whole_days < 730) return std::to_string(whole_days / 30) + " mo";
  return std::to_string(whole_days / 365) + " y";
}

std::string from_html(const Style& style, std::string_view html) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kEntities{
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}}};
  constexpr std::string_view kOpen = "<mark>", kClose = "</mark>";
  std::string out, part;
  bool inside = false;
  const auto flush = [&] {
    const std::string safe = safe_text(part);
    out += inside ? marked(style, safe) : safe;
    part.clear();
  };
  while (!html.empty()) {
    if (html.starts_with(kOpen) || html.starts_with(kClose)) {
      flush();
      inside = html.starts_with(kOpen);
      html.remove_prefix(inside ? kOpen.size() : kClose.size());
      continue;
    }
    std::string_view taken = html.substr(0, 1), shown = taken;
    for (const auto& [entity, character] : kEntities) {
      if (html.starts_with(entity)) taken = entity, shown = character;
    }
    part += shown;
    html.remove_prefix(taken.size());
  }
  flush();
  return out;
}

} // namespace trawl::cli
