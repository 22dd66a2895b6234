// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topics.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "indexer/enrich/topic_phrases.h"
#include "indexer/enrich/topic_words.h"
#include "shared/base/utf8.h"

namespace trawl::enrich {
namespace {

constexpr std::size_t kMaxTextBytes = 64 * 1024;
// The opening of an article says what it is about: words in it count once more.
constexpr std::uint32_t kLeadWords = 120;
// Occurrences are counted per thousand words, in shorter texts per this many.
constexpr double kLeastWords = 400;
// A phrase said more often than this does not make the article more about it.
constexpr double kMostPerThousand = 3;

// A long text about many things is not more about one of them.
constexpr double kMostFromText = 8;
constexpr double kTextAlone = 1.25;

/// What was found for one phrase of one entry.
struct Tally {
  std::uint32_t in_title = 0;
  std::uint32_t in_text = 0;
  bool in_lead = false;
};

struct Found {
  std::uint32_t begin, end; ///< words
  PhraseUse use;
};

std::uint64_t word_of_entry(std::uint32_t entry, std::uint32_t word) { return std::uint64_t{entry} << 32 | word; }

/// All phrases in a row of words, those inside an excluding phrase of their entry left out.
std::vector<Found> find_all(const PhraseTrie& trie, std::string_view text, std::uint32_t& words) {
  std::vector<std::uint32_t> ids;
  TopicWords reader(text);
  for (std::string word; reader.next(word);) ids.push_back(trie.id_of(word));
  words = static_cast<std::uint32_t>(ids.size());

  std::vector<Found> found;
  std::unordered_set<std::uint64_t> excluded; // entry and word
  for (std::uint32_t begin = 0; begin < words; ++begin) {
    trie.match(ids, begin, [&](std::uint32_t end, const PhraseUse& use) {
      if (use.role != PhraseRole::Exclude) return found.push_back({begin, end, use});
      for (std::uint32_t at = begin; at < end; ++at) excluded.insert(word_of_entry(use.entry, at));
    });
  }
  if (excluded.empty()) return found;
  std::erase_if(found, [&](const Found& one) {
    return one.use.role == PhraseRole::Text && excluded.contains(word_of_entry(one.use.entry, one.begin)) &&
           excluded.contains(word_of_entry(one.use.entry, one.end - 1));
  });
  return found;
}

} // namespace

struct Topics::Vocabulary {
  std::vector<TopicEntry> entries;
  PhraseTrie trie;
  std::unordered_map<std::string, std::size_t> names[2]; ///< folded label or alias to entry, by kind
};

namespace {

std::string folded(std::string_view name) {
  std::string out;
  TopicWords reader(name);
  for (std::string word; reader.next(word);) out += (out.empty() ? "" : " ") + word;
  return out;
}

/// The sums for one entry.
class Scorer {
 public:
  Scorer(const TopicEntry& entry, std::uint32_t words) : entry_(entry), words_(words) {}

  void add(const Found& found, bool in_title) {
    switch (found.use.role) {
    case PhraseRole::Text: {
      Tally& tally = tallies_[found.use.phrase];
      if (in_title) {
        ++tally.in_title;
      } else {
        ++tally.in_text;
        tally.in_lead = tally.in_lead || found.begin < kLeadWords;
      }
      break;
    }
    case PhraseRole::Title:
      if (in_title) ++tallies_[found.use.phrase].in_title;
      break;
    case PhraseRole::Require:
      has_required_ = true;
      break;
    case PhraseRole::Reject:
      is_rejected_ = is_rejected_ || in_title;
      break;
    case PhraseRole::Exclude:
      break;
    }
  }

  std::optional<TopicScore> score() const {
    if (is_rejected_ || (entry_.has_requirements && !has_required_)) return std::nullopt;
    double from_title = 0;
    double from_text = 0;
    double strongest = 0;
    std::uint32_t best_phrase = 0;
    std::string rule;
    for (const auto& [phrase, tally] : tallies_) {
      const TopicPhrase& rules = entry_.phrases[phrase];
      const double title = tally.in_title > 0 ? rules.weight * (rules.title_only ? 1 : entry_.title_factor) : 0;
      const double text = rules.weight * in_text(tally);
      from_title += title;
      from_text += text;
      // Of equal ones the first of the file, whatever order the table has.
      const double weight = title + std::min(text, kMostFromText);
      if (weight > strongest || (weight == strongest && phrase < best_phrase)) {
        strongest = weight;
        best_phrase = phrase;
        rule = (tally.in_title > 0 ? "title '" : "text '") + rules.text + "'";
      }
    }
    const double sum = from_title + std::min(from_text, kMostFromText);
    if (sum <= 0) return std::nullopt;
    const double needed = entry_.threshold * (from_title > 0 ? 1 : kTextAlone);
    return TopicScore{entry_.label, entry_.kind, sum, needed, sum >= needed, rule};
  }

 private:
  double in_text(const Tally& tally) const {
    if (tally.in_text == 0) return 0;
    const double per_thousand = tally.in_text * 1000.0 / std::max<double>(words_, kLeastWords);
    return std::min(per_thousand, kMostPerThousand) + (tally.in_lead ? 1 : 0);
  }

  const TopicEntry& entry_;
  std::uint32_t words_;
  std::unordered_map<std::uint32_t, Tally> tallies_;
  bool has_required_ = false;
  bool is_rejected_ = false;
};

} // namespace

Result<Topics> Topics::parse(std::string_view json, const std::string& file_name) {
  TRAWL_TRY(auto entries, parse_topic_entries(json, file_name));
  auto vocabulary = std::make_shared<Vocabulary>();
  vocabulary->entries = std::move(entries);
  for (std::size_t i = 0; i < vocabulary->entries.size(); ++i) {
    const TopicEntry& entry = vocabulary->entries[i];
    auto& names = vocabulary->names[static_cast<std::size_t>(entry.kind)];
    names.emplace(folded(entry.label), i);
    for (const std::string& alias : entry.aliases) names.emplace(folded(alias), i);
    for (std::uint32_t phrase = 0; phrase < entry.phrases.size(); ++phrase) {
      const auto& [text, weight, title_only] = entry.phrases[phrase];
      vocabulary->trie.add(text,
                           {static_cast<std::uint32_t>(i), phrase, title_only ? PhraseRole::Title : PhraseRole::Text});
    }
    const auto add_all = [&](const std::vector<std::string>& phrases, PhraseRole role) {
      for (const std::string& phrase : phrases) {
        vocabulary->trie.add(phrase, {static_cast<std::uint32_t>(i), 0, role});
      }
    };
    add_all(entry.requirements, PhraseRole::Require);
    add_all(entry.exclusions, PhraseRole::Exclude);
    add_all(entry.rejections, PhraseRole::Reject);
  }
  Topics topics;
  topics.vocabulary_ = std::move(vocabulary);
  return topics;
}

std::vector<TopicScore> Topics::score(std::string_view title, std::string_view text) const {
  if (!vocabulary_) return {};
  std::uint32_t title_words = 0;
  std::uint32_t text_words = 0;
  const auto in_title = find_all(vocabulary_->trie, title, title_words);
  const auto in_text = find_all(vocabulary_->trie, utf8::truncate_bytes(text, kMaxTextBytes), text_words);
  std::vector<Scorer> scorers;
  scorers.reserve(vocabulary_->entries.size());
  for (const TopicEntry& entry : vocabulary_->entries) scorers.emplace_back(entry, text_words);
  for (const Found& found : in_title) scorers[found.use.entry].add(found, true);
  for (const Found& found : in_text) scorers[found.use.entry].add(found, false);

  std::vector<TopicScore> scores;
  for (const Scorer& scorer : scorers) {
    if (auto score = scorer.score()) scores.push_back(std::move(*score));
  }
  std::ranges::stable_sort(scores, std::ranges::greater{}, &TopicScore::score);
  return scores;
}

std::string Topics::label_for(TopicKind kind, std::string_view name) const {
  if (!vocabulary_) return {};
  const auto& names = vocabulary_->names[static_cast<std::size_t>(kind)];
  const auto found = names.find(folded(name));
  return found == names.end() ? std::string() : vocabulary_->entries[found->second].label;
}

std::vector<std::string> Topics::labels(TopicKind kind) const {
  std::vector<std::string> labels;
  if (!vocabulary_) return labels;
  for (const TopicEntry& entry : vocabulary_->entries) {
    if (entry.kind == kind) labels.push_back(entry.label);
  }
  return labels;
}

} // namespace trawl::enrich
