// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document/stored_fields.h"

#include "shared/article/article_members.h"
#include "shared/base/packed.h"
#include "shared/base/per_thread.h"

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

void put(std::string& out, const std::string& text) { put_text(out, text); }
void put(std::string& out, std::size_t number) { put_number(out, number); }
void put(std::string& out, int number) { put_number(out, packed::zigzag_encode(number)); }
void put(std::string& out, Moment time) { put_number(out, packed::zigzag_encode(time.time_since_epoch().count())); }

/// 0: unknown; else one more than the seconds with the precision in the lowest bit, then the offset in minutes.
void put(std::string& out, const std::optional<Date>& date) {
  if (!date) return put_number(out, 0);
  const std::uint64_t seconds = packed::zigzag_encode(date->time.time_since_epoch().count());
  put_number(out, (seconds << 1 | (date->precision == DatePrecision::Day ? 1 : 0)) + 1);
  put_number(out, packed::zigzag_encode(date->offset.count()));
}
void put(std::string& out, const std::optional<Moment>& time) {
  put(out, time ? std::optional(Date{*time}) : std::nullopt);
}

void put(std::string& out, const Copy& copy) { put(out, copy.url), put(out, copy.source), put(out, copy.title); }
void put(std::string& out, const Provenance& row) {
  put(out, row.field), put(out, row.from), put(out, row.confidence_percent);
}
/// The number of items, then the items.
template <typename Item>
void put(std::string& out, const std::vector<Item>& list) {
  put_number(out, list.size());
  for (const Item& item : list) put(out, item);
}

/// Reads from the front and remembers whether anything was missing.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

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
  void take(std::string& text) { text = this->text(); }
  void take(std::size_t& number) { number = this->number(); }
  void take(int& number) { number = static_cast<int>(signed_number()); }
  void take(Moment& time) { time = Moment{std::chrono::seconds(signed_number())}; }
  void take(std::optional<Date>& date) {
    std::uint64_t number = this->number();
    date.reset();
    if (number-- == 0) return;
    const Moment time{std::chrono::seconds(packed::zigzag_decode(number >> 1))};
    const auto precision = (number & 1) != 0 ? DatePrecision::Day : DatePrecision::Second;
    date.emplace(time, precision, std::chrono::minutes(static_cast<int>(signed_number())));
  }
  void take(std::optional<Moment>& time) {
    std::optional<Date> date;
    take(date);
    time = date ? std::optional(date->time) : std::nullopt;
  }
  void take(Copy& copy) { take(copy.url), take(copy.source), take(copy.title); }
  void take(Provenance& row) { take(row.field), take(row.from), take(row.confidence_percent); }
  template <typename Item>
  void take(std::vector<Item>& list) {
    list.clear();
    for (std::uint64_t left = number(); left > 0 && good_; --left) take(list.emplace_back());
  }
  bool all_taken() const { return good_ && bytes_.empty(); }

 private:
  std::int64_t signed_number() { return packed::zigzag_decode(number()); }

  std::string_view bytes_;
  bool good_ = true;
};

/// Searched and shown with the text, not of each hit.
bool is_stored(const Member& member) { return member.name != "captions"; }

} // namespace

std::string pack_stored_fields(const Article& article) {
  std::string out;
  std::size_t end = 0; // of what is not rare and empty
  for_each_member(article, [&](const Member& member, const auto& value) {
    if (!is_stored(member)) return;
    put(out, value);
    if (!member.is_rare || !is_empty(value)) end = out.size();
  });
  out.resize(end);
  return out;
}

bool unpack_stored_fields(std::string_view packed, Article& article) {
  Unpacker from(packed);
  for_each_member(article, [&]<typename Value>(const Member& member, Value& value) {
    if (!is_stored(member)) return;
    if (member.is_rare && from.all_taken())
      value = Value{};
    else
      from.take(value);
  });
  return from.all_taken();
}

bool unpack_stored_fields(const Piece& piece, Article& article) {
  if (!piece.is_compressed) return unpack_stored_fields(piece.stored, article);
  std::string& fields = PerThread<UnpackedFields>::get().bytes;
  return piece.read(fields) && unpack_stored_fields(fields, article);
}

} // namespace trawl::index
