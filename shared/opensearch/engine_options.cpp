// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/engine_options.h"

#include "shared/base/environment.h"

namespace trawl::opensearch {

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
