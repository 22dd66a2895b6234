// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/engine_options.h"

#include "shared/base/environment.h"

namespace trawl::opensearch {
namespace {

using Options = EngineOptions;

constexpr EngineOption kTable[] = {
    {"--engine", "ENGINE",
     "xapian (the index in the data directory) or opensearch (a cluster); default: $TRAWL_ENGINE, else xapian",
     [](Options& options) -> std::string& { return options.engine; }},
    {"--opensearch-url", "URL", "Address of the cluster; separate several with commas (default: $TRAWL_OPENSEARCH_URL)",
     [](Options& options) -> std::string& { return options.cluster.urls; }},
    {"--opensearch-index", "NAME", "Prefix of the names of Trawl's indices in the cluster (default trawl)",
     [](Options& options) -> std::string& { return options.cluster.index; }},
    {"--opensearch-auth", "FILE", "File with USER:PASSWORD or Bearer TOKEN (default: $TRAWL_OPENSEARCH_AUTH)",
     [](Options& options) -> std::string& { return options.cluster.auth_file; }},
    {"--opensearch-ca", "FILE", "PEM file of certificates to trust instead of the system's",
     [](Options& options) -> std::string& { return options.cluster.ca_file; }}};

} // namespace

std::span<const EngineOption> engine_option_table() { return kTable; }

EngineOptions default_engine_options() {
  EngineOptions options;
  options.engine = environment("TRAWL_ENGINE");
  if (options.engine.empty()) options.engine = "xapian";
  options.cluster.urls = environment("TRAWL_OPENSEARCH_URL");
  options.cluster.auth_file = environment("TRAWL_OPENSEARCH_AUTH");
  return options;
}

Result<Client> open_cluster(const EngineOptions& options) {
  TRAWL_CHECK(check(options));
  return Client::open(options.cluster);
}

Result<void> check(const EngineOptions& options) {
  if (!options.is_xapian() && !options.is_cluster()) {
    return fail(ErrorCode::Usage, "must be xapian or opensearch", "--engine " + options.engine);
  }
  if (options.is_cluster() && options.cluster.urls.empty()) {
    return fail(ErrorCode::Usage, "needs the address of the cluster", "--engine opensearch",
                "set opensearch-url in the configuration file, or $TRAWL_OPENSEARCH_URL");
  }
  return {};
}

} // namespace trawl::opensearch
