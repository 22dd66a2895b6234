// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/link_discovery.h"

#include "indexer/crawl/pages/page_state.h"

#include <algorithm>
#include <set>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::size_t kMaxFollowed = 5'000; // links per source and crawl, so that a spider trap has an end
constexpr std::size_t kBatch = 16;

} // namespace

Result<void> LinkDiscovery::begin(const std::function<bool()>& stopped) {
  for (const auto& source : context_.sources) {
    if (!context_.is_backfill(source.id)) continue;
    TRAWL_CHECK(learn(source.id));
    if (source.enabled && source.fetch_pages) TRAWL_CHECK(fetch_remembered(source));
  }
  if (context_.backfills.empty()) return {};
  for (std::int64_t last = 0;;) {
    TRAWL_TRY(const auto pages, context_.inputs.with_unread_links(last, kBatch));
    if (pages.empty() || stopped()) return {};
    last = pages.back().id;
    for (const auto& page : pages) {
      TRAWL_TRY(const auto inlinks, context_.urls.inlinks(page.url));
      TRAWL_CHECK(follow(page, inlinks, links_of_page(page)));
    }
  }
}

/// What other lists have named before is among the older articles.
Result<void> LinkDiscovery::fetch_remembered(const schema::SourceDefinition& source) {
  const auto& rules = context_.knowledge.sources.find(source.id)->second.rules;
  TRAWL_TRY(const auto rows, context_.urls.remembered(source.id));
  UrlShapes listed;
  for (const auto& row : rows) listed.learn(row.url);
  for (const auto& row : rows) {
    if (listed.is_section(row.url) || !looks_like_article(row.url, rules, progress_[source.id].shapes)) continue;
    TRAWL_CHECK(context_.urls.save_url(next(row, {.what = Seen::Named, .now = context_.now()})));
    ++context_.report.of(source.id).found;
  }
  return {};
}

Result<void> LinkDiscovery::learn(const std::string& source) {
  auto& progress = progress_[source];
  if (std::exchange(progress.has_learnt, true)) return {};
  return context_.urls.each_stored_url(source, [&](std::string_view url) { progress.shapes.learn(url); });
}

Result<void> LinkDiscovery::follow(const store::Input& page, const std::vector<store::DiscoveredLink>& inlinks,
                                   const std::vector<std::string>& outlinks) {
  std::set<std::string_view> done;
  for (const auto& inlink : inlinks) {
    const auto source = std::ranges::find(context_.sources, inlink.source, &schema::SourceDefinition::id);
    if (source == context_.sources.end() || !source->fetch_pages || !context_.is_backfill(source->id)) continue;
    if (done.insert(source->id).second) TRAWL_CHECK(follow_for(*source, page, outlinks));
  }
  return done.empty() ? Result<void>{} : context_.inputs.set_links_read(page.id);
}

Result<void> LinkDiscovery::follow_for(const schema::SourceDefinition& source, const store::Input& page,
                                       const std::vector<std::string>& outlinks) {
  const auto& rules = context_.knowledge.sources.find(source.id)->second.rules;
  auto& progress = progress_[source.id];
  for (const auto& link : outlinks) {
    if (!looks_like_article(link, rules, progress.shapes)) continue;
    TRAWL_TRY(const bool is_known, context_.urls.is_discovered_by(link, source.id));
    if (is_known || progress.followed >= kMaxFollowed) continue;
    ++progress.followed;
    progress.shapes.learn(link);
    ++context_.report.of(source.id).found;
    TRAWL_CHECK(scheduler_.discover(source, page.url, {link, "", {}}));
  }
  return {};
}

} // namespace trawl::crawl
