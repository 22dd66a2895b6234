// SPDX-License-Identifier: GPL-3.0-or-later
// `remove`: takes articles out of the index, and keeps them out.
#include "indexer/commands/commands.h"
#include "indexer/commands/network.h"
#include "indexer/commands/write_session.h"
#include "indexer/identity/deduplicator.h"
#include "shared/article/article_id.h"
#include "shared/base/terminal_text.h"
#include "shared/url/canonical.h"

#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

namespace trawl::commands {
namespace {

/// What was typed, as the store has it: the id of an article, or the canonical form of an address.
Result<std::string> id_or_address(const std::string& typed) {
  if (is_article_id(typed)) return typed;
  auto address = url::canonical(typed_url(typed));
  if (!address.empty()) return address;
  return fail(ErrorCode::Usage, "neither the id of an article nor its address", typed,
              "`trawl search WORDS --format urls` shows addresses");
}

/// What there is to say of an article that was removed, or brought back; empty if nothing was done.
Result<std::string> change(identity::Deduplicator& deduplicator, const std::string& which, bool is_undo) {
  if (is_undo) {
    TRAWL_TRY(const bool is_back, deduplicator.include(which));
    return is_back ? which + "  is back" : "";
  }
  TRAWL_TRY(const auto article, deduplicator.exclude(which));
  return article ? article->id + "  " + safe_text(article->title) : "";
}

} // namespace

Result<int> remove_articles(const Options& options) {
  std::vector<std::string> wanted;
  for (const std::string& typed : options.arguments) {
    TRAWL_TRY(wanted.emplace_back(), id_or_address(typed));
  }
  TRAWL_TRY(auto session, WriteSession::open(options, Definitions::Remembered));
  TRAWL_TRY(auto follower, session.follow(options));
  identity::Deduplicator deduplicator(session.database);
  TRAWL_TRY(auto transaction, store::Transaction::begin(session.database));
  std::vector<std::string> lines;
  for (const std::string& which : wanted) {
    TRAWL_TRY(lines.emplace_back(), change(deduplicator, which, options.undo));
  }
  TRAWL_CHECK(transaction.commit());
  TRAWL_CHECK(session.finish(options, *follower));
  std::size_t unknown = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].empty()) {
      std::cout << lines[i] << "\n";
      continue;
    }
    ++unknown;
    std::cerr << options.program << ": " << safe_text(options.arguments[i]) << ": "
              << (options.undo ? "no article of this id or address was removed\n"
                               : "no article in the index has this id or address\n");
  }
  if (!options.undo && !options.quiet && unknown < lines.size())
    std::cerr << "removed for good; `trawl remove --undo ID` brings an article back\n";
  if (unknown == 0) return 0;
  return exit_code_of(unknown == lines.size() ? ErrorCode::NotFound : ErrorCode::Partial);
}

} // namespace trawl::commands
