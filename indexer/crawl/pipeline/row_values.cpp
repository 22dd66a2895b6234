// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/row_values.h"

#include "indexer/crawl/pipeline/import_row.h"
#include "indexer/extract/metadata/language.h"
#include "shared/base/ascii.h"
#include "shared/schema/categories.h"
#include "shared/text/dates/parse_date.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <array>
#include <optional>

namespace trawl::crawl {
namespace {

using Json = nlohmann::json;

struct Spelling {
  std::string_view written, meant;
};

// As feeds, blogs' front matter and other programs' exports call them, compared without case.
constexpr auto kSpellings = std::to_array<Spelling>({{"link", "url"},
                                                     {"permalink", "url"},
                                                     {"headline", "title"},
                                                     {"body", "text"},
                                                     {"content", "text"},
                                                     {"content_text", "text"},
                                                     {"content_html", "html"},
                                                     {"author", "authors"},
                                                     {"creator", "authors"},
                                                     {"date", "published"},
                                                     {"pubdate", "published"},
                                                     {"datepublished", "published"},
                                                     {"date_published", "published"},
                                                     {"published_at", "published"},
                                                     {"datemodified", "updated"},
                                                     {"date_modified", "updated"},
                                                     {"modified", "updated"},
                                                     {"updated_at", "updated"},
                                                     {"keywords", "tags"},
                                                     {"lang", "language"}});

/// Unix time: from 1973 to 5138 in seconds, and the same in milliseconds.
constexpr double kLeastSeconds = 1e8, kMostSeconds = 1e11, kMostMilliseconds = 1e14;

/// Text or why there is none.
using Taken = Result<Json>;

Taken refuse(std::string why) { return fail(ErrorCode::BadInput, std::move(why)); }

/// The member that is meant; empty if nothing is known by this name.
std::string_view meant_by(const std::string& name, const Json& value) {
  const std::string lower = ascii::to_lower(name);
  const auto known = std::ranges::find(kRowMembers, lower);
  if (known != kRowMembers.end()) return *known;
  const auto* spelling = std::ranges::find(kSpellings, lower, &Spelling::written);
  if (spelling == kSpellings.end()) return {};
  const bool is_page =
      lower == "content" && value.is_string() && ascii::trim(value.get<std::string>()).starts_with('<');
  return is_page ? "html" : spelling->meant;
}

Taken text_value(const Json& value) {
  if (!value.is_string()) return refuse("not text");
  return value;
}

/// The id of a source, which answers of the API have as an object.
Taken source_value(const Json& value) {
  return value.is_object() && value.contains("id") ? text_value(value["id"]) : text_value(value);
}

Taken date_value(const Json& value, Moment now) {
  std::optional<Date> date;
  if (value.is_number()) {
    const double number = value.get<double>();
    const bool is_seconds = number >= kLeastSeconds && number < kMostSeconds;
    const bool is_milliseconds = number >= kMostSeconds && number < kMostMilliseconds;
    if (is_seconds || is_milliseconds)
      date = Date{Moment{std::chrono::seconds(static_cast<std::int64_t>(is_seconds ? number : number / 1'000))}};
  } else if (value.is_string()) {
    date = text::parse_feed_date(value.get_ref<const std::string&>());
  }
  if (!date) return refuse("not a date");
  if (!text::plausible(date, now)) return refuse("a date before 1970 or in the future");
  return Json(to_text(*date));
}

Taken category_value(const Json& value) {
  if (!value.is_string()) return refuse("not text");
  std::string name = ascii::to_lower(std::string(ascii::trim(value.get_ref<const std::string&>())));
  std::ranges::replace_if(name, [](char c) { return c == ' ' || c == '_'; }, '-');
  if (std::ranges::find(schema::kCategories, name) == schema::kCategories.end())
    return refuse("not a category of Trawl");
  return Json(std::move(name));
}

Taken language_value(const Json& value) {
  if (!value.is_string() || extract::primary_subtag(value.get<std::string>()).empty())
    return refuse("not a language tag");
  return value;
}

Taken address_value(const Json& value) {
  if (!value.is_string() || url::canonical(value.get<std::string>()).empty())
    return refuse("not an http or https address");
  return value;
}

Json split_at_commas(std::string_view text) {
  Json list = Json::array();
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    list.push_back(std::string(ascii::trim(text.substr(0, comma))));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

/// Texts, and the names of objects that have one, as JSON Feed and JSON-LD write authors. `left_out` says what is lost.
Json list_value(const Json& value, bool splits, std::size_t most, std::string& left_out) {
  Json list = Json::array();
  const Json items = splits && value.is_string() ? split_at_commas(value.get_ref<const std::string&>())
                     : value.is_array()          ? value
                                                 : Json::array({value});
  for (const Json& item : items) {
    const Json& text = item.is_object() && item.contains("name") ? item["name"] : item;
    if (!text.is_string()) {
      left_out = "not text, or a list of texts";
    } else if (list.size() == most) {
      left_out = "those after the first " + std::to_string(most);
      break;
    } else {
      list.push_back(text);
    }
  }
  return list;
}

/// The value in its member's form, or why nothing is taken.
Taken taken_value(std::string_view member, const Json& value, Moment now) {
  if (member == "source") return source_value(value);
  if (member == "published" || member == "updated") return date_value(value, now);
  if (member == "category") return category_value(value);
  if (member == "language") return language_value(value);
  if (member == "image") return address_value(value);
  return text_value(value);
}

} // namespace

std::vector<UntakenValue> normalise_row(nlohmann::json& row, Moment now) {
  std::vector<UntakenValue> untaken;
  Json out = Json::object();
  const auto take = [&](const std::string& name, const Json& value, std::string_view member) {
    if (value.is_null()) return;
    if (member.empty()) return untaken.push_back({name, "not a member of a row"});
    if (out.contains(member)) return untaken.push_back({name, "there is \"" + std::string(member) + "\" already"});
    if (member == "authors" || member == "tags" || member == "captions") {
      std::string left_out;
      out[std::string(member)] =
          list_value(value, member == "tags", member == "captions" ? kMaxCaptions : kMaxList, left_out);
      if (!left_out.empty()) untaken.push_back({name, std::move(left_out)});
      return;
    }
    auto taken = taken_value(member, value, now);
    if (!taken) return untaken.push_back({name, taken.error().what});
    out[std::string(member)] = std::move(*taken);
  };
  // A member's own name comes before its other spellings.
  for (const bool is_own : {true, false}) {
    for (const auto& [name, value] : row.items()) {
      const std::string_view member = meant_by(name, value);
      if ((member == name) == is_own) take(name, value, member);
    }
  }
  row = std::move(out);
  return untaken;
}

} // namespace trawl::crawl
