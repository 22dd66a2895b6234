// SPDX-License-Identifier: GPL-3.0-or-later
/// Names: the ids under which articles were shown. A name belongs to an input, and leads to the article that holds it.
/// Names are never deleted; they cannot be derived from the inputs. No policy: `identity::Deduplicator` decides.
///
/// While a crawl runs, an article that is found at several addresses may change its id, depending on which is fetched
/// first; `settle` ends that, so that a crawl that was killed and resumed gives the same ids as one that was not.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "shared/base/date_time.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

struct Name {
  std::int64_t position = 0; ///< the lower, the earlier it was settled
  std::string id;
  std::int64_t input = 0;

  auto operator<=>(const Name&) const = default;
};

class NameStore {
 public:
  explicit NameStore(Database& database) : db_(&database) {}

  /// The names of an input, in the order in which they were settled.
  Result<std::vector<Name>> names_of(std::int64_t input);
  /// The input that has this name; nullopt if none has.
  Result<std::optional<std::int64_t>> holder(std::string_view id);
  /// Gives a name that nobody has to the input; another's name stays where it is.
  Result<void> give(std::string_view id, std::int64_t input);
  /// Gives one name to another input, for good.
  Result<void> move(std::string_view id, std::int64_t to);
  /// Gives all names of one input to another.
  Result<void> hand_over(std::int64_t from, std::int64_t to);
  /// Gives the input the names of those found at `address` that are no longer articles.
  Result<void> inherit(std::string_view address, std::int64_t to);
  /// Makes the present id of each published article permanent.
  Result<void> settle();
  /// A crawl or an import has ended: as `settle`, and what it found from now on came before what others will find.
  Result<void> end_run(Moment now);

 private:
  Database* db_;
};

} // namespace trawl::store
