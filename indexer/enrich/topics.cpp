// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topics.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "indexer/enrich/phrase_trie.h"
#include "indexer/enrich/topic_entries.h"
#include "indexer/enrich/topic_scorer.h"
#include "indexer/enrich/topic_words.h"
#include "shared/base/utf8.h"

namespace trawl::enrich {
namespace {

constexpr std::size_t kMaxTextBytes = 64 * 1024;
/// A key for a word of the text as one entry sees it.
std::uint64_t word_of_entry(std::uint32_t entry, std::uint32_t word) { return std::uint64_t{entry} << 32 | word; }

/// All phrases in a text, without those inside an excluding phrase of their own entry. Sets `words` to the number of
/// words.
std::vector<PhraseMatch> find_phrases(const PhraseTrie& trie, std::string_view text, std::uint32_t& words) {
  std::vector<std::uint32_t> ids;
  TopicWords reader(text);
  for (std::string word; reader.next(word);) ids.push_back(trie.id_of(word));
  words = static_cast<std::uint32_t>(ids.size());

  std::vector<PhraseMatch> found;
  std::unordered_set<std::uint64_t> excluded; // by word_of_entry
  for (std::uint32_t begin = 0; begin < words; ++begin) {
    trie.match(ids, begin, [&](std::uint32_t end, const PhraseUse& use) {
      if (use.role != PhraseRole::Exclude) return found.push_back({begin, end, use});
      for (std::uint32_t at = begin; at < end; ++at) excluded.insert(word_of_entry(use.entry, at));
    });
  }
  if (excluded.empty()) return found;
  std::erase_if(found, [&](const PhraseMatch& one) {
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

/// The words of a label or alias, folded, with single spaces.
std::string folded(std::string_view name) {
  std::string out;
  TopicWords reader(name);
  for (std::string word; reader.next(word);) out += (out.empty() ? "" : " ") + word;
  return out;
}

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
  const auto in_title = find_phrases(vocabulary_->trie, title, title_words);
  const auto in_text = find_phrases(vocabulary_->trie, utf8::truncate_bytes(text, kMaxTextBytes), text_words);
  std::vector<TopicScorer> scorers;
  scorers.reserve(vocabulary_->entries.size());
  for (const TopicEntry& entry : vocabulary_->entries) scorers.emplace_back(entry, text_words);
  for (const PhraseMatch& match : in_title) scorers[match.use.entry].add(match, true);
  for (const PhraseMatch& match : in_text) scorers[match.use.entry].add(match, false);

  std::vector<TopicScore> scores;
  for (const TopicScorer& scorer : scorers) {
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

double Topics::prior(std::string_view category) const {
  if (!vocabulary_) return 0;
  const auto entry = std::ranges::find_if(vocabulary_->entries, [&](const TopicEntry& one) {
    return one.kind == TopicKind::Category && one.label == category;
  });
  return entry == vocabulary_->entries.end() ? 0 : entry->prior;
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
