// SPDX-License-Identifier: GPL-3.0-or-later
// `remove`: takes articles out of the index, and keeps them out.
#include "indexer/commands/commands.h"
#include "indexer/commands/network.h"
#include "indexer/commands/report.h"
#include "indexer/commands/write_session.h"
#include "indexer/identity/deduplicator.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_id.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/url/canonical.h"

#include <cstddef>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
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

/// An article that was removed, or brought back: its title is then not known.
struct Changed {
  std::string id, title;
};

/// Nothing if no article was removed, or brought back.
Result<std::optional<Changed>> change(identity::Deduplicator& deduplicator, const std::string& which, bool is_undo) {
  if (is_undo) {
    TRAWL_TRY(const bool is_back, deduplicator.include(which));
    return is_back ? std::optional<Changed>({which, "is back"}) : std::nullopt;
  }
  TRAWL_TRY(const auto article, deduplicator.exclude(which));
  return article ? std::optional<Changed>({article->id, article->title}) : std::nullopt;
}

} // namespace

Result<int> remove_articles(const Options& options) {
  std::vector<std::string> wanted;
  for (const std::string& typed : options.arguments) {
    TRAWL_TRY(wanted.emplace_back(), id_or_address(typed));
  }
  TRAWL_CHECK(store::refuse_missing_store(choose_data_directory(options.data)));
  TRAWL_TRY(auto session, WriteSession::open(options));
  TRAWL_TRY(auto index, session.update_index(options));
  identity::Deduplicator deduplicator(session.database);
  TRAWL_TRY(auto transaction, store::Transaction::begin(session.database));
  std::vector<std::optional<Changed>> changes;
  for (const std::string& which : wanted) {
    TRAWL_TRY(changes.emplace_back(), change(deduplicator, which, options.undo));
  }
  TRAWL_CHECK(transaction.commit());
  TRAWL_CHECK(session.finish(options, index));
  const std::string why =
      options.undo ? "no article of this id or address was removed" : "no article in the index has this id or address";
  Report articles = Report::array(), failures = Report::array();
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (const auto& changed = changes[i]) {
      articles.push_back({{"id", changed->id}, {"title", options.undo ? Report() : Report(changed->title)}});
      if (!options.is_json()) std::cout << changed->id << "  " << safe_text(changed->title) << "\n";
    } else {
      failures.push_back(trouble(options.arguments[i], why));
      std::cerr << options.program << ": " << safe_text(options.arguments[i]) << ": " << why << "\n";
    }
  }
  const std::size_t unknown = failures.size();
  if (options.is_json()) print_report({{"articles", std::move(articles)}, {"failures", std::move(failures)}});
  if (!options.undo && !options.quiet && unknown < changes.size())
    std::cerr << "removed for good; `trawl remove --undo ID` brings an article back\n";
  if (unknown == 0) return 0;
  return exit_code_of(unknown == changes.size() ? ErrorCode::NotFound : ErrorCode::Partial);
}

} // namespace trawl::commands
