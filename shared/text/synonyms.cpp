// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/synonyms.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

namespace trawl::text {
namespace {

constexpr std::string_view kGroups =
#include "shared/text/synonyms_table.inc" // generated from schema/synonyms.txt
    ;

using Name = std::vector<std::string>;

/// A name of a group. Its key is the sequence of its stems without stop words, which queries leave out, too.
struct Entry {
  std::string_view group, name;
  Name key;
};

/// The entries by the first stem of their key, in the order of the file.
using Entries = std::unordered_map<std::string, std::vector<Entry>>;

Name stems_of(std::string_view text, Stemmer& stemmer) {
  Name name;
  for (const Token& token : tokenize(text)) {
    if (token.kind == TokenKind::Word) name.push_back(stemmer.stem(token.folded));
  }
  return name;
}

/// Calls `visit(name)` for each name of a group.
template <typename Visit>
void for_each_name(std::string_view group, Visit visit) {
  while (!group.empty()) {
    const std::size_t bar = std::min(group.find('|'), group.size());
    visit(group.substr(0, bar));
    group.remove_prefix(std::min(bar + 1, group.size()));
  }
}

/// Whether the name's key may begin with `first`, which the stem of its first word decides unless that is a stop word.
/// Cheap, because every name is tested.
bool may_begin_with(std::string_view name, char first) {
  if (name.front() == first) return true;
  const std::size_t end = std::min(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), name.size());
  const bool is_plain_word = end == name.size() || name[end] == ' ';
  return !is_plain_word || is_stop_word(name.substr(0, end));
}

/// The names whose keys begin with `first`, and a few more. A stem always begins with the first letter of its word.
Entries entries_with(char first) {
  Entries entries;
  Stemmer stemmer;
  for (std::string_view rest = kGroups; !rest.empty();) {
    const std::size_t line_end = rest.find('\n');
    const std::string_view group = rest.substr(0, line_end);
    rest.remove_prefix(line_end + 1);
    for_each_name(group, [&](std::string_view name) {
      if (!may_begin_with(name, first)) return;
      Name key = stems_of(name, stemmer);
      std::erase_if(key, [](const std::string& stem) { return is_stop_word(stem); });
      std::vector<Entry>& same = entries[key.front()];
      same.push_back({group, name, std::move(key)});
    });
  }
  return entries;
}

/// Names by the first byte of their keys. The names for one byte are read when a query first needs them, because
/// reading all of them takes longer than most searches from the command line.
class Table {
 public:
  const Entries& with(char first) {
    const auto i = static_cast<unsigned char>(first);
    std::call_once(made_[i], [&] { entries_[i] = entries_with(first); });
    return entries_[i];
  }

 private:
  std::array<std::once_flag, 256> made_;
  std::array<Entries, 256> entries_;
};

const std::vector<Entry>* entries_of(const std::string& stem) {
  static Table table;
  if (stem.empty()) return nullptr;
  const Entries& entries = table.with(stem.front());
  const auto found = entries.find(stem);
  return found == entries.end() ? nullptr : &found->second;
}

std::vector<Name> other_names(const Entry& entry) {
  std::vector<Name> others;
  Stemmer stemmer;
  for_each_name(entry.group, [&](std::string_view name) {
    if (name.data() != entry.name.data()) others.push_back(stems_of(name, stemmer));
  });
  return others;
}

} // namespace

std::vector<Synonyms> synonyms_among(std::span<const std::string> stems) {
  std::vector<Synonyms> out;
  for (std::size_t i = 0; i < stems.size();) {
    const Entry* longest = nullptr;
    const std::vector<Entry>* entries = entries_of(stems[i]);
    for (std::size_t e = 0; entries != nullptr && e < entries->size(); ++e) {
      const Entry& entry = (*entries)[e];
      const auto here = stems.subspan(i, std::min(entry.key.size(), stems.size() - i));
      const bool is_longer = longest == nullptr || entry.key.size() > longest->key.size();
      if (is_longer && std::ranges::equal(entry.key, here)) longest = &entry;
    }
    if (longest != nullptr) out.push_back({i, longest->key.size(), other_names(*longest)});
    i += longest == nullptr ? 1 : longest->key.size();
  }
  return out;
}

bool is_other_than_abbreviation(std::string_view word, const std::string& stem) {
  if (word == stem || word == stem + "s") return false;
  const std::vector<Entry>* entries = entries_of(stem);
  return entries != nullptr && std::ranges::find(*entries, stem, &Entry::name) != entries->end();
}

std::string_view synonym_groups() { return kGroups; }

} // namespace trawl::text
