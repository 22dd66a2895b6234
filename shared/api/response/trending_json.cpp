// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/trending_json.h"

#include "shared/api/response/hit_json.h"
#include "shared/api/response/warnings_json.h"

namespace trawl::api {
namespace {

void write_window(JsonWriter& json, const search::Trending& trending) {
  json.key("from").string(to_rfc3339(trending.from)).key("to").string(to_rfc3339(trending.to));
}

JsonOptions plain() {
  JsonOptions options;
  options.highlight = Highlight::None;
  return options;
}

} // namespace

std::string trending_json(const search::Trending& trending) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  write_window(json, trending);
  json.key("terms").begin_array();
  for (const search::TrendingTerm& term : trending.terms) {
    json.begin_object().key("term").string(term.term).key("count").number(term.count);
    json.key("times_usual").decimal(term.times_usual, 2);
    write_strings(json.key("sources"), term.sources);
    json.end_object();
  }
  json.end_array().key("articles").begin_array();
  for (const search::Hit& hit : trending.articles) write_hit(json, hit, plain());
  json.end_array();
  write_warnings(json, trending.warnings);
  json.end_object();
  return out;
}

std::string top_json(const search::Trending& trending) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  write_window(json, trending);
  json.key("article");
  if (trending.articles.empty())
    json.null();
  else
    write_hit(json, trending.articles.front(), plain());
  write_warnings(json, trending.warnings);
  json.end_object();
  return out;
}

} // namespace trawl::api
