// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/line_phrases.h"

namespace trawl::extract {
namespace {

constexpr std::string_view kBoilerplatePhrases[] = {
    "advertisement", "advertisment", "advert", "ad", "sponsored", "share this", "tweet", "email", "copy link",
    "read more:", "read also", "read also:", "also read", "read next", "related:", "watch:", "listen:", "click here to",
    "click to", "tap here", "photo:", "photo by", "photos:", "photos by", "photograph:", "photography by",
    "image:", "image credit", "image credits", "image source", "image via", "images:", "image 1 of", "image 2 of",
    "image 3 of", "image 4 of", "image 5 of", "credit:", "credits:", "picture:", "pictures:", "video:", "photo credit",
    "getty images", "ap photo", "(ap photo", "sign up", "subscribe", "subscribe to", "follow us", "follow me on",
    "follow him on", "follow her on", "follow @", "like us on", "join us on", "join our", "download our app",
    "download the app", "get our", "get the latest", "get more", "copyright", "©", "(c) 20", "all rights reserved",
    "loading", "skip to", "story continues", "article continues", "continue reading", "continue reading below",
    "scroll down", "scroll to continue", "source:", "sources:", "via:", "tags:", "tagged",
    "topics:", "categories:", "category:", "filed under", "posted in", "posted by", "posted on", "published by",
    "published on", "published:", "published in", "updated:", "last updated", "last modified", "written by",
    "edited by", "reporting by", "contact us", "contact the author", "email us", "send us", "have a tip", "got a tip",
    "back to top", "this story originally", "about the author", "view comments", "show comments", "no comments",
    "leave a comment", "comments are closed", "you must be logged in", "log in to", "sign in to", "register to",
    "your email address", "we use cookies", "this site uses cookies", "this website uses cookies", "by clicking",
    "enable javascript", "please enable", "your browser", "thanks for reading", "buy now", "add to cart", "shop now",
    "view all", "see all", "show more", "load more", "view gallery", "view more", "download pdf", "bookmark",
    "report this", "report an error", "request a correction", "listen to this", "min read", "reading time",
    "estimated reading", "this content is", "to view this", "most read", "more:", "more from", "affiliate disclosure",
    "editor's note: this", "copy this", "cite this", "permalink", "trackback", "support us", "become a", "newsletter",
    // German
    "abbildung", "abb.", "beitragsbild", "titelbild", "bei fragen und anregungen", "du musst",
    "alle angaben ohne gewähr", "anzeige", "werbung", "lesen sie auch", "lesen sie hier", "lesen sie mehr",
    "mehr zum thema", "mehr dazu",
    "foto:", "fotos:", "bild:", "bilder:", "quelle:", "quellen:", "video:", "artikel anhören", "zur startseite",
    "kommentare", "teilen", "drucken", "merken", "abonnieren", "newsletter", "jetzt abonnieren", "jetzt anmelden",
    "auch interessant", "weiterlesen", "stand:", "autor:", "veröffentlicht", "aktualisiert", "externer inhalt",
    "empfohlener externer inhalt", "an dieser stelle finden sie", "schlagwörter", "themen:", "alle rechte vorbehalten",
    "nach oben",
    // French
    "publicité", "lire aussi", "à lire aussi", "lire la suite", "lire également", "à lire", "photo :", "crédit",
    "crédits", "partager", "abonnez-vous", "s'abonner", "suivez-nous", "inscrivez-vous", "publié le", "mis à jour",
    "tous droits réservés", "temps de lecture", "écouter", "voir aussi", "source :", "sources :", "imprimer",
    "newsletter",
    // Spanish, Portuguese, Italian
    "publicidad", "publicidade", "lea también", "lea más", "lee también", "lee además", "leer más", "mira también",
    "te puede interesar", "también puedes", "compartir", "foto:", "fotos:", "fuente:", "síguenos", "siguenos",
    "puede escribirnos", "suscríbete", "publicado", "actualizado", "leia também", "leia mais", "veja também",
    "continua após", "compartilhe", "fonte:", "fonte", "leggi anche", "leggi tutto", "condividi", "pubblicità",
    "pubblicato", "aggiornato", "iscriviti", "seguici", "riproduzione riservata", "© riproduzione",
    "derechos reservados", "haz clic", "clique aqui", "clicca qui", "assine", "inscreva-se", "receba",
    // Dutch, Scandinavian, Finnish, Polish, Czech, Turkish, Romanian, Hungarian
    "advertentie", "lees ook", "lees verder", "lees meer", "deel dit", "bron:", "annonce", "annons", "annonse",
    "artiklen fortsætter", "læs også", "les også", "läs också", "läs även", "läs mer", "lue myös", "mainos", "reklama",
    "reklam", "czytaj", "źródło", "fot.", "foto:", "udostępnij", "zdroj:", "čtěte", "kaynak:", "citește", "citeste",
    "sursa", "forrás", "fotó:", "hirdetés",
    // Cyrillic, Greek, Asian
    "Читайте", "ЧИТАЙТЕ", "читайте", "Фото:", "Фото", "Источник", "Реклама", "РЕКЛАМА", "Поделиться", "Подписывайтесь",
    "Источник:", "Джерело", "Реклама", "Διαβάστε", "Πηγή", "Φωτογραφία", "广告", "廣告", "来源：", "來源：", "责任编辑",
    "責任編輯", "编辑：", "【責任編集", "図：", "写真：", "写真=", "写真＝", "関連記事", "続きを読む", "広告", "出典",
    "광고", "사진=", "사진 =", "기자", "무단전재", "저작권자", "ⓒ", "اقرأ", "إعلان", "baca juga", "simak juga",
    "baca:", "sumber:", "foto :", "xem thêm", "यह भी पढ़ें", "ये भी पढ़ें"};

constexpr std::string_view kPublisherPhrases[] = {
    "we may earn", "we may receive", "may earn a commission", "may receive a commission", "may receive compensation",
    "affiliate commission", "our user agreement", "all rights reserved", "contributed to this report",
    "contributed reporting", "sign up for our", "subscribe to our", "follow us on", "follow him on", "follow her on",
    "in your inbox", "this website uses cookies", "this site uses cookies",
    // shown instead of an embedded page, or of the rest of the text
    "den externen inhalt", "einen externen inhalt", "externe inhalt angezeigt", "externe inhalte angezeigt",
    "de cet article à lire", "réservé aux abonnés", "réservée aux abonnés", "この記事は会員限定"};

constexpr std::string_view kRightsPhrases[] = {"all rights reserved",  "alle rechte vorbehalten",
                                               "tous droits réservés", "registered trademark",
                                               "are trademarks",       "is a trademark of"};

constexpr std::string_view kLicencePhrases[] = {"creative commons", "licensed under", "licenced under", "cc by",
                                                "cc-by"};

constexpr std::string_view kPagePhrases[] = {"this text", "this article", "this post", "this work",    "this blog",
                                             "this site", "this page",    "this web",  "all articles", "all posts"};

constexpr std::string_view kMistakePhrases[] = {"mistake",         "typo",  "inaccura", "an error in",
                                                "fehler gefunden", "ошибку"};

constexpr std::string_view kCallPhrases[] = {"please", "let me know", "let us know", "an issue", "pull request",
                                             "report", "ctrl",        "bitte",       "нажмите"};

constexpr std::string_view kBylineBeginnings[] = {
    "by",     "by:",     "von",       "par",      "por",          "di",         "door",      "av",        "af",
    "autor:", "author:", "text:",     "words by", "story by",     "written by", "posted by", "reporter:", "redaktion",
    "staff",  "updated", "published", "posted",   "last updated", "created",    "modified",  "date:"};

constexpr std::string_view kMonthNames[] = {
    "jan",  "feb",  "mar", "apr",  "may",  "jun",  "jul", "aug", "sep", "oct", "nov", "dec", "mär", "mai", "okt", "dez",
    "janv", "févr", "avr", "juin", "juil", "août", "déc", "ene", "abr", "ago", "dic", "fev", "set", "out", "gen", "mag",
    "giu",  "lug",  "ott", "mrt",  "mei",  "maj",  "sty", "lut", "kwi", "cze", "lip", "sie", "wrz", "paź", "lis", "gru",
    "янв",  "фев",  "мар", "апр",  "мая",  "июн",  "июл", "авг", "сен", "окт", "ноя", "дек", "年",  "년"};

} // namespace

const PhraseTable& boilerplate_phrases() {
  static const PhraseTable table(kBoilerplatePhrases);
  return table;
}

const PhraseTable& byline_beginnings() {
  static const PhraseTable table(kBylineBeginnings);
  return table;
}

const PhraseTable& publisher_phrases() {
  static const PhraseTable table(kPublisherPhrases);
  return table;
}

const PhraseTable& rights_phrases() {
  static const PhraseTable table(kRightsPhrases);
  return table;
}

const PhraseTable& licence_phrases() {
  static const PhraseTable table(kLicencePhrases);
  return table;
}

const PhraseTable& page_phrases() {
  static const PhraseTable table(kPagePhrases);
  return table;
}

const PhraseTable& mistake_phrases() {
  static const PhraseTable table(kMistakePhrases);
  return table;
}

const PhraseTable& call_phrases() {
  static const PhraseTable table(kCallPhrases);
  return table;
}

std::span<const std::string_view> month_names() { return kMonthNames; }

} // namespace trawl::extract
