// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/request_parameters.h"

namespace trawl::searchd {

api::Answer<api::Parameters> parameters_of(const HttpRequest& request) {
  auto parameters = api::parse_query_string(request.query);
  if (!parameters || request.method != "POST") return parameters;
  auto body = api::parse_json_body(request.body);
  if (!body) return body;
  parameters->insert(parameters->end(), body->begin(), body->end());
  return parameters;
}

std::string with_parameter(api::Parameters parameters, const std::string& name, std::string value,
                           std::string_view dropped) {
  std::erase_if(parameters, [&](const api::Parameter& p) { return p.name == name || p.name == dropped; });
  if (!value.empty()) parameters.push_back({name, std::move(value)});
  return api::to_query_string(parameters);
}

} // namespace trawl::searchd
