// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/cluster_check.h"

#include "shared/opensearch/document.h"
#include "shared/opensearch/session.h"

#include <chrono>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::chrono::seconds kLookTime{60};

} // namespace

Result<std::vector<std::optional<Article>>> read_articles(Client& client, const std::string& index,
                                                          const std::vector<std::string>& ids) {
  TRAWL_TRY(const Json answer, client.get("POST", "/" + index + "/_mget", Json{{"ids", ids}}, within(kLookTime)));
  std::vector<std::optional<Article>> out;
  for (const Json& document : buckets_of(answer, "/docs")) {
    if (!document.value("found", false)) {
      out.emplace_back();
      continue;
    }
    TRAWL_TRY(auto article, article_of(document.value("_source", Json())));
    out.emplace_back(std::move(article));
  }
  if (out.size() != ids.size()) return fail(ErrorCode::Network, "OpenSearch sent an incomplete answer", index);
  return out;
}

Result<std::size_t> count_articles(Client& client, const std::string& index) {
  TRAWL_TRY(const Json answer, client.get("GET", "/" + index + "/_count", Json(), within(kLookTime)));
  return number_at(answer, "/count");
}

Result<ClusterHealth> cluster_health(Client& client) {
  TRAWL_TRY(const Json health, client.get("GET", "/_cluster/health", Json(), within(kLookTime)));
  TRAWL_TRY(const Json root, client.get("GET", "/", Json(), within(kLookTime)));
  return ClusterHealth{health.value("cluster_name", ""), health.value("status", ""),
                       number_at(health, "/number_of_nodes"), number_at(health, "/unassigned_shards"),
                       root.value("/version/number"_json_pointer, "")};
}

} // namespace trawl::opensearch
