// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/field_values.h"

#include "shared/index/columns/value_key.h"
#include "shared/schema/fields.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace trawl::index {
namespace {

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

} // namespace trawl::index
