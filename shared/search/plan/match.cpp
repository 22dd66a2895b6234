// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/match.h"

#include "shared/query/fields.h"

#include <array>
#include <string_view>
#include <utility>

namespace trawl::search {
namespace {

MatchPtr node(Match match) { return std::make_shared<const Match>(std::move(match)); }

MatchPtr group(MatchKind kind, std::vector<MatchPtr> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return node({.kind = kind, .parts = std::move(parts)});
}

/// The prefixes of terms and what readers call them; longer ones first.
struct TermName {
  std::string_view prefix, name;
};
constexpr std::array kTermNames{TermName{"SZ", "title-stem:"}, TermName{"S", "title-word:"}, TermName{"Z", "stem:"},
                                TermName{"A", "author-word:"}, TermName{"K", "tag-word:"},   TermName{"N", "author#"},
                                TermName{"T", "title#"},       TermName{"E", "is:"}};

std::string name_of_term(std::string_view term) {
  for (const auto& [prefix, name] : kTermNames) {
    if (term.starts_with(prefix)) return std::string(name).append(term.substr(prefix.size()));
  }
  return std::string("word:").append(term);
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator,
                   std::string (*name)(std::string_view)) {
  std::string out;
  for (const std::string& text : texts) out.append(out.empty() ? "" : separator).append(name(text));
  return out;
}

// The parser limits the depth of the query tree, and so of the recursion.
std::string joined(const std::vector<MatchPtr>& parts, std::string_view separator) {
  std::string out;
  for (const MatchPtr& part : parts) out.append(out.empty() ? "" : separator).append(print(*part));
  return out;
}

std::string as_it_is(std::string_view text) { return std::string(text); }

} // namespace

MatchPtr everything() {
  static const MatchPtr kEverything = node({.kind = MatchKind::All});
  return kEverything;
}

MatchPtr nothing() {
  static const MatchPtr kNothing = node({.kind = MatchKind::Any});
  return kNothing;
}

MatchPtr match_all(std::vector<MatchPtr> parts) {
  return parts.empty() ? everything() : group(MatchKind::All, std::move(parts));
}

MatchPtr match_any(std::vector<MatchPtr> parts) {
  return parts.empty() ? nothing() : group(MatchKind::Any, std::move(parts));
}

MatchPtr match_spellings(std::vector<MatchPtr> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return node({.kind = MatchKind::Any, .parts = std::move(parts), .is_shared = true});
}

MatchPtr match_at_least(std::size_t least, std::vector<MatchPtr> parts) {
  return node({.kind = MatchKind::AtLeast, .parts = std::move(parts), .number = static_cast<std::uint32_t>(least)});
}

MatchPtr match_not(MatchPtr part) { return node({.kind = MatchKind::Not, .parts = {std::move(part)}}); }

MatchPtr match_term(std::string term) { return node({.kind = MatchKind::Term, .terms = {std::move(term)}}); }

MatchPtr match_sequence(std::vector<std::string> terms, std::uint32_t distance, std::vector<std::string> covered) {
  if (terms.empty()) return nothing();
  if (terms.size() == 1) return match_term(std::move(terms.front()));
  return node(
      {.kind = MatchKind::Sequence, .terms = std::move(terms), .number = distance, .covered = std::move(covered)});
}

MatchPtr match_near(std::vector<std::string> terms, std::uint32_t distance) {
  if (terms.empty()) return nothing();
  if (terms.size() == 1) return match_term(std::move(terms.front()));
  return node({.kind = MatchKind::Near, .terms = std::move(terms), .number = distance});
}

MatchPtr match_dates(const query::DateRange& dates) { return node({.kind = MatchKind::Dates, .dates = dates}); }

MatchPtr match_value(std::string_view field, std::vector<std::string> values) {
  return node({.kind = MatchKind::Value, .terms = std::move(values), .field = std::string(field)});
}

MatchPtr match_marked(std::shared_ptr<const ReaderMarks> marks, ReaderMark mark) {
  if (!marks || marks->with(mark).empty()) return nothing();
  return node({.kind = MatchKind::Marked, .marks = std::move(marks), .mark = mark});
}

std::string print(const Match& match) {
  const std::string number = std::to_string(match.number);
  switch (match.kind) {
  case MatchKind::All:
    return match.parts.empty() ? "everything" : "(" + joined(match.parts, " AND ") + ")";
  case MatchKind::Any:
    return match.parts.empty() ? "nothing" : "(" + joined(match.parts, " OR ") + ")";
  case MatchKind::AtLeast:
    return number + " OF (" + joined(match.parts, ", ") + ")";
  case MatchKind::Not:
    return "NOT " + print(*match.parts.front());
  case MatchKind::Term:
    return name_of_term(match.terms.front());
  case MatchKind::Sequence:
    return '"' + joined(match.terms, " ", name_of_term) + '"' + (match.number > 1 ? "~" + number : std::string());
  case MatchKind::Near:
    return "NEAR/" + number + "(" + joined(match.terms, " ", name_of_term) + ")";
  case MatchKind::Written:
    return "written(" + joined(match.terms, " ", as_it_is) + ")";
  case MatchKind::Prefix:
    return name_of_term(match.terms.front()) + '*';
  case MatchKind::Value:
    return match.field + ":(" + joined(match.terms, " OR ", as_it_is) + ")";
  case MatchKind::Dates:
    return "date:" + query::date_value(match.dates);
  case MatchKind::Property:
    return "is:(" + joined(match.terms, " OR ", as_it_is) + ")";
  case MatchKind::Marked:
    return "is:" + std::string(kMarkNames.at(static_cast<std::size_t>(match.mark)));
  }
  return {};
}

} // namespace trawl::search
