// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topic_entries.h"

#include "shared/base/json.h"
#include "shared/schema/categories.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace trawl::enrich {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 10> kFields = {"label",     "aliases",  "phrases", "title_phrases",
                                                      "requires",  "excludes", "rejects", "title_factor",
                                                      "threshold", "prior"};

/// Reads one entry and remembers the first mistake in it.
class EntryReader {
 public:
  EntryReader(const json& source, TopicKind kind) : source_(source) { entry_.kind = kind; }

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
    entry_.prior = number("prior", entry_.prior);
    if (entry_.prior > 0 && entry_.kind == TopicKind::Tag) note_problem("\"prior\" is for categories only");
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

} // namespace

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
      TRAWL_TRY(auto entry, EntryReader((*found)[i], kind).read(where));
      if (!seen.insert(entry.label).second) {
        return fail(ErrorCode::BadInput, "\"label\" \"" + entry.label + "\" occurs twice", where);
      }
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

} // namespace trawl::enrich
