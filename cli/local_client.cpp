// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"
#include "cli/formula.h"

#include "shared/api/engine/live_engine.h"
#include "shared/api/service.h"
#include "shared/base/json.h"

#include <iostream>

namespace trawl::cli {
namespace {

/// What links in feeds begin with: where `trawl serve` shows the same searches.
constexpr const char* kBaseUrl = "http://127.0.0.1:7700";

using Json = nlohmann::ordered_json;

class LocalClient : public Client {
 public:
  explicit LocalClient(api::LiveEngine engine) : engine_(std::move(engine)) {}

  Result<std::string> get(const std::string& path, const Parameters& parameters) override {
    return ask({"GET", path, query_string(parameters), "", kBaseUrl, reader_language()});
  }

  Result<std::string> put(const std::string& path, const Parameters& parameters) override {
    Json body = Json::object();
    for (const auto& [name, value] : parameters) body[name] = value;
    return ask({"PUT", path, "", json_text(body), kBaseUrl, reader_language()});
  }

 private:
  Result<std::string> ask(api::Request request) {
    auto response = api::respond(engine_, request, now());
    if (response && response->status == 301) {
      request.path = moved_path(request.path, response->body);
      response = api::respond(engine_, request, now());
    }
    if (!response) return std::unexpected(to_error(response.error()));
    return std::move(response->body);
  }

  api::LiveEngine engine_;
};

} // namespace

Result<std::unique_ptr<Client>> make_local_client(const Settings& settings) {
  const DataDirectory directory = choose_data_directory(settings.data);
  api::LiveEngine engine(directory);
  engine.remember_for(api::Reader(directory, true));
  engine.write_formulas_with(formula_in_unicode);
  TRAWL_TRY(const auto state, engine.state()); // here an error may name the directory
  if (has_no_articles(state)) notes(settings) << "note: no articles in " << directory.root.string() << "\n";
  return std::make_unique<LocalClient>(std::move(engine));
}

} // namespace trawl::cli
