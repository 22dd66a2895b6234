// SPDX-License-Identifier: GPL-3.0-or-later
/// The options, shared by the daemon and the indexer, that choose the engine which looks for articles.
#pragma once

#include "shared/base/result.h"
#include "shared/opensearch/client.h"

#include <string>

namespace trawl::opensearch {

struct EngineOptions {
  std::string engine; ///< xapian or opensearch; empty: xapian
  ClusterSettings cluster;

  bool is_cluster() const { return engine == "opensearch"; }
  bool is_xapian() const { return engine.empty() || engine == "xapian"; }
};

/// The defaults without options: $TRAWL_ENGINE, $TRAWL_OPENSEARCH_URL, $TRAWL_OPENSEARCH_AUTH, else the index of the
/// data directory.
EngineOptions default_engine_options();

/// A client for the cluster; sends no request yet. Usage if the options do not name a cluster.
Result<Client> open_cluster(const EngineOptions& options);

/// Usage for an unknown engine, or a cluster without an address.
Result<void> check(const EngineOptions& options);

/// Adds them to a command: --engine, and the settings of the cluster, which the configuration file has
/// (shared/options/config_file.h). `App` is CLI::App, whose header only the files that parse command lines include.
template <typename App>
void add_engine_options(App& app, EngineOptions& options) {
  const auto add = [&app](const char* name, const char* type, std::string& value, const char* help) {
    app.add_option(name, value, help)->type_name(type);
  };
  add("--engine", "ENGINE", options.engine,
      "xapian (the index in the data directory) or opensearch (a cluster); default: $TRAWL_ENGINE, else xapian");
  add("--opensearch-url", "URL", options.cluster.urls,
      "Address of the cluster; separate several with commas (default: $TRAWL_OPENSEARCH_URL)");
  add("--opensearch-index", "NAME", options.cluster.index,
      "Prefix of the names of Trawl's indices in the cluster (default trawl)");
  add("--opensearch-auth", "FILE", options.cluster.auth_file,
      "File with USER:PASSWORD or Bearer TOKEN (default: $TRAWL_OPENSEARCH_AUTH)");
  add("--opensearch-ca", "FILE", options.cluster.ca_file, "PEM file of certificates to trust instead of the system's");
}

} // namespace trawl::opensearch
