// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads what a cluster contains of a store, to compare it with the store and to report it. `index` is the name of an
/// index or alias. Errors: those of Client, and IndexDamaged for an answer of another form.
#pragma once

#include "shared/article/article.h"
#include "shared/opensearch/client.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trawl::opensearch {

/// The articles with these ids in an index, in the order of the ids; nullopt for those that are missing.
Result<std::vector<std::optional<Article>>> read_articles(Client& client, const std::string& index,
                                                          const std::vector<std::string>& ids);

/// The number of articles in an index.
Result<std::size_t> count_articles(Client& client, const std::string& index);

struct ClusterHealth {
  std::string name, status;        ///< status: green, yellow or red
  std::size_t nodes = 0, away = 0; ///< away: shards without a node
  std::string version;
};

Result<ClusterHealth> cluster_health(Client& client);

} // namespace trawl::opensearch
