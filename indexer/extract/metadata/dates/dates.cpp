// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/dates.h"

#include <algorithm>
#include <utility>

#include "indexer/extract/metadata/dates/dates_metas.h"
#include "indexer/extract/metadata/dates/dates_visible.h"
#include "indexer/extract/metadata/dates/dates_vote.h"
#include "indexer/extract/metadata/page_metadata_text.h"
#include "shared/text/date_parse.h"

namespace trawl::extract {
namespace {

template <typename Rows>
void add_metas(DateVote& vote, const Witnesses& witnesses, const Rows& rows, std::string_view language) {
  for (const auto& row : rows) vote.add_machine(clean_value(witnesses.meta(row.name)), language, row.name, row.weight);
}

std::optional<Date> with_written_day(const std::optional<text::WrittenPageDate>& written) {
  if (!written) return std::nullopt;
  const bool differs = std::chrono::floor<std::chrono::days>(written->date.time) != written->day;
  return differs ? Date{written->day, DatePrecision::Day} : written->date;
}

} // namespace

std::optional<Date> parse_machine_date(std::string_view text, std::string_view language) {
  return with_written_day(text::parse_written_date(text, language));
}

std::optional<Date> swapped_machine_date(std::string_view text, std::string_view language) {
  return with_written_day(text::parse_swapped_date(text, language));
}

DateChoice choose_dates(const Witnesses& witnesses, const DateContext& context) {
  DateVote published(context.now);
  DateVote updated(context.now);
  if (context.item != nullptr) {
    published.add_machine(context.item->published, context.language, witness_name(*context.item), 3.0);
    updated.add_machine(context.item->modified, context.language, witness_name(*context.item), 3.0);
  }
  for (const JsonLdItem& item : witnesses.json_ld) {
    if (item.kind != JsonLdKind::Page) continue;
    published.add_machine(item.published, context.language, "json-ld page", 1.8);
    updated.add_machine(item.modified, context.language, "json-ld page", 1.8);
  }
  add_metas(published, witnesses, kPublishedMetas, context.language);
  add_metas(updated, witnesses, kUpdatedMetas, context.language);
  auto in_url = date_in_url(context.url);
  if (!in_url) in_url = date_in_url(clean_value(witnesses.meta("og:url")));
  published.add(in_url, "url", 2.0);
  published.add(context.feed_published, "feed", 2.5);
  updated.add(context.feed_updated, "feed", 1.5);
  add_date_elements(published, updated, witnesses, context, Reach::Near);
  add_date_texts(published, updated, witnesses, context, Reach::Near);
  for (const Reach reach : {Reach::NearAnywhere, Reach::Page, Reach::Comments}) {
    if (reach == Reach::Comments && !context.is_discussion) break;
    if (published.empty()) add_date_elements(published, updated, witnesses, context, reach);
    if (published.empty()) add_date_texts(published, updated, witnesses, context, reach);
  }

  DateChoice choice;
  if (auto winner = published.decide()) {
    choice.is_dated = true;
    choice.published = winner->date;
    choice.published_from = std::move(winner->from);
    if (winner->is_utc) {
      if (const auto shown = day_shown(winner->date, witnesses, context)) choice.published = shown;
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
