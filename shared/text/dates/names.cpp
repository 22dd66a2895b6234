// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/names.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/base/ascii.h"
#include "shared/text/dates/tokens.h"

namespace trawl::text::dates {
namespace {

using std::chrono::minutes;

struct MonthNames {
  std::string_view language;
  std::array<std::string_view, 12> names; ///< each: spellings, with spaces between
};

// clang-format off
constexpr MonthNames kMonths[] = {
    {"en", {"january jan", "february feb febr", "march mar", "april apr", "may", "june jun", "july jul", "august aug", "september sep sept", "october oct", "november nov", "december dec"}},
    {"de", {"januar jan jänner jän", "februar feb feber", "märz mär mrz", "april apr", "mai", "juni jun", "juli jul", "august aug", "september sep sept", "oktober okt", "november nov", "dezember dez"}},
    {"fr", {"janvier janv jan", "février févr fév fevr", "mars mar", "avril avr", "mai", "juin jui", "juillet juil juill", "août aou aoû", "septembre sept sep", "octobre oct", "novembre nov", "décembre déc"}},
    {"es", {"enero ene", "febrero feb", "marzo mar", "abril abr", "mayo may", "junio jun", "julio jul", "agosto ago", "septiembre sep sept setiembre set", "octubre oct", "noviembre nov", "diciembre dic"}},
    {"it", {"gennaio gen", "febbraio feb febb", "marzo mar", "aprile apr", "maggio mag magg", "giugno giu", "luglio lug", "agosto ago", "settembre set sett", "ottobre ott", "novembre nov", "dicembre dic"}},
    {"pt", {"janeiro jan", "fevereiro fev", "março mar", "abril abr", "maio mai", "junho jun", "julho jul", "agosto ago", "setembro set", "outubro out", "novembro nov", "dezembro dez"}},
    {"ca", {"gener gen", "febrer febr", "març", "abril", "maig", "juny", "juliol", "agost", "setembre", "octubre", "novembre", "desembre des"}},
    {"nl", {"januari jan", "februari feb", "maart mrt maa", "april apr", "mei", "juni jun", "juli jul", "augustus aug", "september sep", "oktober okt", "november nov", "december dec"}},
    {"pl", {"stycznia styczeń sty", "lutego luty lut", "marca marzec", "kwietnia kwiecień kwi", "maja maj", "czerwca czerwiec cze", "lipca lipiec lip", "sierpnia sierpień sie", "września wrzesień wrz", "października październik paź", "listopada listopad lis", "grudnia grudzień gru"}},
    {"cs", {"ledna leden led", "února únor úno", "března březen bře", "dubna duben dub", "května květen kvě", "června červen čvn", "července červenec čvc", "srpna srpen srp", "září zář", "října říjen říj", "listopadu listopad", "prosince prosinec pro"}},
    {"sk", {"januára január", "februára február", "marca marec", "apríla apríl", "mája máj", "júna jún", "júla júl", "augusta august", "septembra september", "októbra október", "novembra november", "decembra december"}},
    {"sl", {"januarja", "februarja", "marca marec", "aprila", "maja", "junija junij", "julija julij", "avgusta avgust", "septembra", "oktobra", "novembra", "decembra"}},
    {"hr", {"siječnja siječanj", "veljače veljača", "ožujka ožujak", "travnja travanj", "svibnja svibanj", "lipnja lipanj", "srpnja srpanj", "kolovoza kolovoz", "rujna rujan", "listopada listopad", "studenoga studenog studeni", "prosinca prosinac"}},
    {"ru", {"января январь янв", "февраля февраль фев февр", "марта март мар", "апреля апрель апр", "мая май", "июня июнь июн", "июля июль июл", "августа август авг", "сентября сентябрь сен сент", "октября октябрь окт", "ноября ноябрь ноя нояб", "декабря декабрь дек"}},
    {"uk", {"січня січень січ", "лютого лютий лют", "березня березень бер", "квітня квітень квіт", "травня травень трав", "червня червень черв", "липня липень лип", "серпня серпень серп", "вересня вересень вер", "жовтня жовтень жовт", "листопада листопад лист", "грудня грудень груд"}},
    {"bg", {"януари ян", "февруари", "март", "април", "май", "юни", "юли", "август", "септември", "октомври", "ноември", "декември"}},
    {"tr", {"ocak oca", "şubat şub", "mart", "nisan nis", "mayıs mayis", "haziran haz", "temmuz tem", "ağustos ağu", "eylül eyl", "ekim eki", "kasım kasim kas", "aralık aralik ara"}},
    {"sv", {"januari jan", "februari feb", "mars", "april apr", "maj", "juni", "juli", "augusti aug", "september sep sept", "oktober okt", "november nov", "december dec"}},
    {"da", {"januar jan", "februar feb", "marts mar", "april apr", "maj", "juni", "juli", "august aug", "september sep sept", "oktober okt", "november nov", "december dec"}},
    {"no", {"januar jan", "februar feb", "mars mar", "april apr", "mai", "juni", "juli", "august aug", "september sep sept", "oktober okt", "november nov", "desember des"}},
    {"is", {"janúar", "febrúar", "mars", "apríl", "maí", "júní", "júlí", "ágúst", "september", "október", "nóvember", "desember"}},
    {"fi", {"tammikuuta tammikuu tammi", "helmikuuta helmikuu helmi", "maaliskuuta maaliskuu maalis", "huhtikuuta huhtikuu huhti", "toukokuuta toukokuu touko", "kesäkuuta kesäkuu kesä", "heinäkuuta heinäkuu heinä", "elokuuta elokuu elo", "syyskuuta syyskuu syys", "lokakuuta lokakuu loka", "marraskuuta marraskuu marras", "joulukuuta joulukuu joulu"}},
    {"et", {"jaanuar", "veebruar", "märts", "aprill", "mai", "juuni", "juuli", "august", "september", "oktoober", "november", "detsember"}},
    {"lv", {"janvāris", "februāris", "marts", "aprīlis", "maijs", "jūnijs", "jūlijs", "augusts", "septembris", "oktobris", "novembris", "decembris"}},
    {"lt", {"sausio", "vasario", "kovo", "balandžio", "gegužės", "birželio", "liepos", "rugpjūčio", "rugsėjo", "spalio", "lapkričio", "gruodžio"}},
    {"hu", {"január", "február febr", "március márc", "április ápr", "május máj", "június jún", "július júl", "augusztus", "szeptember szept", "október", "november", "december"}},
    {"ro", {"ianuarie ian", "februarie", "martie", "aprilie", "mai", "iunie iun", "iulie iul", "august", "septembrie", "octombrie", "noiembrie noi", "decembrie"}},
    {"el", {"Ιανουαρίου Ιανουάριος Ιαν", "Φεβρουαρίου Φεβρουάριος Φεβ", "Μαρτίου Μάρτιος Μάρ Μαρ Μάρτ", "Απριλίου Απρίλιος Απρ", "Μαΐου Μάιος Μάι Μαϊ", "Ιουνίου Ιούνιος Ιούν", "Ιουλίου Ιούλιος Ιούλ", "Αυγούστου Αύγουστος Αυγ Αύγ", "Σεπτεμβρίου Σεπτέμβριος Σεπ Σεπτ", "Οκτωβρίου Οκτώβριος Οκτ", "Νοεμβρίου Νοέμβριος Νοε Νοέ", "Δεκεμβρίου Δεκέμβριος Δεκ"}},
    {"id", {"januari jan", "februari peb", "maret", "april", "mei", "juni", "juli", "agustus agu agt", "september", "oktober okt", "november nop", "desember des"}},
    {"ms", {"januari", "februari", "mac", "april", "mei", "jun", "julai", "ogos", "september", "oktober", "november", "disember"}},
    {"ar", {"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"}},
    {"he", {"ינואר בינואר", "פברואר בפברואר", "מרץ במרץ", "אפריל באפריל", "מאי במאי", "יוני ביוני", "יולי ביולי", "אוגוסט באוגוסט", "ספטמבר בספטמבר", "אוקטובר באוקטובר", "נובמבר בנובמבר", "דצמבר בדצמבר"}},
    {"hi", {"जनवरी", "फ़रवरी फरवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर सितम्बर", "अक्टूबर अक्तूबर", "नवंबर नवम्बर", "दिसंबर दिसम्बर"}},
    {"eu", {"urtarrilak", "otsailak", "martxoak", "apirilak", "maiatzak", "ekainak", "uztailak", "abuztuak", "irailak", "urriak", "azaroak", "abenduak"}},
};

constexpr std::string_view kOrdinalSuffixes[] = {"st", "nd", "rd", "th", "er", "re", "o", "a", "ro", "e", "ste", "de", "ος", "η"};

constexpr std::string_view kDateLinks[] = {"de", "of", "del", "di", "d", "da", "do", "the", "von", "van", "i", "year", "год", "года"};

constexpr std::string_view kTimeLinks[] = {
    "t", "at", "um", "a", "as", "las", "alle", "ore", "om", "kl", "klo", "o", "godz", "godzina", "w", "v", "ve", "в", "о", "ob", "u", "saat",
    "pukul", "jam", "luc", "den", "on", "the", "hours", "time", "г", "года", "r", "er", "ngay", "στις"};

struct ZoneOffset {
  std::string_view name;
  int minutes;
};

// RFC 5322 §4.3 for the American ones; the rest are the IANA database's abbreviations that are unambiguous on the web.
constexpr ZoneOffset kZones[] = {
    {"z", 0}, {"ut", 0}, {"utc", 0}, {"gmt", 0}, {"wet", 0}, {"west", 60}, {"bst", 60}, {"cet", 60}, {"met", 60}, {"mez", 60}, {"cest", 120}, {"mest", 120},
    {"mesz", 120}, {"eet", 120}, {"eest", 180}, {"sast", 120}, {"msk", 180}, {"trt", 180}, {"ist", 330}, {"wib", 420}, {"ict", 420}, {"sgt", 480},
    {"hkt", 480}, {"awst", 480}, {"kst", 540}, {"jst", 540}, {"acst", 570}, {"aest", 600}, {"aedt", 660}, {"nzst", 720}, {"nzdt", 780},
    {"nst", -210}, {"ndt", -150}, {"brt", -180}, {"art", -180}, {"ast", -240}, {"adt", -180}, {"est", -300}, {"edt", -240}, {"cst", -360}, {"cdt", -300},
    {"mst", -420}, {"mdt", -360}, {"pst", -480}, {"pdt", -420}, {"akst", -540}, {"akdt", -480}, {"hst", -600}};

constexpr std::array<std::string_view, 2> kSeasonalZones[] = {
    {"pt", "America/Los_Angeles"}, {"mt", "America/Denver"}, {"ct", "America/Chicago"}, {"et", "America/New_York"}, {"eastern", "America/New_York"},
    {"pacific", "America/Los_Angeles"}, {"central", "America/Chicago"}, {"mountain", "America/Denver"}};

// Languages that write the year first: the order of a slash date in them is ambiguous.
constexpr std::string_view kYearFirst[] = {"ja", "zh", "ko", "hu", "lt", "fa", "mn", "eu"};
// clang-format on

struct Meaning {
  std::string_view language;
  unsigned month;
};

using MonthIndex = std::unordered_map<std::string, std::vector<Meaning>>;

MonthIndex make_month_index() {
  MonthIndex index;
  for (const auto& [language, names] : kMonths) {
    for (unsigned month = 0; month < names.size(); ++month) {
      for (std::string_view rest = names[month]; !rest.empty();) {
        const auto end = std::min(rest.find(' '), rest.size());
        index[fold(rest.substr(0, end))].push_back({language, month + 1});
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
  }
  return index;
}

template <typename Table>
bool contains(const Table& table, std::string_view word) {
  return std::find(std::begin(table), std::end(table), word) != std::end(table);
}

} // namespace

std::optional<unsigned> month_of(std::string_view folded, std::string_view language) {
  static const MonthIndex index = make_month_index();
  const auto found = index.find(std::string(folded));
  if (found == index.end()) return std::nullopt;
  for (const Meaning& meaning : found->second) {
    if (meaning.language == language.substr(0, 2)) return meaning.month;
  }
  return found->second.front().month;
}

bool is_ordinal_suffix(std::string_view folded) { return contains(kOrdinalSuffixes, folded); }

bool is_date_link(std::string_view folded) { return contains(kDateLinks, folded); }

bool is_time_link(std::string_view folded) { return contains(kTimeLinks, folded); }

std::optional<minutes> zone_offset(std::string_view folded) {
  for (const ZoneOffset& zone : kZones) {
    if (zone.name == folded) return minutes{zone.minutes};
  }
  return std::nullopt;
}

std::string_view seasonal_zone(std::string_view folded) {
  for (const auto& [name, iana] : kSeasonalZones) {
    if (name == folded) return iana;
  }
  return {};
}

DayOrder day_order(std::string_view language) {
  std::string tag = ascii::to_lower(language);
  std::replace(tag.begin(), tag.end(), '_', '-');
  if (tag.size() < 2) return DayOrder::Unknown;
  if (tag == "en" || tag == "en-us" || tag == "en-ph" || tag.starts_with("fil")) return DayOrder::MonthFirst;
  return contains(kYearFirst, tag.substr(0, 2)) ? DayOrder::Unknown : DayOrder::DayFirst;
}

} // namespace trawl::text::dates
