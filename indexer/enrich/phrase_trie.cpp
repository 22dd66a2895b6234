// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/phrase_trie.h"

#include "indexer/enrich/topic_words.h"

namespace trawl::enrich {

void PhraseTrie::add(std::string_view phrase, PhraseUse use) {
  std::uint32_t node = 0;
  const auto step = [&](const std::string& word) {
    const auto id = words_.emplace(word, static_cast<std::uint32_t>(words_.size() + 1)).first->second;
    const auto [edge, is_new] = edges_.emplace(key(node, id), static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.emplace_back();
    node = edge->second;
  };
  if (phrase == kVersionWord) {
    step(std::string(phrase));
  } else {
    TopicWords reader(phrase);
    for (std::string word; reader.next(word);) step(word);
  }
  if (node != 0) nodes_[node].push_back(use);
}

std::uint32_t PhraseTrie::id_of(const std::string& word) const {
  auto found = words_.find(word);
  if (found == words_.end() && word.contains('.')) found = words_.find(std::string(kVersionWord));
  return found == words_.end() ? 0 : found->second;
}

} // namespace trawl::enrich
