// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/stats_json.h"

#include "shared/api/response/hit_json.h"
#include "shared/api/response/index_json.h"
#include "shared/api/response/json_writer.h"
#include "shared/api/response/warnings_json.h"

namespace trawl::api {

std::string stats_json(const search::IndexStats& stats) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("documents").number(stats.documents).key("terms").number(stats.terms);
  json.key("average_length").decimal(stats.average_length, 2).key("bytes").number(stats.bytes);
  json.key("generation").number(stats.index.generation).key("revision").number(stats.index.revision);
  write_date(json.key("newest"), stats.newest);
  json.key("committed").string(to_rfc3339(stats.committed));
  write_warnings(json, stats.warnings);
  json.end_object();
  return out;
}

} // namespace trawl::api
