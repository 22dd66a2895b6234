// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/line_phrases.h"

namespace trawl::extract {
namespace {

constexpr std::string_view kEndMarkerPhrases[] = {
    "related articles", "related posts", "related stories", "related content", "related topics", "related news",
    "related reading", "related links", "related coverage", "related:", "more from", "more stories", "more on this",
    "more news", "more articles", "more posts", "more like this", "more to read", "more great", "read next",
    "read more:", "up next", "recommended", "you may also like", "you might also like", "you may like",
    "you may also be interested", "you might be interested", "also read", "also on", "what to read next",
    "further reading on", "keep reading", "latest news", "latest stories", "latest posts", "recent posts",
    "recent articles", "popular posts", "most popular", "most read", "trending", "comments", "leave a comment",
    "leave a reply", "post a comment", "add a comment", "join the conversation", "join the discussion", "share this",
    "share on", "share article", "about the author", "about the authors", "author bio", "written by",
    "tags:", "filed under", "posted in", "subscribe", "sign up", "newsletter", "follow us", "stay connected",
    "stay up to date", "get the latest", "top stories", "editor's picks", "editors' picks", "editor’s picks",
    "in this section", "our picks", "don't miss", "don’t miss", "see also:", "like this:", "like this article",
    "enjoyed this", "did you like", "was this helpful", "was this article", "was this page", "rate this",
    "discover more", "similar articles", "similar posts", "similar stories", "explore more", "next article",
    "previous article", "next post", "previous post", "other articles", "other stories", "other news", "other posts",
    "sponsored content", "promoted content", "from around the web", "around the web", "conversation", "responses",
    "view comments", "show comments",
    // German
    "lesen sie auch", "mehr zum thema", "mehr zu", "mehr von", "das könnte sie auch", "das könnte dich",
    "auch interessant", "weitere artikel", "weitere nachrichten", "weitere meldungen", "weitere themen",
    "ähnliche artikel", "kommentare", "kommentar schreiben", "schreibe einen kommentar",
    "schreiben sie einen kommentar", "über den autor", "über die autorin", "zum thema", "meistgelesen", "meistgelesene",
    "neueste artikel", "artikel teilen", "teilen sie", "schlagwörter", "themen:", "verwandte", "empfohlen",
    "beitrag teilen", "weiterlesen", "lesetipps", "passend dazu", "weitere informationen", "weitere infos",
    "weitere links", "zusatzinformationen", "weiterführende", "kontakt:", "ansprechpartner", "das thema könnte",
    "schon gelesen", "vorschau auf den", "pressekontakt",
    // French
    "à lire aussi", "lire aussi", "sur le même sujet", "articles liés", "articles similaires", "articles associés",
    "à voir aussi", "commentaires", "laisser un commentaire", "vous aimerez aussi", "partager cet article",
    "plus d'articles", "dans la même rubrique", "à propos de l'auteur", "ailleurs sur le web", "les plus lus", "réagir",
    "nos autres",
    // Spanish, Portuguese, Italian
    "te puede interesar", "también te puede", "le puede interesar", "noticias relacionadas", "artículos relacionados",
    "lea también", "lee también", "ver también", "más noticias", "más información", "comentarios", "deja un comentario",
    "deja una respuesta", "lo más leído", "lo más visto", "temas relacionados", "etiquetas", "leia também", "leia mais",
    "veja também", "artigos relacionados", "notícias relacionadas", "comentários", "deixe um comentário",
    "deixe uma resposta", "mais lidas", "relacionadas", "saiba mais", "leggi anche", "articoli correlati",
    "potrebbe interessarti", "ti potrebbe interessare", "potrebbe anche", "commenti", "lascia un commento",
    "notizie correlate", "i più letti",
    // Dutch, Scandinavian, Finnish
    "lees ook", "lees meer", "gerelateerde", "meer over", "reacties", "reageer", "læs også", "les også", "läs också",
    "läs även", "läs mer", "mer om", "kommentarer", "relaterade", "relaterte", "lue myös", "kommentit", "se også",
    "se även",
    // Polish, Czech, Slovak, Hungarian, Romanian, Turkish, Greek
    "czytaj także", "czytaj też", "czytaj również", "przeczytaj także", "zobacz także", "zobacz też", "zobacz również",
    "polecamy", "komentarze", "podobne artykuły", "dodaj komentarz", "související", "čtěte také", "mohlo by vás",
    "komentáře", "diskuse", "diskusia", "kapcsolódó", "hozzászólások", "citește și", "citeste si", "comentarii",
    "ilgili haberler", "yorumlar", "bunlar da ilginizi", "διαβάστε επίσης", "διαβάστε ακόμα", "σχετικά άρθρα", "σχόλια",
    "δείτε επίσης",
    // Russian, Ukrainian, Bulgarian, Serbian, Croatian
    "читайте также", "Читайте также", "ЧИТАЙТЕ ТАКЖЕ", "Читайте також", "Комментарии", "Похожие", "По теме",
    "Еще по теме", "Другие новости", "Последние новости", "Прочетете още", "Вижте още", "Коментари", "Повезане",
    "pročitajte još", "pročitajte i", "komentari", "povezane vijesti", "Теги",
    // Asian languages and Arabic, Hebrew, Persian
    "相关阅读", "相关文章", "相关新闻", "相关推荐", "推荐阅读", "延伸阅读", "延伸閱讀", "相關新聞", "相關文章",
    "猜你喜欢", "热门文章", "更多新闻", "更多精彩", "上一篇", "下一篇", "評論", "评论", "留言", "关键词", "責任編輯",
    "责任编辑", "編集部おすすめ", "関連記事", "関連リンク", "関連ニュース", "あわせて読みたい", "おすすめ記事",
    "こちらも", "コメント", "人気記事", "最新記事", "関連キーワード", "この記事を", "관련기사", "관련 기사", "관련 글",
    "댓글", "많이 본", "추천", "اقرأ أيضا", "اقرأ أيضاً", "إقرأ أيضا", "مواضيع ذات صلة", "التعليقات", "قد يهمك", "בנושא",
    "תגובות", "עוד בנושא", "بیشتر بخوانید", "مطالب مرتبط", "baca juga", "artikel terkait", "berita terkait", "komentar",
    "simak juga", "xem thêm", "tin liên quan", "bình luận", "यह भी पढ़ें", "ये भी पढ़ें", "อ่านเพิ่มเติม", "ข่าวที่เกี่ยวข้อง"};

constexpr std::string_view kBoilerplatePhrases[] = {
    "advertisement", "advertisment", "advert", "ad", "sponsored", "share", "share this", "tweet", "print", "email",
    "copy link", "read more", "read also", "read also:", "also read", "read:", "read next",
    "see also:", "related:", "watch:", "watch more", "listen:", "click here to", "click to", "tap here",
    "photo:", "photo by", "photos:", "photos by", "photograph:", "photography by", "image:", "image credit",
    "image credits", "image source", "image via", "images:", "image 1 of", "image 2 of", "image 3 of", "image 4 of",
    "image 5 of", "credit:", "credits:", "picture:", "pictures:", "video:", "photo credit", "getty images", "ap photo",
    "(ap photo", "sign up", "subscribe", "subscribe to", "follow us", "follow me on", "follow him on", "follow her on",
    "follow @", "like us on", "join us on", "join our", "download our app", "download the app", "get our",
    "get the latest", "get more", "copyright", "©", "(c) 20", "all rights reserved", "loading", "skip to",
    "story continues", "article continues", "continue reading", "continue reading below", "scroll down",
    "scroll to continue", "source:", "sources:", "via:", "tags:", "tagged",
    "topics:", "categories:", "category:", "filed under", "posted in", "posted by", "posted on", "published by",
    "published on", "published:", "published in", "updated:", "last updated", "last modified", "written by",
    "edited by", "reporting by", "contact us", "contact the author", "email us", "send us", "have a tip", "got a tip",
    "back to top", "this article was originally published", "this article originally appeared", "this story originally",
    "this post originally", "originally published", "first published", "about the author", "view comments",
    "show comments", "no comments", "leave a comment", "comments are closed", "you must be logged in", "log in to",
    "sign in to", "register to", "your email address", "we use cookies", "this site uses cookies",
    "this website uses cookies", "by clicking", "enable javascript", "please enable", "your browser", "thank you for",
    "thanks for reading", "buy now", "add to cart", "shop now", "learn more", "find out more", "view all", "see all",
    "show more", "load more", "view gallery", "view more", "previous", "next", "download pdf", "save", "bookmark",
    "report this", "report an error", "request a correction", "listen to this", "min read", "reading time",
    "estimated reading", "this content is", "to view this", "recommended", "most read", "more:", "more on", "more from",
    "affiliate disclosure", "disclosure:", "disclaimer:", "editor's note: this", "copy this", "cite this", "permalink",
    "trackback", "support our", "support us", "donate", "become a", "newsletter",
    // German
    "abbildung", "abb.", "beitragsbild", "titelbild", "bei fragen und anregungen", "du musst",
    "alle angaben ohne gewähr", "anzeige", "werbung", "lesen sie auch", "lesen sie hier", "lesen sie mehr",
    "mehr zum thema", "mehr dazu",
    "foto:", "fotos:", "bild:", "bilder:", "quelle:", "quellen:", "video:", "artikel anhören", "zur startseite",
    "kommentare", "teilen", "drucken", "merken", "abonnieren", "newsletter", "jetzt abonnieren", "jetzt anmelden",
    "auch interessant", "weiterlesen", "stand:", "autor:", "veröffentlicht", "aktualisiert", "externer inhalt",
    "empfohlener externer inhalt", "an dieser stelle finden sie", "schlagwörter", "themen:", "alle rechte vorbehalten",
    "nach oben", "zurück",
    // French
    "publicité", "lire aussi", "à lire aussi", "lire la suite", "lire également", "à lire", "photo :", "crédit",
    "crédits", "partager", "abonnez-vous", "s'abonner", "suivez-nous", "inscrivez-vous", "publié le", "mis à jour",
    "tous droits réservés", "temps de lecture", "écouter", "voir aussi", "source :", "sources :", "imprimer",
    "newsletter",
    // Spanish, Portuguese, Italian
    "publicidad", "publicidade", "lea también", "lea más", "lee también", "lee además", "leer más", "mira también",
    "te puede interesar", "también puedes", "compartir", "foto:", "fotos:", "fuente:", "síguenos", "siguenos",
    "puede escribirnos", "suscríbete", "publicado", "actualizado", "leia também", "leia mais", "veja também",
    "continua após", "compartilhe", "siga", "fonte:", "fonte", "leggi anche", "leggi tutto", "condividi", "pubblicità",
    "pubblicato", "aggiornato", "iscriviti", "seguici", "riproduzione riservata", "© riproduzione",
    "derechos reservados", "haz clic", "clique aqui", "clicca qui", "assine", "inscreva-se", "receba",
    // Dutch, Scandinavian, Finnish, Polish, Czech, Turkish, Romanian, Hungarian
    "advertentie", "lees ook", "lees verder", "lees meer", "deel dit", "bron:", "annonce", "annons", "annonse",
    "artiklen fortsætter", "læs også", "les også", "läs också", "läs även", "läs mer", "lue myös", "mainos", "dela",
    "del", "reklama", "reklam", "czytaj", "zobacz", "źródło", "fot.", "foto:", "udostępnij", "zdroj:", "čtěte",
    "kaynak:", "citește", "citeste", "sursa", "forrás", "fotó:", "hirdetés",
    // Cyrillic, Greek, Asian
    "Читайте", "ЧИТАЙТЕ", "читайте", "Фото:", "Фото", "Источник", "Реклама", "РЕКЛАМА", "Поделиться", "Подписывайтесь",
    "Источник:", "Джерело", "Реклама", "Διαβάστε", "Πηγή", "Φωτογραφία", "广告", "廣告", "分享", "来源：", "來源：",
    "责任编辑", "責任編輯", "编辑：", "【責任編集", "図：", "写真：", "写真=", "写真＝", "関連記事", "続きを読む",
    "広告", "出典", "광고", "사진=", "사진 =", "기자", "무단전재", "저작권자", "ⓒ", "اقرأ", "إعلان", "baca juga",
    "simak juga", "baca:", "sumber:", "foto :", "xem thêm", "यह भी पढ़ें", "ये भी पढ़ें"};

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

constexpr std::string_view kSentenceBeginnings[] = {"next",
                                                    "previous",
                                                    "learn more",
                                                    "find out more",
                                                    "save",
                                                    "share",
                                                    "print",
                                                    "watch more",
                                                    "more on",
                                                    "thank you for",
                                                    "become a",
                                                    "disclaimer:",
                                                    "disclosure:",
                                                    "published",
                                                    "originally published",
                                                    "first published",
                                                    "this article was originally published",
                                                    "this article originally appeared",
                                                    "this post originally",
                                                    "donate",
                                                    "recommended",
                                                    "support our",
                                                    "read more",
                                                    "read:",
                                                    "see also:",
                                                    "zurück",
                                                    "siga",
                                                    "dela",
                                                    "del",
                                                    "zobacz",
                                                    "分享"};

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

const PhraseTable& end_marker_phrases() {
  static const PhraseTable table(kEndMarkerPhrases);
  return table;
}

const PhraseTable& boilerplate_phrases() {
  static const PhraseTable table(kBoilerplatePhrases);
  return table;
}

const PhraseTable& sentence_beginnings() {
  static const PhraseTable table(kSentenceBeginnings);
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
