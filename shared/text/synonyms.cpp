// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/synonyms.h"

#include <algorithm>
#include <unordered_map>

#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

namespace trawl::text {
namespace {

constexpr std::string_view kGroups =
#include "shared/text/synonyms_table.inc" // made from schema/synonyms.txt
    ;

using Name = std::vector<std::string>;

/// The stems of a name, without stop words: queries leave those out, too.
struct Entry {
  std::size_t group = 0, name = 0;
  Name key;
};

struct Table {
  std::vector<std::vector<Name>> groups;
  std::unordered_map<std::string, std::vector<Entry>> by_first; ///< by the first stem of the key
};

Name stems_of(std::string_view text, Stemmer& stemmer) {
  Name name;
  for (const Token& token : tokenize(text)) {
    if (token.kind == TokenKind::Word) name.push_back(stemmer.stem(token.folded));
  }
  return name;
}

Table make_table() {
  Table table;
  Stemmer stemmer;
  for (std::string_view rest = kGroups; !rest.empty();) {
    const std::size_t line_end = rest.find('\n');
    std::string_view line = rest.substr(0, line_end);
    rest.remove_prefix(line_end + 1);
    std::vector<Name> names;
    while (!line.empty()) {
      const std::size_t bar = std::min(line.find('|'), line.size());
      names.push_back(stems_of(line.substr(0, bar), stemmer));
      Name key = names.back();
      std::erase_if(key, [](const std::string& stem) { return is_stop_word(stem); });
      std::vector<Entry>& entries = table.by_first[key.front()];
      entries.push_back({table.groups.size(), names.size() - 1, std::move(key)});
      line.remove_prefix(std::min(bar + 1, line.size()));
    }
    table.groups.push_back(std::move(names));
  }
  return table;
}

const Table& table() {
  static const Table made = make_table();
  return made;
}

} // namespace

std::vector<Synonyms> synonyms_among(std::span<const std::string> stems) {
  std::vector<Synonyms> out;
  for (std::size_t i = 0; i < stems.size();) {
    Synonyms longest{i, 0, {}};
    const auto entries = table().by_first.find(stems[i]);
    if (entries != table().by_first.end()) {
      for (const auto& [group, number, key] : entries->second) {
        const std::vector<Name>& names = table().groups[group];
        const auto here = stems.subspan(i, std::min(key.size(), stems.size() - i));
        if (key.size() <= longest.count || !std::ranges::equal(key, here)) continue;
        longest = {i, key.size(), {}};
        for (std::size_t other = 0; other < names.size(); ++other) {
          if (other != number) longest.others.push_back(names[other]);
        }
      }
    }
    i += std::max<std::size_t>(longest.count, 1);
    if (longest.count > 0) out.push_back(std::move(longest));
  }
  return out;
}

std::string_view synonym_groups() { return kGroups; }

} // namespace trawl::text
