// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/picture_keeper.h"

#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"
#include "shared/content/stored_content.h"

#include <string>
#include <utility>
#include <vector>

namespace trawl::crawl {
namespace {

constexpr std::size_t kMaxLeft = 5'000;     // pictures of earlier crawls
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
  return {};
}

Result<void> PictureKeeper::add(const Article& article) {
  if (!context_.options.keeps_pictures) return {};
  auto addresses = addresses_in(content::unpack_or_text(article.text, article.structure));
  if (addresses.empty() && !article.image.empty()) addresses.push_back(article.image);
  for (const std::string& address : addresses) {
    TRAWL_TRY(const bool is_new, pictures_.want(address, article.id, article.source));
    if (is_new) fetch(address);
  }
  return {};
}

void PictureKeeper::fetch(const std::string& address) {
  if (frontier_.size() >= kMaxWaiting) return;
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
