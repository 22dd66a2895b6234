// SPDX-License-Identifier: GPL-3.0-or-later
// breaches DATA: prints what a source has said in this data directory that it may not say.
#include "tests/indexer/crawl/breaches.h"
#include "indexer/commands/workspace.h"
#include "indexer/store/open_store.h"

#include <iostream>

namespace {

using namespace trawl;

Result<std::vector<std::string>> breaches_in(const DataDirectory& directory) {
  TRAWL_TRY(const auto sources, commands::load_catalogue({}, directory));
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  TRAWL_TRY(const auto places, commands::places_of(sources, database));
  return crawl::test_support::breaches(database, places, 9);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto found = breaches_in({argv[1]});
  if (!found) std::cout << to_sentence(found.error()) << "\n";
  for (const std::string& sentence : found.value_or(std::vector<std::string>())) std::cout << sentence << "\n";
}
