// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/picture_keeper.h"

#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"
#include "shared/article/article_record.h"
#include "shared/content/stored_content.h"

#include <chrono>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace trawl::crawl {
namespace {

constexpr std::chrono::days kNew{28};       // so long an article is likely to be opened
constexpr std::size_t kMaxLeft = 5'000;     // pictures of earlier crawls
constexpr std::size_t kMaxMarked = 1'000;   // articles whose pictures are looked for
constexpr int kMaxOfHost = 100;             // in one crawl: at the publisher's pace they take minutes
constexpr std::size_t kMaxWaiting = 20'000; // tasks; with as many, pictures are left to the next crawl

/// The addresses of the pictures that a reader is shown, in their order.
std::vector<std::string> addresses_in(const content::Content& content) {
  std::vector<std::string> addresses;
  std::vector<const content::Node*> left;
  const auto add = [&](const content::Content& nodes) {
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) left.push_back(&*node);
  };
  add(content);
  while (!left.empty() && addresses.size() < store::PictureStore::kMaxOfArticle) {
    const content::Node& node = *left.back();
    left.pop_back();
    if (node.kind == content::Kind::Picture && content::is_shown_picture(node)) addresses.push_back(node.attribute);
    add(node.children);
  }
  return addresses;
}

} // namespace

Result<void> PictureKeeper::begin() {
  if (!context_.options.keeps_pictures || !context_.options.wanted.empty()) return {};
  TRAWL_TRY(const auto left, pictures_.wanted(kMaxLeft));
  for (const std::string& address : left) fetch(address);
  for (const std::string& id : context_.options.marked | std::views::take(kMaxMarked)) {
    TRAWL_TRY(const auto published, articles_.find(id));
    if (!published) continue;
    TRAWL_TRY(const Article article, from_record(published->record));
    TRAWL_CHECK(want(article));
  }
  return {};
}

Result<void> PictureKeeper::add(const Article& article) {
  const bool is_new = article.published && article.published->time >= context_.now() - kNew;
  const bool is_asked_for = !context_.options.wanted.empty();
  return context_.options.keeps_pictures && (is_new || is_asked_for) ? want(article) : Result<void>{};
}

Result<void> PictureKeeper::want(const Article& article) {
  auto addresses = addresses_in(content::unpack_or_text(article.text, article.structure));
  if (addresses.empty() && !article.image.empty()) addresses.push_back(article.image);
  for (const std::string& address : addresses) {
    TRAWL_TRY(const bool is_new, pictures_.want(address, article.id, article.source));
    if (is_new) fetch(address);
  }
  return {};
}

void PictureKeeper::fetch(const std::string& address) {
  if (frontier_.size() >= kMaxWaiting || ++of_host_[Frontier::host_of(address)] > kMaxOfHost) return;
  Task task;
  task.kind = TaskKind::Picture;
  task.url = task.origin = address;
  frontier_.add(std::move(task));
}

Result<void> PictureKeeper::on_response(Task task, const Result<fetch::FetchResponse>& result) {
  if (!result && fetch::is_transient(result.error().code)) return {}; // the next crawl asks again
  if (result && fetch::is_redirect(result->status)) {
    if (!task.chain)
      task.chain.emplace(task.url, fetch::RedirectRules{.allow_downgrade = task.url.starts_with("http://")});
    const auto next = task.chain->follow(*result);
    if (!next) return pictures_.refuse(task.origin);
    task.url = *next;
    frontier_.add(std::move(task));
    return {};
  }
  if (!result || result->status != 200) return pictures_.refuse(task.origin);
  TRAWL_CHECK(pictures_.keep(task.origin, result->body));
  return {};
}

} // namespace trawl::crawl
