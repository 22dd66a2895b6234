// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/records/stored_fields.h"

#include "shared/base/packed.h"
#include "shared/base/per_thread.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace trawl::index {
namespace {

using packed::put_number;
using packed::put_text;
using packed::take_number;
using packed::take_text;

/// Room for one article's fields, so that not every article allocates it.
struct UnpackedFields {
  std::string bytes;
};

/// 0: unknown; else one more than the seconds with the precision in the lowest bit, then the offset in minutes.
void put_date(std::string& out, const std::optional<Date>& date) {
  if (!date) return put_number(out, 0);
  const std::uint64_t seconds = packed::zigzag_encode(date->time.time_since_epoch().count());
  put_number(out, (seconds << 1 | (date->precision == DatePrecision::Day ? 1 : 0)) + 1);
  put_number(out, packed::zigzag_encode(date->offset.count()));
}

/// The number of items, then the items.
template <typename List, typename Put>
void put_list(std::string& out, const List& list, Put put) {
  put_number(out, list.size());
  for (const auto& item : list) put(item);
}

/// Reads from the front and remembers whether anything was missing.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t number = 0;
    good_ = good_ && take_number(bytes_, number);
    return good_ ? number : 0;
  }
  std::string text() {
    std::string_view text;
    good_ = good_ && take_text(bytes_, text);
    return good_ ? std::string(text) : std::string();
  }
  template <typename Take>
  void list(Take take) {
    for (std::uint64_t left = number(); left > 0 && good_; --left) take();
  }
  std::int64_t signed_number() { return packed::zigzag_decode(number()); }
  Moment moment() { return Moment{std::chrono::seconds(signed_number())}; }
  std::optional<Date> date() {
    std::uint64_t number = this->number();
    if (number-- == 0) return std::nullopt;
    const Moment time{std::chrono::seconds(packed::zigzag_decode(number >> 1))};
    const auto precision = (number & 1) != 0 ? DatePrecision::Day : DatePrecision::Second;
    return Date{time, precision, std::chrono::minutes(static_cast<int>(signed_number()))};
  }
  bool all_taken() const { return good_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

/// The texts and the lists of an article, const or not, in the order in which they are packed.
auto texts_of(auto& article) {
  return std::array{&article.id,   &article.url,      &article.title,    &article.source,
                    &article.site, &article.category, &article.language, &article.image};
}
auto lists_of(auto& article) {
  return std::array{&article.authors, &article.affiliations, &article.tags, &article.aliases};
}

} // namespace

std::string pack_stored_fields(const Article& article) {
  std::string out;
  const auto texts = [&out](const std::string& text) { put_text(out, text); };
  for (const std::string* text : texts_of(article)) put_text(out, *text);
  for (const auto* list : lists_of(article)) put_list(out, *list, texts);
  put_date(out, article.published);
  put_date(out, article.updated);
  put_number(out, packed::zigzag_encode(article.indexed.time_since_epoch().count()));
  put_number(out, article.words);
  put_number(out, packed::zigzag_encode(article.reading_minutes));
  put_list(out, article.copies, [&](const Copy& copy) { texts(copy.url), texts(copy.source), texts(copy.title); });
  put_list(out, article.provenance, [&](const Provenance& row) {
    texts(row.field), texts(row.from), put_number(out, packed::zigzag_encode(row.confidence_percent));
  });
  const bool is_of_digest = !article.part_of.empty() || article.entries > 0;
  if (!article.gone_since && article.versions.empty() && !is_of_digest) return out;
  put_date(out, article.gone_since ? std::optional(Date{*article.gone_since}) : std::nullopt);
  if (article.versions.empty() && !is_of_digest) return out;
  put_list(out, article.versions, [&](const Version& one) {
    put_number(out, packed::zigzag_encode(one.until.time_since_epoch().count()) << 1 | (one.is_substantial ? 1 : 0));
  });
  if (is_of_digest) texts(article.part_of), texts(article.link), put_number(out, article.entries);
  return out;
}

std::string pack_versions(const std::vector<Version>& versions) {
  std::string out;
  for (const Version& one : versions) put_text(out, one.title), put_text(out, one.text);
  return out;
}

bool unpack_versions(std::string_view packed, std::vector<Version>& versions) {
  Reader from(packed);
  for (Version& one : versions) {
    one.title = from.text();
    one.text = from.text();
  }
  return from.all_taken();
}

bool unpack_stored_fields(std::string_view packed, Article& article) {
  Reader from(packed);
  for (std::string* text : texts_of(article)) *text = from.text();
  for (auto* list : lists_of(article)) {
    list->clear();
    from.list([&] { list->push_back(from.text()); });
  }
  article.published = from.date();
  article.updated = from.date();
  article.indexed = from.moment();
  article.words = from.number();
  article.reading_minutes = static_cast<int>(packed::zigzag_decode(from.number()));
  article.copies.clear();
  from.list([&] {
    Copy& copy = article.copies.emplace_back();
    for (std::string* text : {&copy.url, &copy.source, &copy.title}) *text = from.text();
  });
  article.provenance.clear();
  from.list([&] {
    Provenance row{from.text(), {}};
    row.from = from.text();
    row.confidence_percent = static_cast<int>(packed::zigzag_decode(from.number()));
    article.provenance.push_back(std::move(row));
  });
  article.gone_since.reset();
  if (!from.all_taken()) {
    if (const auto since = from.date()) article.gone_since = since->time;
  }
  article.versions.clear();
  if (!from.all_taken()) {
    from.list([&] {
      const std::uint64_t number = from.number();
      article.versions.push_back({Moment{std::chrono::seconds(packed::zigzag_decode(number >> 1))}, (number & 1) != 0});
    });
  }
  article.part_of.clear();
  article.link.clear();
  article.entries = 0;
  if (!from.all_taken()) {
    article.part_of = from.text();
    article.link = from.text();
    article.entries = from.number();
  }
  return from.all_taken();
}

bool unpack_stored_fields(const Piece& piece, Article& article) {
  if (!piece.is_compressed) return unpack_stored_fields(piece.stored, article);
  std::string& fields = PerThread<UnpackedFields>::get().bytes;
  return piece.read(fields) && unpack_stored_fields(fields, article);
}

} // namespace trawl::index
