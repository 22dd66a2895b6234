// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/column_row.h"

#include "shared/base/packed.h"
#include "shared/index/columns/value_key.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace trawl::index {
namespace {

using packed::put_number;
using packed::put_text;
using packed::take_number;
using packed::take_text;

bool take_values(std::string_view& in, std::vector<RowValue>& values) {
  values.clear();
  std::uint64_t count = 0;
  if (!take_number(in, count) || count > in.size()) return false;
  for (; count > 0; --count) {
    RowValue value;
    if (!take_text(in, value.key) || !take_text(in, value.shown)) return false;
    if (value.shown.empty()) value.shown = value.key;
    values.push_back(value);
  }
  return true;
}

std::uint64_t number_of(std::string_view article_id) {
  std::uint64_t number = 0;
  std::from_chars(article_id.data(), article_id.data() + article_id.size(), number, 16);
  return number;
}

/// 0: undated; else one more than the zigzag of the seconds, so that dates near 1970 are short.
std::uint64_t pack_date(const std::optional<Date>& date) {
  if (!date) return 0;
  return packed::zigzag_encode(date->time.time_since_epoch().count()) + 1;
}

std::int64_t unpack_date(std::uint64_t number) { return number == 0 ? kUndated : packed::zigzag_decode(number - 1); }

/// Collects the values of one field, each key once.
class Values {
 public:
  explicit Values(std::string_view field) : field_(field) {}

  void add(const std::string& shown) {
    std::string key = value_key(field_, shown);
    if (key.empty() || std::ranges::find(values_, key, &FieldValue::key) != values_.end()) return;
    values_.push_back({std::move(key), shown});
  }
  void add_all(const std::vector<std::string>& shown) {
    for (const std::string& value : shown) add(value);
  }
  std::vector<FieldValue> take() { return std::move(values_); }

 private:
  std::string_view field_;
  std::vector<FieldValue> values_;
};

/// How the values of a filter field are taken from an article.
struct ValueSource {
  std::string_view field;
  void (*collect)(const Article& article, Values& values);
};

/// In the order of schema::kFilterFields.
constexpr ValueSource kValueSources[] = {
    {"source",
     [](const Article& article, Values& values) {
       values.add(article.source);
       for (const Copy& copy : article.copies) values.add(copy.source);
     }},
    {"tag", [](const Article& article, Values& values) { values.add_all(article.tags); }},
    {"category", [](const Article& article, Values& values) { values.add(article.category); }},
    {"author",
     [](const Article& article, Values& values) {
       values.add_all(article.authors);
       values.add_all(article.affiliations);
     }},
    {"language", [](const Article& article, Values& values) { values.add(article.language); }},
    {"site", [](const Article& article, Values& values) { values.add(article.site); }}};
static_assert(std::ranges::equal(kValueSources, schema::kFilterFields, {}, &ValueSource::field),
              "each field with a column in schema/fields.json has one row here, in the order of the columns");

} // namespace

std::vector<FieldValue> field_values(const Article& article, std::size_t field) {
  Values values(kValueSources[field].field);
  kValueSources[field].collect(article, values);
  return values.take();
}

std::string pack_row(const Article& article, std::uint32_t words, std::uint32_t title_words,
                     std::uint64_t stored_offset) {
  std::string out;
  put_number(out, number_of(article.id));
  put_number(out, pack_date(article.published));
  put_number(out, words);
  put_number(out, title_words);
  put_number(out, stored_offset);
  for (std::size_t field = 0; field < schema::kFilterFields.size(); ++field) {
    const std::vector<FieldValue> values = field_values(article, field);
    put_number(out, values.size());
    for (const FieldValue& value : values) {
      put_text(out, value.key);
      put_text(out, value.shown == value.key ? std::string_view{} : std::string_view(value.shown));
    }
  }
  return out;
}

bool unpack_row(std::string_view packed, ColumnRow& row) {
  std::uint64_t published = 0, words = 0, title_words = 0;
  if (!take_number(packed, row.id) || !take_number(packed, published) || !take_number(packed, words) ||
      !take_number(packed, title_words) || !take_number(packed, row.stored_offset)) {
    return false;
  }
  row.published = unpack_date(published);
  row.words = static_cast<std::uint32_t>(std::min<std::uint64_t>(words, UINT32_MAX));
  row.title_words = static_cast<std::uint32_t>(std::min<std::uint64_t>(title_words, UINT32_MAX));
  return std::ranges::all_of(row.fields, [&](auto& values) { return take_values(packed, values); }) && packed.empty();
}

} // namespace trawl::index
