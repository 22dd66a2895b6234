// SPDX-License-Identifier: GPL-3.0-or-later
/// Any bytes as a query: parsed leniently whatever they are, and what is printed is understood as the same again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "shared/query/parse_query.h"
#include "shared/query/parser.h"
#include "shared/search/answer/highlight_terms.h"

namespace {

/// A query over a cap is cut, so its printed form may be over a cap again.
bool is_cut(const trawl::query::ParsedQuery& query) {
  constexpr std::string_view kCuts[] = {"query_too_long", "too_many_words", "too_deep"};
  return std::ranges::any_of(
      query.warnings, [&](const auto& warning) { return std::ranges::find(kCuts, warning.code) != std::end(kCuts); });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl::query;
  const std::string_view q(reinterpret_cast<const char*>(data), size);
  const trawl::Moment now{std::chrono::seconds{1'776'000'000}};
  const ParsedQuery query = parse_query(q, now);
  static_cast<void>(trawl::search::highlight_terms(query.tree));
  constexpr std::size_t kRoomUnderTheCap = 1'000;
  if (query.understood.size() > kRoomUnderTheCap) return 0;
  if (is_cut(query) || is_cut(parse_query(query.understood, now)))
    return 0; // brackets that printing adds may be one level too deep
  if (print(parse_tree(query.understood, now).tree) != query.understood) std::abort();
  return 0;
}
