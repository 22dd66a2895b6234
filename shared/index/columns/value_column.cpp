// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/value_column.h"

#include "shared/index/columns/value_key.h"
#include "shared/schema/fields.h"
#include "shared/schema/terms.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <utility>

namespace trawl::index {
namespace {

/// A form of a value as articles show it.
struct Form {
  std::uint32_t ordinal = 0, documents = 0;
};

using Forms = std::unordered_map<std::string, Form>;

/// Calls `visit` with each value of a slot's text.
template <typename Visit>
void for_each_value(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(schema::kValueEnd), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

} // namespace

ValueColumn::ValueColumn(const Xapian::Database& database, std::size_t field, std::uint32_t last,
                         std::span<const std::uint64_t> is_live)
    : ends_(std::size_t{last} + 1) {
  Forms forms; // a key is made once for each form, which folds it
  std::unordered_map<std::string, std::uint32_t> known;
  const auto form_of = [&](std::string_view shown) -> Form* {
    const auto [found, is_new] = forms.try_emplace(std::string(shown));
    if (!is_new) return &found->second;
    std::string key = value_key(schema::kFilterFields[field], shown);
    const auto [ordinal, is_new_key] = known.try_emplace(key, static_cast<std::uint32_t>(keys_.size()));
    if (is_new_key) keys_.push_back(std::move(key));
    found->second.ordinal = ordinal->second;
    return &found->second;
  };
  std::string before;
  std::vector<Form*> forms_before;
  std::uint32_t done = 0;
  const Xapian::valueno slot = schema::value_slot(field);
  for (auto it = database.valuestream_begin(slot); it != database.valuestream_end(slot); ++it) {
    const std::uint32_t document = it.get_docid();
    if (document > last) break; // of a damaged table
    while (done < document) ends_[done++] = static_cast<std::uint32_t>(ordinals_.size());
    if ((is_live[document / 64] >> (document % 64) & 1) == 0) continue;
    if (std::string text = *it; text != before) { // most are of the language of the one before
      forms_before.clear();
      for_each_value(text, [&](std::string_view shown) { forms_before.push_back(form_of(shown)); });
      before = std::move(text);
    }
    for (Form* const form : forms_before) {
      ++form->documents;
      ordinals_.push_back(form->ordinal);
    }
  }
  while (done <= last) ends_[done++] = static_cast<std::uint32_t>(ordinals_.size());
  documents.resize(keys_.size());
  values.resize(keys_.size());
  std::vector<std::uint32_t> most(keys_.size());
  for (const auto& [shown, form] : forms) {
    documents[form.ordinal] += form.documents;
    std::string& best = values[form.ordinal];
    const bool is_better = form.documents != most[form.ordinal] ? form.documents > most[form.ordinal] : shown < best;
    if (!is_better) continue;
    most[form.ordinal] = form.documents;
    best = shown;
  }
  for (std::uint32_t ordinal = 0; ordinal < keys_.size(); ++ordinal) by_key_.emplace(keys_[ordinal], ordinal);
}

std::optional<std::uint32_t> ValueColumn::find(std::string_view key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<ValueColumn::Beginning> ValueColumn::beginnings() const {
  std::vector<Beginning> out;
  for (std::uint32_t value = 0; value < keys_.size(); ++value) {
    const std::string folded = text::fold(keys_[value]);
    text::for_each_word_beginning(folded, [&](std::size_t at) { out.push_back({folded.substr(at), value}); });
  }
  std::ranges::sort(out, {}, &Beginning::text);
  return out;
}

std::vector<std::uint32_t> ValueColumn::with_word(std::string_view prefix) const {
  const std::vector<Beginning>& all = beginnings_.get([this] { return beginnings(); });
  std::vector<std::uint32_t> out;
  for (auto it = std::ranges::lower_bound(all, prefix, {}, &Beginning::text);
       it != all.end() && it->text.starts_with(prefix); ++it)
    out.push_back(it->value);
  std::ranges::sort(out);
  const auto repeated = std::ranges::unique(out);
  out.erase(repeated.begin(), repeated.end());
  return out;
}

} // namespace trawl::index
