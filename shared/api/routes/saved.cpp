// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/saved: the reader's saved searches
#include "shared/api/request/parameter_parser.h"
#include "shared/api/request/search_request.h"
#include "shared/api/response/json_writer.h"
#include "shared/api/routes/route.h"

#include <string>

namespace trawl::api {
namespace {

Result<std::string> saved_json(Reader& reader) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("saved").begin_array();
  TRAWL_TRY(store::ReaderMemory * memory, reader.memory());
  if (memory != nullptr) {
    TRAWL_TRY(const auto searches, memory->searches());
    for (const store::SavedSearch& saved : searches) {
      json.begin_object().key("name").string(saved.name).key("query").string(saved.parameters);
      json.key("seen").string_or_null(saved.seen ? to_rfc3339(*saved.seen) : "").end_object();
    }
  }
  json.end_array().end_object();
  return out;
}

/// Keeps a search under a name; one without a query is forgotten.
Result<void> keep(Reader& reader, const std::string& name, const std::string& query) {
  TRAWL_TRY(store::ReaderMemory * memory, reader.memory_to_write());
  if (!query.empty()) return memory->save({name, query, {}});
  TRAWL_CHECK(memory->forget(name));
  return {};
}

} // namespace

Answer<PreparedRequest> read_saved(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  ParameterParser parser(parameters);
  const bool is_change = input.request.method == "PUT";
  const std::string name = is_change ? parser.text("name") : "", query = is_change ? parser.text("query") : "";
  if (is_change && name.empty()) parser.reject("name", "", "must be the name of the search.");
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  TRAWL_TRY(const Parameters asked, parse_query_string(query));
  if (const auto request = read_search_request(asked, input.now); !request) return std::unexpected(request.error());
  const auto answer = [is_change, name, query](Engine& engine) -> Answer<Response> {
    if (!engine.reader().may_write()) return std::unexpected(nothing_remembered());
    if (is_change) {
      if (const auto kept = keep(engine.reader(), name, query); !kept) return problem_of(kept.error());
    }
    const auto saved = saved_json(engine.reader());
    return saved ? Answer<Response>(json_response(*saved)) : problem_of(saved.error());
  };
  return PreparedRequest{"saved", answer};
}

} // namespace trawl::api
