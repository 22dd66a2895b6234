// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/query_plan.h"

#include "shared/search/plan/first_places.h"
#include "shared/search/plan/known_values.h"
#include "shared/search/plan/match_policy.h"
#include "shared/search/plan/node_match.h"
#include "shared/search/plan/query_words.h"
#include "shared/text/stopwords.h"
#include "shared/text/synonyms.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace trawl::search {
namespace {

using query::NodeKind;
using query::QueryTree;

/// The clauses of a query: the parts side by side at its top, sorted by how they must match. Borrows the tree's nodes.
struct Clauses {
  std::vector<const QueryTree*> words;    ///< words and prefixes: the match mode says how many must match
  std::vector<const QueryTree*> phrases;  ///< must match, but count as their words if no article has them all
  std::vector<const QueryTree*> required; ///< everything else
};

Clauses clauses_of(const QueryTree& tree) {
  Clauses clauses;
  const auto add = [&](const QueryTree& clause) {
    const bool is_word = clause.kind == NodeKind::Word || clause.kind == NodeKind::Prefix;
    (is_word ? clauses.words : clause.kind == NodeKind::Phrase ? clauses.phrases : clauses.required).push_back(&clause);
  };
  if (tree.kind == NodeKind::And && tree.implicit) {
    for (const QueryTree& child : tree.children) add(child);
  } else if (!tree.empty()) {
    add(tree);
  }
  return clauses;
}

/// A word, name or prefix of which the match mode says whether it must match.
struct WantedWord {
  const QueryTree* node = nullptr;
  QueryUnit unit;
  MatchPtr name = nullptr; ///< of a name that articles have

  bool is_stop_word() const {
    return node->kind == NodeKind::Word && std::ranges::all_of(unit.words, &QueryWord::is_stop_word);
  }
  bool is_filler_word() const { return is_single_word() && text::is_filler_word(unit.words.front().folded); }
  /// Whether it is a single word, not a name or a prefix.
  bool is_single_word() const { return node->kind == NodeKind::Word && unit.words.size() == 1; }
};

/// Plans which articles match one query.
class MatchPlanner {
 public:
  MatchPlanner(QueryWords& words, MatchMode mode, QueryPlan& plan)
      : words_(words), statistics_(words.statistics()), mode_(mode), plan_(plan) {}

  void run(const QueryTree& tree) {
    const Clauses clauses = clauses_of(tree);
    std::vector<MatchPtr> required = matches_of(clauses.required);
    const MatchPtr base = match_all(required);
    std::ranges::move(matches_of(clauses.phrases), std::back_inserter(required));
    const MatchPtr with_phrases = clauses.phrases.empty() ? base : match_all(std::move(required));
    std::vector<WantedWord> wanted = content_words(clauses.words);
    if (mode_ != MatchMode::All) wanted = with_known_names(std::move(wanted));
    std::vector<MatchPtr> matches = matches_of_words(wanted);
    plan_.has_words_of_phrases =
        !clauses.phrases.empty() && mode_ != MatchMode::All && statistics_.count(with_phrases) == 0;
    if (plan_.has_words_of_phrases) {
      std::ranges::move(words_of_phrases(clauses.phrases), std::back_inserter(matches));
      warn("phrase_relaxed", "No article has the phrase; its words were looked for.");
    }
    const bool requires_words =
        (!clauses.phrases.empty() && !plan_.has_words_of_phrases) ||
        std::ranges::any_of(clauses.required, [](const QueryTree* clause) { return has_words(*clause); });
    require(plan_.has_words_of_phrases ? base : with_phrases, requires_words, matches);
    std::vector<std::string> others;
    if (!plan_.has_words_of_phrases) {
      for (const QueryTree* phrase : clauses.phrases) others.push_back(print(*phrase));
    }
    for (const QueryTree* clause : clauses.required) others.push_back(print(*clause));
    plan_.understood = understood(std::move(others));
  }

 private:
  void warn(std::string code, std::string message) {
    plan_.warnings.push_back({std::move(code), std::move(message), std::nullopt});
  }

  std::vector<MatchPtr> matches_of(const std::vector<const QueryTree*>& nodes) {
    std::vector<MatchPtr> out;
    for (const QueryTree* node : nodes) out.push_back(match_of_node(*node, words_));
    return out;
  }

  /// The words that carry meaning: all that are not stop words. If there are only stop words, all. Of Chinese, Japanese
  /// and Korean, which are written without blanks, each pair of characters counts as a word.
  std::vector<WantedWord> content_words(const std::vector<const QueryTree*>& nodes, bool are_quoted = false) {
    std::vector<WantedWord> out;
    for (const QueryTree* node : nodes) {
      WantedWord word{node, node->kind != NodeKind::Word ? read_unit(node->text, words_.stemmer())
                            : are_quoted                 ? words_.quoted_unit(node->text)
                                                         : words_.unit(node->text)};
      if (node->kind == NodeKind::Word && word.unit.has_pairs) {
        add_words_of(word, out);
      } else {
        out.push_back(std::move(word));
      }
    }
    leave_out(out, &WantedWord::is_stop_word);
    if (mode_ != MatchMode::All) leave_out_initials(out);
    if (mode_ == MatchMode::Most) leave_out(out, &WantedWord::is_filler_word);
    return out;
  }

  /// If there are others.
  static void leave_out(std::vector<WantedWord>& wanted, bool (WantedWord::*is_one)() const) {
    if (!std::ranges::all_of(wanted, is_one)) std::erase_if(wanted, is_one);
  }

  static void leave_out_initials(std::vector<WantedWord>& wanted) {
    std::vector<std::string> typed;
    for (const WantedWord& word : wanted) typed.push_back(word.node->text);
    std::size_t i = 0;
    std::erase_if(wanted, [&](const WantedWord&) { return is_initial(i++, typed); });
  }

  /// Looks for the names (k-means). The words of those that no article has count like other words. A name that is the
  /// only word is looked for in other inflections only if no article has it as typed.
  std::vector<WantedWord> with_known_names(std::vector<WantedWord> wanted) {
    std::vector<WantedWord> out;
    for (WantedWord& word : wanted) {
      if (word.node->kind != NodeKind::Word || !word.unit.is_name()) {
        out.push_back(std::move(word));
        continue;
      }
      if (find_name(word, wanted.size() == 1)) {
        out.push_back(std::move(word));
      } else {
        add_words_of(word, out);
        warn("name_relaxed", "No article has the name '" + word.node->text + "'; its words were looked for.");
      }
    }
    return out;
  }

  bool find_name(WantedWord& word, bool is_alone) {
    if (is_alone) {
      word.name = match_of_exact_name(word.unit);
      if (statistics_.count(word.name) > 0) return true;
    }
    word.name = match_of_unit(word.unit);
    if (statistics_.count(word.name) == 0) return false;
    if (is_alone) {
      warn("name_relaxed", "No article has the name '" + word.node->text +
                               "' as typed; other inflections and spellings were looked for.");
    }
    return true;
  }

  /// Adds each word of a name as a separate word. Stop words are left out, unless the name has no other words, and lone
  /// letters.
  static void add_words_of(const WantedWord& name, std::vector<WantedWord>& out) {
    const bool keep_all = std::ranges::all_of(name.unit.words, &QueryWord::is_stop_word);
    for (const QueryWord& word : name.unit.words) {
      if (keep_all || !(word.is_stop_word || name.unit.is_lone_letter(word)))
        out.push_back({name.node, {.words = {word}, .may_be_name = name.unit.may_be_name}});
    }
  }

  std::vector<MatchPtr> words_of_phrases(const std::vector<const QueryTree*>& phrases) {
    std::vector<const QueryTree*> nodes;
    for (const QueryTree* phrase : phrases) {
      for (const QueryTree& child : phrase->children) nodes.push_back(&child);
    }
    return matches_of_words(with_known_names(content_words(nodes, true)));
  }

  /// For each word, what articles must have: the word, another spelling of it, or a synonym.
  std::vector<MatchPtr> matches_of_words(const std::vector<WantedWord>& wanted) {
    std::vector<std::vector<MatchPtr>> ways;
    for (const auto& [node, unit, name] : wanted) {
      if (node->kind != NodeKind::Word) {
        ways.push_back({match_of_node(*node, words_)});
      } else {
        ways.push_back({name ? name : match_of_unit(unit), match_in_names(unit)});
      }
    }
    add_joined_words(wanted, ways);
    add_synonyms(wanted, ways);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const bool is_alone = (i == 0 || wanted[i - 1].node != wanted[i].node) &&
                            (i + 1 == wanted.size() || wanted[i + 1].node != wanted[i].node);
      searched_words_.push_back(is_alone ? print(*wanted[i].node) : wanted[i].unit.words.front().folded);
    }
    std::vector<MatchPtr> out;
    for (auto& of_word : ways) out.push_back(match_any(std::move(of_word)));
    return out;
  }

  /// Two neighbouring words may be written as one: flex attention, flexattention.
  void add_joined_words(const std::vector<WantedWord>& wanted, std::vector<std::vector<MatchPtr>>& ways) {
    for (std::size_t i = 1; i < wanted.size(); ++i) {
      const QueryUnit &left = wanted[i - 1].unit, &right = wanted[i].unit;
      if (left.words.size() != 1 || right.words.size() != 1) continue;
      const std::string joined = words_.joined_stem(left.words.front().folded, right.words.front().folded);
      if (joined.empty()) continue;
      ways[i - 1].push_back(match_term("Z" + joined));
      ways[i].push_back(ways[i - 1].back());
    }
  }

  /// Other names for some of the words: RAG for retrieval augmented generation (schema/synonyms.txt).
  static void add_synonyms(const std::vector<WantedWord>& wanted, std::vector<std::vector<MatchPtr>>& ways) {
    std::vector<std::string> stems; // empty for names and prefixes, which no synonym spans
    for (const WantedWord& word : wanted) {
      stems.push_back(word.is_single_word() ? word.unit.words.front().stem_of_name() : std::string());
    }
    const auto terms = [](std::span<const std::string> of) {
      std::vector<std::string> out;
      for (const std::string& stem : of) out.push_back("Z" + stem);
      return out;
    };
    for (const text::Synonyms& found : text::synonyms_among(stems)) {
      for (const std::vector<std::string>& name : found.others) {
        const MatchPtr other =
            match_sequence(terms(name), 1, terms(std::span(stems).subspan(found.begin, found.count)));
        for (std::size_t i = found.begin; i < found.begin + found.count; ++i) ways[i].push_back(other);
      }
    }
  }

  static std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string out;
    for (const std::string& part : parts) out.append(out.empty() ? "" : between).append(part);
    return parts.size() > 1 ? "(" + out + ")" : out;
  }

  /// What an article must have to be counted: the words, and everything else.
  std::string understood(std::vector<std::string> others) const {
    std::vector<std::string> parts = searched_words_;
    if (mode_ == MatchMode::Any && parts.size() > 1) parts = {joined(parts, " OR ")};
    std::ranges::move(others, std::back_inserter(parts));
    return joined(parts, " AND ");
  }

  /// Articles with all words are counted. Those with fewer are listed too, so that an article more or less never
  /// decides whether others are found, even those with none beside the words that `base` has; if there are enough,
  /// those with more of the words come first.
  void require(const MatchPtr& base, bool base_has_words, const std::vector<MatchPtr>& words) {
    const auto with_base = [&](MatchPtr match) {
      return base == everything() ? std::move(match) : match_all({base, std::move(match)});
    };
    std::vector<MatchPtr> all = words;
    if (base != everything() || words.empty()) all.insert(all.begin(), base);
    plan_.match = plan_.listed = match_all(std::move(all));
    const bool lists_base = base_has_words && mode_ == MatchMode::Most;
    if (words.empty() || (words.size() == 1 && !lists_base) || mode_ == MatchMode::All) return;
    const MatchPtr all_words = std::exchange(plan_.listed, lists_base ? base : with_base(match_any(words)));
    if (mode_ == MatchMode::Any) {
      plan_.match = plan_.listed;
      return;
    }
    statistics_.prepare(words);
    if (words.size() <= kShortQuery) {
      if (statistics_.count(all_words) >= kFullPage) plan_.rank.preferred = all_words;
      return;
    }
    for (std::size_t least = words.size() / 2; least > 1 && !plan_.rank.preferred; --least) {
      const MatchPtr with_most = with_base(match_at_least(least, words));
      if (statistics_.count(with_most) >= kEnoughDocuments) plan_.rank.preferred = with_most;
    }
  }

  QueryWords& words_;
  TermStatistics& statistics_;
  MatchMode mode_;
  QueryPlan& plan_;
  std::vector<std::string> searched_words_; ///< for readers
};

} // namespace

QueryPlan plan_query(query::ParsedQuery query, MatchMode mode, TermStatistics& statistics,
                     std::shared_ptr<const ReaderMarks> marks) {
  QueryPlan plan;
  plan.query = std::move(query);
  plan.warnings = plan.query.warnings;
  plan.words =
      std::make_shared<QueryWords>(plan.query.plain_words, statistics, std::move(marks), plan.query.has_capitals);
  QueryWords& words = *plan.words;
  if (plan.query.has_nothing_to_search) {
    plan.understood = plan.query.understood;
    plan.match = plan.listed = nothing();
  } else {
    MatchPlanner(words, mode, plan).run(plan.query.tree);
  }
  if (plan.query.has_words) {
    plan.rank.terms = rank_terms(plan.query, words);
    plan.rank.first_places = first_places(plan.query, words);
    const auto is_missing = [&](const PlannedFirstPlace& place) {
      return place.is_of_pasted_text && statistics.count(place.match) == 0;
    };
    const bool is_absent = std::erase_if(plan.rank.first_places, is_missing) > 0;
    const auto part = std::ranges::find(plan.rank.first_places, kLongestPart, &PlannedFirstPlace::name);
    const bool has_part = part != plan.rank.first_places.end();
    if (has_part) plan.rank.preferred = nullptr; // the other words are optional
    if (is_absent) {
      plan.warnings.push_back({"not_word_for_word",
                               "No article has this text word for word; " +
                                   (has_part ? part->reason : std::string("its words were looked for")) + ".",
                               {}});
    }
  }
  return plan;
}

Result<QueryPlan> plan_request(const SearchRequest& request, TermStatistics& statistics, Moment now) {
  query::ParsedQuery query = request.parsed(now);
  use_known_values(query, statistics);
  Filters asked = request.filters;
  Filters filters = query::combined(query.filters, with_known_values(asked, statistics));
  QueryPlan plan = plan_query(std::move(query), request.match, statistics, request.marks);
  plan.request = request;
  plan.now = now;
  plan.filters = std::move(filters);
  plan.order = request.sort.value_or(SortOrder::Relevance);
  // By date or source, articles with a single word of the query would stand between those with all.
  if (plan.order != SortOrder::Relevance)
    plan.listed = plan.match;
  else if (!plan.query.has_words)
    plan.order = SortOrder::Newest;
  return plan;
}

std::vector<std::string> explain_plan(const QueryPlan& plan) {
  std::vector<std::string> lines{"match " + print(*plan.match)};
  if (plan.listed != plan.match) lines.push_back("list " + print(*plan.listed));
  if (plan.rank.preferred) lines.push_back("first " + print(*plan.rank.preferred));
  for (const auto& [field, filter] : matches_of_filters(plan.filters)) lines.push_back("filter " + print(*filter));
  for (const PlannedFirstPlace& place : plan.rank.first_places)
    lines.push_back("first, as " + place.reason + " " + print(*place.match));
  const auto add = [&](const char* name, const std::vector<RankTerm>& terms) {
    std::string line;
    for (const RankTerm& term : terms) line += ' ' + term.text;
    if (!line.empty()) lines.push_back(std::string("rank by ") + name + line);
  };
  add("stems", plan.rank.terms.stems);
  add("words as written", plan.rank.terms.exact);
  add("other spellings", plan.rank.terms.variants);
  add("synonyms", plan.rank.terms.synonyms);
  std::string pairs;
  for (const auto& [left, right] : plan.rank.terms.pairs) pairs += " \"" + left + ' ' + right + '"';
  if (!pairs.empty()) lines.push_back("rank by neighbours" + pairs);
  for (const std::string& prefix : plan.rank.terms.prefixes) lines.push_back("rank by words that begin with " + prefix);
  return lines;
}

} // namespace trawl::search
