// SPDX-License-Identifier: GPL-3.0-or-later
// A first fill: articles that only other articles of the same source link to.
#include "indexer/crawl/crawler.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::size_t kMaxFollowed = 5'000; // per source and run: what one more trap of endless links can cost
constexpr std::size_t kBatch = 16;

} // namespace

/// Before anything is asked: what the stores of earlier crawls know of shapes, and the links of pages stored by crawls
/// that did not follow any.
Result<void> Crawler::begin_following() {
  for (const auto& source : *sources_) {
    auto& following = following_[source.id];
    TRAWL_CHECK(crawl_.each_article_of(source.id, [&](std::string_view url) { following.shapes.learn(url); }));
  }
  for (;;) {
    TRAWL_TRY(const auto pages, inputs_.with_unread_links(kBatch));
    if (pages.empty() || hooks_.stopped()) return {};
    for (const auto& page : pages) {
      TRAWL_TRY(const auto mentions, crawl_.mentions(page.url));
      TRAWL_CHECK(follow_links(page, mentions, links_of_page(page)));
    }
  }
}

/// Names those of `links` that may be articles of the sources that named `page`.
Result<void> Crawler::follow_links(const store::Input& page, const std::vector<store::DiscoveredLink>& mentions,
                                   const std::vector<std::string>& links) {
  std::set<std::string_view> done;
  for (const auto& mention : mentions) {
    const auto source = std::ranges::find(*sources_, mention.source, &schema::SourceDefinition::id);
    if (source == sources_->end() || !source->enabled || !source->fetch_pages) continue;
    if (!done.insert(source->id).second) continue;
    const auto& rules = knowledge_->sources.find(source->id)->second.rules;
    auto& following = following_[source->id];
    SeedRun run{};
    run.source = &*source;
    run.entrance = {schema::SourceKind::PageList, page.url};
    for (const auto& link : links) {
      if (!is_followed(link, rules, following.shapes)) continue;
      TRAWL_TRY(const bool is_known, crawl_.is_named_by(link, source->id));
      if (is_known || following.followed >= kMaxFollowed) continue;
      ++following.followed;
      following.shapes.learn(link);
      ++report_of(source->id).found;
      TRAWL_CHECK(name(run, {link, "", {}}));
    }
  }
  return inputs_.set_links_read(page.id);
}

} // namespace trawl::crawl
