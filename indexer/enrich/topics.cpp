// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topics.h"

#include "shared/base/ascii.h"
#include "shared/base/json.h"
#include "shared/base/utf8.h"
#include "shared/schema/categories.h"
#include "shared/text/term_table.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <unicode/uchar.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace trawl::enrich {

namespace {

using nlohmann::json;

/// Reads the words of a text one by one. A word is a run of letters, case folded, without a plural s and "'s"; or a
/// number with its points ("2.5"). So "GPT4" and "GPT-4" are the same two words. A character of a script without spaces
/// and a Hangul syllable are words, so that phrases are found inside longer runs and before particles.
class TopicWords {
 public:
  explicit TopicWords(std::string_view text) : text_(text) {}

  /// Sets `word` to the next word; false at the end.
  bool next(std::string& word);

 private:
  void skip_genitive();

  std::string_view text_;
  std::size_t at_ = 0;
};

enum class PhraseRole : std::uint8_t { Text, Title, Require, Exclude, Reject };

/// One entry's use of a phrase. `phrase`: its index in TopicEntry::phrases (Text and Title only).
struct PhraseUse {
  std::uint32_t entry = 0;
  std::uint32_t phrase = 0;
  PhraseRole role = PhraseRole::Text;
};

/// Phrases by their words. Matching at one position takes at most as many steps as the longest phrase has words.
class PhraseTrie {
 public:
  PhraseTrie() : nodes_(1) {}

  /// Adds a phrase; one without words is ignored.
  void add(std::string_view phrase, PhraseUse use);

  /// The id of a word that occurs in a phrase; 0 for all others. Other version numbers have the id of kVersionWord, if
  /// that is a phrase.
  std::uint32_t id_of(const std::string& word) const;

  /// Calls `found(end, use)` for every phrase that begins at word `begin`; `end` is one past its last word.
  template <typename Found>
  void match(std::span<const std::uint32_t> ids, std::uint32_t begin, Found found) const {
    std::uint32_t node = 0;
    for (std::uint32_t at = begin; at < ids.size() && ids[at] != 0; ++at) {
      const auto next = edges_.find(key(node, ids[at]));
      if (next == edges_.end()) return;
      node = next->second;
      for (const PhraseUse& use : nodes_[node]) found(at + 1, use);
    }
  }

 private:
  static std::uint64_t key(std::uint32_t node, std::uint32_t word) { return std::uint64_t{node} << 32 | word; }

  text::TermTable words_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
  std::vector<std::vector<PhraseUse>> nodes_;
};

/// Parses the entries of a topics file.
struct TopicPhrase {
  std::string text;
  double weight = 1;
  bool title_only = false;
};

/// One entry of the file; topics.h explains the fields.
struct TopicEntry {
  TopicKind kind = TopicKind::Tag;
  std::string label;
  std::vector<std::string> aliases;
  std::vector<TopicPhrase> phrases;
  std::vector<std::string> requirements, exclusions, rejections;
  bool has_requirements = false;
  double title_factor = 4;
  double threshold = 4;
};

/// An occurrence of a phrase: words [begin, end) of the title or the text.
struct PhraseMatch {
  std::uint32_t begin, end;
  PhraseUse use;
};

class TopicScorer {
 public:
  /// `entry` must outlive the scorer. `words`: the number of words in the text.
  TopicScorer(const TopicEntry& entry, std::uint32_t words) : entry_(entry), words_(words) {}

  void add(const PhraseMatch& match, bool in_title);

  /// nullopt if no phrase of the topic occurs, or the topic is rejected or lacks a required phrase.
  std::optional<TopicScore> score() const;

 private:
  /// How often one phrase occurs.
  struct Counts {
    std::uint32_t in_title = 0;
    std::uint32_t in_text = 0;
    bool in_lead = false;
  };

  double text_frequency(const Counts& counts) const;

  const TopicEntry& entry_;
  std::uint32_t words_;
  std::unordered_map<std::uint32_t, Counts> counts_; ///< by index in TopicEntry::phrases
  bool has_required_ = false;
  bool is_rejected_ = false;
};

bool stands_alone(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

/// "kernel" for "kernels". Words that end in -ss, -us, -is, -os or -as stay: "class", "status", "gpus".
void drop_plural(std::string& word) {
  if (word.size() < 4 || word.back() != 's') return;
  const char before = word[word.size() - 2];
  if (before == 's' || before == 'u' || before == 'i' || before == 'o' || before == 'a') return;
  word.pop_back();
}

enum class Kind { Letter, Digit, Alone, Other };

Kind kind_of(char32_t c) {
  if (c < 0x80) {
    if (ascii::is_digit(static_cast<char>(c))) return Kind::Digit;
    return ascii::is_alpha(static_cast<char>(c)) ? Kind::Letter : Kind::Other;
  }
  if (stands_alone(c)) return Kind::Alone;
  return u_isalnum(static_cast<UChar32>(c)) != 0 ? Kind::Letter : Kind::Other;
}

void append_folded(std::string& word, char32_t c) {
  if (c < 0x80) {
    word += ascii::to_lower(static_cast<char>(c));
  } else {
    const auto folded = static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
    utf8::append(word, text::simplified(folded));
  }
}

/// The placeholder phrase for any version number, such as "2.5".
inline constexpr std::string_view kVersionWord = "<version>";

constexpr std::array<std::string_view, 9> kFields = {"label",    "aliases", "phrases",      "title_phrases", "requires",
                                                     "excludes", "rejects", "title_factor", "threshold"};

/// Reads one entry and remembers the first mistake in it.
class EntryParser {
 public:
  EntryParser(const json& source, TopicKind kind) : source_(source) { entry_.kind = kind; }

  Result<TopicEntry> read(const std::string& where) {
    if (!source_.is_object()) return fail(ErrorCode::BadInput, "an entry is not an object", where);
    for (const auto& [name, value] : source_.items()) {
      if (std::ranges::find(kFields, name) == kFields.end()) note_problem("unknown field \"" + name + "\"");
    }
    read_label();
    entry_.aliases = strings("aliases");
    read_phrases("phrases", false);
    read_phrases("title_phrases", true);
    entry_.requirements = strings("requires");
    entry_.exclusions = strings("excludes");
    entry_.rejections = strings("rejects");
    entry_.has_requirements = !entry_.requirements.empty();
    entry_.title_factor = number("title_factor", entry_.title_factor);
    entry_.threshold = number("threshold", entry_.threshold);
    if (!problem_.empty()) {
      return fail(ErrorCode::BadInput, problem_, entry_.label.empty() ? where : where + " (" + entry_.label + ")");
    }
    return std::move(entry_);
  }

 private:
  void note_problem(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  const json* field(const char* name) const {
    const auto found = source_.find(name);
    return found == source_.end() ? nullptr : &*found;
  }

  void read_label() {
    const json* label = field("label");
    if (label == nullptr || !label->is_string()) return note_problem("\"label\" is missing or not a string");
    entry_.label = label->get<std::string>();
    const bool is_plain = !entry_.label.empty() &&
                          entry_.label.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
    if (!is_plain) note_problem("\"label\" may only contain a-z, 0-9 and -");
    const bool is_known = std::ranges::find(schema::kCategories, entry_.label) != schema::kCategories.end();
    if (entry_.kind == TopicKind::Category && !is_known) note_problem("\"label\" is not one of the ten categories");
  }

  std::vector<std::string> strings(const char* name) {
    std::vector<std::string> list;
    const json* source = field(name);
    if (source == nullptr) return list;
    if (!source->is_array()) note_problem("\"" + std::string(name) + "\" is not a list");
    for (const json& one : *source) {
      if (one.is_string()) {
        list.push_back(one.get<std::string>());
      } else {
        note_problem("\"" + std::string(name) + "\" contains something that is not a string");
      }
    }
    return list;
  }

  void read_phrases(const char* name, bool title_only) {
    const json* source = field(name);
    if (source == nullptr) return;
    if (!source->is_object())
      return note_problem("\"" + std::string(name) + "\" is not an object of phrases and weights");
    for (const auto& [phrase, weight] : source->items()) {
      if (weight.is_number() && weight.get<double>() > 0) {
        entry_.phrases.push_back({phrase, weight.get<double>(), title_only});
      } else {
        note_problem("\"" + std::string(name) + "\": the weight of \"" + phrase + "\" is not a positive number");
      }
    }
  }

  double number(const char* name, double otherwise) {
    const json* source = field(name);
    if (source == nullptr) return otherwise;
    if (source->is_number() && source->get<double>() > 0) return source->get<double>();
    note_problem("\"" + std::string(name) + "\" is not a positive number");
    return otherwise;
  }

  const json& source_;
  TopicEntry entry_;
  std::string problem_;
};

// The beginning of an article says what it is about: a phrase in these words gets one more occurrence.
constexpr std::uint32_t kLeadWords = 120;
// Occurrences are counted per thousand words; shorter texts are treated as this long.
constexpr double kMinWords = 400;
// More occurrences of a phrase do not make the article more about its topic.
constexpr double kMaxPerThousand = 3;
// Limits the score of a long text about many topics.
constexpr double kMaxFromText = 8;
// A phrase of this weight is the publisher's own name for the topic, such as a class of arXiv: one is enough where it
// stands at the beginning, or in an abstract with its Chinese summary, and it outweighs what a title suggests.
constexpr double kNameWeight = 4, kMoreThanTitles = 20;
constexpr std::uint32_t kWordsOfAbstract = 1000;
// A tag that only the text mentions needs so many mentions, however short the text is, and a category so many phrases.
constexpr std::uint32_t kLeastMentions = 3;
constexpr std::size_t kLeastPhrases = 2;
// A topic that only the text mentions needs this many times the threshold.
constexpr double kTextAlone = 1.25;

constexpr std::size_t kMaxTextBytes = 64 * 1024;
/// A key for a word of the text as one entry sees it.
std::uint64_t word_of_entry(std::uint32_t entry, std::uint32_t word) { return std::uint64_t{entry} << 32 | word; }

/// All phrases in a text, without those inside an excluding phrase of their own entry. Sets `words` to the number of
/// words.
std::vector<PhraseMatch> find_phrases(const PhraseTrie& trie, std::string_view text, std::uint32_t& words) {
  std::vector<std::uint32_t> ids;
  TopicWords in_text(text);
  for (std::string word; in_text.next(word);) ids.push_back(trie.id_of(word));
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
  TopicWords words(name);
  for (std::string word; words.next(word);) out += (out.empty() ? "" : " ") + word;
  return out;
}

bool TopicWords::next(std::string& word) {
  word.clear();
  Kind inside = Kind::Other;
  while (at_ < text_.size()) {
    const std::size_t begin = at_;
    const auto byte = static_cast<unsigned char>(text_[at_]);
    const char32_t c = byte < 0x80 ? (++at_, char32_t{byte}) : utf8::next(text_, at_);
    const Kind kind = kind_of(c);
    if (kind == Kind::Other) {
      if (word.empty()) continue;
      const bool is_point = c == '.' && inside == Kind::Digit && at_ < text_.size() && ascii::is_digit(text_[at_]);
      if (is_point) {
        word += '.';
        continue;
      }
      if (c == '\'' || c == 0x2019) skip_genitive();
      break;
    }
    if (!word.empty() && kind != inside) { // "gpt4" is "gpt 4"
      at_ = begin;
      break;
    }
    append_folded(word, c);
    inside = kind;
    if (kind == Kind::Alone) return true;
  }
  if (inside == Kind::Letter) drop_plural(word);
  return !word.empty();
}

void TopicWords::skip_genitive() {
  if (at_ >= text_.size() || text_[at_] != 's') return;
  const bool ends = at_ + 1 == text_.size() || kind_of(static_cast<unsigned char>(text_[at_ + 1])) == Kind::Other;
  if (ends) ++at_;
}

void PhraseTrie::add(std::string_view phrase, PhraseUse use) {
  std::uint32_t node = 0;
  const auto step = [&](const std::string& word) {
    const std::uint32_t id = words_.add(word).number + 1;
    const auto [edge, is_new] = edges_.emplace(key(node, id), static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.emplace_back();
    node = edge->second;
  };
  if (phrase == kVersionWord) {
    step(std::string(phrase));
  } else {
    TopicWords words(phrase);
    for (std::string word; words.next(word);) step(word);
  }
  if (node != 0) nodes_[node].push_back(use);
}

std::uint32_t PhraseTrie::id_of(const std::string& word) const {
  const text::TermTable::Term* found = words_.find(word);
  if (found == nullptr && word.contains('.')) found = words_.find(kVersionWord);
  return found == nullptr ? 0 : found->number + 1;
}

/// The entries in the order of the file, categories first. BadInput: the error names `file_name`, the entry and the
/// field.
Result<std::vector<TopicEntry>> parse_topic_entries(std::string_view text, const std::string& file_name) {
  const json root = parse_json(text, nullptr, JsonComments::Ignored);
  if (root.is_discarded()) return fail(ErrorCode::BadInput, "not JSON", file_name);
  if (!root.is_object()) return fail(ErrorCode::BadInput, "not an object with \"categories\" and \"tags\"", file_name);
  std::vector<TopicEntry> entries;
  for (const auto& [list, kind] : {std::pair{"categories", TopicKind::Category}, {"tags", TopicKind::Tag}}) {
    const auto found = root.find(list);
    if (found == root.end()) continue;
    if (!found->is_array()) return fail(ErrorCode::BadInput, "\"" + std::string(list) + "\" is not a list", file_name);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < found->size(); ++i) {
      const std::string where = file_name + ": " + list + "[" + std::to_string(i) + "]";
      TRAWL_TRY(auto entry, EntryParser((*found)[i], kind).read(where));
      if (!seen.insert(entry.label).second) {
        return fail(ErrorCode::BadInput, "\"label\" \"" + entry.label + "\" occurs twice", where);
      }
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

void TopicScorer::add(const PhraseMatch& match, bool in_title) {
  switch (match.use.role) {
  case PhraseRole::Text: {
    Counts& counts = counts_[match.use.phrase];
    if (in_title) {
      ++counts.in_title;
    } else {
      ++counts.in_text;
      counts.in_lead = counts.in_lead || match.begin < kLeadWords;
    }
    break;
  }
  case PhraseRole::Title:
    if (in_title) ++counts_[match.use.phrase].in_title;
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

std::optional<TopicScore> TopicScorer::score() const {
  if (is_rejected_ || (entry_.has_requirements && !has_required_)) return std::nullopt;
  double from_title = 0;
  double from_text = 0;
  double strongest = 0;
  bool is_named = false;
  std::uint32_t best_phrase = 0, mentions = 0;
  std::string rule;
  for (const auto& [phrase, counts] : counts_) {
    const TopicPhrase& rules = entry_.phrases[phrase];
    const double title = counts.in_title > 0 ? rules.weight * (rules.title_only ? 1 : entry_.title_factor) : 0;
    const double text = rules.weight * text_frequency(counts);
    from_title += title;
    from_text += text;
    mentions += counts.in_text;
    const bool is_at_hand = counts.in_lead || (counts.in_text > 0 && words_ <= kWordsOfAbstract);
    is_named = is_named || (is_at_hand && rules.weight >= kNameWeight);
    // Of equal phrases the first in the file, as the order of the table is not defined.
    const double weight = title + std::min(text, kMaxFromText);
    if (weight > strongest || (weight == strongest && phrase < best_phrase)) {
      strongest = weight;
      best_phrase = phrase;
      rule = (counts.in_title > 0 ? "title '" : "text '") + rules.text + "'";
    }
  }
  const double sum = from_title + std::min(from_text, kMaxFromText) + (is_named ? kMoreThanTitles : 0);
  if (sum <= 0) return std::nullopt;
  const double needed = entry_.threshold * (from_title > 0 ? 1 : kTextAlone);
  const bool is_category = entry_.kind == TopicKind::Category;
  const bool is_founded = is_named || (is_category ? from_title >= entry_.threshold || counts_.size() >= kLeastPhrases
                                                   : from_title > 0 || mentions >= kLeastMentions);
  return TopicScore{entry_.label, entry_.kind, sum, needed, sum >= needed && is_founded, is_founded, rule};
}

/// Occurrences in the text per thousand words, and one more for the beginning.
double TopicScorer::text_frequency(const Counts& counts) const {
  if (counts.in_text == 0) return 0;
  const double per_thousand = counts.in_text * 1000.0 / std::max<double>(words_, kMinWords);
  return std::min(per_thousand, kMaxPerThousand) + (counts.in_lead ? 1 : 0);
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

} // namespace trawl::enrich
