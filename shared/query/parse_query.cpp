// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/parse_query.h"

#include "shared/base/utf8.h"
#include "shared/query/filter_lifting.h"
#include "shared/query/limits.h"
#include "shared/query/parser.h"
#include "shared/query/scanner.h"
#include "shared/text/tokenizer.h"

#include <utility>

namespace trawl::query {

Result<ParsedQuery> parse_query(std::string_view q, Moment now, bool strict) {
  std::string text = utf8::repair(q);
  ParsedQuery out;
  if (text.size() > kMaxQueryBytes) {
    text = utf8::truncate_bytes(text, kMaxQueryBytes);
    out.warnings.push_back({"query_too_long",
                            "Only the first " + std::to_string(kMaxQueryBytes) + " bytes of the query were read.",
                            utf8::length(text)});
  }
  ParsedTree parsed = parse_tree(text, now);
  for (Warning& warning : parsed.warnings) out.warnings.push_back(std::move(warning));
  Scanner scanner(text);
  scanner.skip_blanks();
  out.has_nothing_to_search = parsed.tree.empty() && !scanner.at_end();
  if (out.has_nothing_to_search) {
    out.warnings.push_back(
        {"nothing_to_search", "The query has nothing that can be searched for, so nothing was searched.", 0});
  }
  if (strict && !out.warnings.empty()) {
    const Warning& first = out.warnings.front();
    return fail(ErrorCode::BadQuery, first.message, "position " + std::to_string(first.position.value_or(0)),
                "Without strict, the query is answered with a warning");
  }
  out.filters = lift_filters(parsed.tree);
  out.tree = std::move(parsed.tree);
  out.has_words = has_words(out.tree);
  out.understood = print(out.tree);
  out.plain_words = text::plain_words(text);
  return out;
}

} // namespace trawl::query
