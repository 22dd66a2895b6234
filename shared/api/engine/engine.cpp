// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/engine/engine.h"

#include "shared/article/reader_marks.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::api {
namespace {

void write_formulas(search::Snippet& snippet, const content::FormulaText& write) {
  content::MarkedText passage{std::move(snippet.text), {}};
  for (const auto& [begin, end] : snippet.marks) passage.marks.push_back({begin, end});
  passage = content::with_formulas_as_text(std::move(passage), write);
  snippet.text = std::move(passage.text);
  snippet.marks.clear();
  for (const auto& [begin, end] : passage.marks) snippet.marks.push_back({begin, end});
}

} // namespace

Result<search::SearchRequest> Engine::with_marks(search::SearchRequest request) {
  const std::string q = ascii::to_lower(request.q);
  const auto is_named = [&](std::string_view mark) { return q.contains(mark); }; // "unread" contains "read"
  if (q.contains("is:") && std::ranges::any_of(kMarkNames, is_named)) {
    TRAWL_TRY(request.marks, reader_.marks());
  }
  return request;
}

Result<search::SearchResponse> Engine::with_formulas(Result<search::SearchResponse> found) const {
  if (!found || !write_formula_) return found;
  for (search::Hit& hit : found->hits) {
    for (search::Snippet& snippet : hit.snippets) write_formulas(snippet, write_formula_);
    if (!hit.section) continue;
    for (std::string& heading : hit.section->path)
      heading = content::with_formulas_as_text({std::move(heading), {}}, write_formula_).text;
  }
  return found;
}

} // namespace trawl::api
