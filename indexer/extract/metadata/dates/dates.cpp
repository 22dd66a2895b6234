// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/dates.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "indexer/extract/metadata/dates/date_in_url.h"
#include "indexer/extract/metadata/dates/date_metas.h"
#include "indexer/extract/metadata/dates/date_vote.h"
#include "indexer/extract/metadata/dates/visible_dates.h"
#include "indexer/extract/metadata/metadata_text.h"
#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

template <typename Rows>
void add_metas(DateVote& vote, const MetadataSignals& signals, const Rows& rows, std::string_view language) {
  for (const auto& row : rows) vote.add_machine(clean_value(signals.meta(row.name)), language, row.name, row.weight);
}

/// Adds elements with names that are specific to the site, if they contain a whole date.
void add_other_metas(DateVote& published, DateVote& updated, const MetadataSignals& signals,
                     std::string_view language) {
  for (const MetaElement& meta : signals.metas) {
    const std::string_view content = meta.content;
    if (content.size() < 8 || content.size() > 40 || !ascii::is_digit(content[0])) continue;
    const OtherDateMeta kind = other_date_meta(meta.name);
    if (kind == OtherDateMeta::Published) published.add_machine(content, language, meta.name, 1.2);
    if (kind == OtherDateMeta::Updated) updated.add_machine(content, language, meta.name, 1.0);
  }
}

void add_machine_readable(DateVote& published, DateVote& updated, const MetadataSignals& signals,
                          const DateContext& context) {
  if (context.item != nullptr) {
    published.add_machine(context.item->published, context.language, signal_name(*context.item), 3.0);
    updated.add_machine(context.item->modified, context.language, signal_name(*context.item), 3.0);
  }
  for (const JsonLdItem& item : signals.json_ld) {
    if (item.kind != JsonLdKind::Page) continue;
    published.add_machine(item.published, context.language, "json-ld page", 1.8);
    updated.add_machine(item.modified, context.language, "json-ld page", 1.8);
  }
  add_metas(published, signals, kPublishedMetas, context.language);
  add_metas(updated, signals, kUpdatedMetas, context.language);
  auto in_url = date_in_url(context.url);
  if (!in_url) in_url = date_in_url(clean_value(signals.meta("og:url")));
  published.add(in_url, "url", 2.0);
  published.add(context.feed_published, "feed", 2.5);
  updated.add(context.feed_updated, "feed", 1.5);
}

/// Dates further from the title count only if there is no other.
void add_visible(DateVote& published, DateVote& updated, const MetadataSignals& signals, const DateContext& context) {
  add_date_elements(published, updated, signals, context, Reach::Near);
  add_other_metas(published, updated, signals, context.language);
  add_date_texts(published, updated, signals, context, Reach::Near);
  for (const Reach reach : {Reach::NearAnywhere, Reach::Page, Reach::Comments}) {
    if (reach == Reach::Comments && !context.is_discussion) break;
    if (published.empty()) add_date_elements(published, updated, signals, context, reach);
    if (published.empty()) add_date_texts(published, updated, signals, context, reach);
  }
  if (published.empty()) add_datelines(published, signals, context);
}

} // namespace

DateChoice choose_dates(const MetadataSignals& signals, const DateContext& context) {
  DateVote published(context.now), updated(context.now);
  add_machine_readable(published, updated, signals, context);
  add_visible(published, updated, signals, context);

  DateChoice choice;
  if (auto winner = published.decide()) {
    choice.is_dated = true;
    choice.published = winner->date;
    choice.published_from = std::move(winner->from);
    if (winner->is_utc) {
      if (const auto shown = day_shown(winner->date, signals, context)) choice.published = shown;
    }
  }
  if (auto winner = updated.decide()) {
    choice.updated = winner->date;
    choice.updated_from = std::move(winner->from);
  }
  if (!choice.published && choice.updated) {
    choice.published = choice.updated;
    choice.published_from = "updated: " + choice.updated_from;
  }
  if (choice.published && choice.updated && choice.updated->time < choice.published->time) {
    choice.updated.reset();
    choice.updated_from.clear();
  }
  return choice;
}

} // namespace trawl::extract
