// SPDX-License-Identifier: GPL-3.0-or-later
/// An OpenSearch cluster as the API's engine. It takes the same calls as api::LiveEngine and answers them in the same
/// form by the same rules; docs/opensearch.md lists the differences.
#pragma once

#include "shared/api/engine/engine.h"
#include "shared/opensearch/client.h"
#include "shared/opensearch/session.h"

#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace trawl::opensearch {

/// One per thread. Every call ends within two seconds, with Network if the cluster has not answered completely by then.
class ClusterEngine : public api::Engine {
 public:
  explicit ClusterEngine(Client client) : client_(std::move(client)) {}

  Result<search::SearchResponse> search(const search::SearchRequest& request, Moment now) override;
  Result<search::Hit> article(std::string_view id) override;
  Result<bool> is_removed(std::string_view id) override;
  Result<search::RelatedResponse> related(std::string_view id, std::size_t limit) override;
  Result<search::FacetResponse> facet_values(std::string_view field, const search::SearchRequest& request,
                                             std::string_view prefix, Moment now) override;
  Result<search::SuggestResponse> suggest(std::string_view typed, std::size_t limit) override;
  Result<search::Trending> trending(std::chrono::seconds window, std::size_t limit, Moment now) override;
  Result<search::SourcesResponse> sources() override;
  Result<search::IndexStats> stats() override;
  Result<search::IndexState> state() override;

 private:
  template <typename Work>
  std::invoke_result_t<Work, const Session&> ask(Work work);

  Client client_;
  Memory memory_;
};

} // namespace trawl::opensearch
