// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/byline_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_set>

#include "shared/base/ascii.h"

namespace trawl::extract {
namespace {

/// A set of words and phrases, given in one string separated by '|'.
class WordSet {
 public:
  explicit WordSet(std::string_view words) {
    for (std::size_t at = 0; at <= words.size();) {
      const auto end = std::min(words.find('|', at), words.size());
      words_.insert(words.substr(at, end - at));
      at = end + 1;
    }
  }

  bool has(std::string_view word) const { return words_.contains(word); }

 private:
  std::unordered_set<std::string_view> words_;
};

// In any order: the longest that matches counts.
constexpr std::array<std::string_view, 53> kCues = {"post by",
                                                    "all posts by",
                                                    "view all posts by",
                                                    "erstellt von",
                                                    "eingestellt von",
                                                    "geschrieben von",
                                                    "verfasst von",
                                                    "veröffentlicht von",
                                                    "gepostet von",
                                                    "alle artikel von",
                                                    "beitrag von",
                                                    "by",
                                                    "written by",
                                                    "posted by",
                                                    "published by",
                                                    "reported by",
                                                    "story by",
                                                    "words by",
                                                    "text by",
                                                    "article by",
                                                    "authored by",
                                                    "submitted by",
                                                    "created by",
                                                    "guest post by",
                                                    "review by",
                                                    "a post by",
                                                    "blog by",
                                                    "author",
                                                    "authors",
                                                    "author(s)",
                                                    "writer",
                                                    "text",
                                                    "words",
                                                    "von",
                                                    "vom",
                                                    "autor",
                                                    "autorin",
                                                    "par",
                                                    "por",
                                                    "di",
                                                    "door",
                                                    "af",
                                                    "av",
                                                    "przez",
                                                    "autore",
                                                    "auteur",
                                                    "tekst",
                                                    "texto",
                                                    "testo",
                                                    "reporter",
                                                    "skribent",
                                                    "от",
                                                    "автор"};
/// For each byte, whether a cue begins with it. Few texts begin with such a byte.
constexpr std::array<bool, 256> kBeginsCue = [] {
  std::array<bool, 256> begins{};
  for (const std::string_view cue : kCues) begins[static_cast<unsigned char>(cue.front())] = true;
  return begins;
}();
constexpr std::array<std::string_view, 8> kUnspacedCues = {"作者：", "作者:",  "文／", "文/",
                                                           "撰文：", "编辑：", "글 ",  "글: "};

const WordSet kCompanies(
    "meta|meta ai|google|google cloud|google deepmind|deepmind|google research|google brain|google ai|microsoft|"
    "microsoft research|nvidia|intel|amd|apple|amazon|aws|ibm|ibm research|openai|anthropic|hugging face|"
    "huggingface|cohere|mistral|mistral ai|databricks|mosaicml|together ai|fireworks ai|replicate|modal|anyscale|"
    "cerebras|groq|graphcore|sambanova|qualcomm|arm|samsung|huawei|alibaba|alibaba cloud|tencent|baidu|bytedance|"
    "deepseek|qwen team|xai|tesla|uber|lyft|netflix|spotify|linkedin|snowflake|salesforce|oracle|red hat|crusoe|"
    "crusoe ai|coreweave|lambda|nebius|lightning ai|weights biases|langchain|llamaindex|pinecone|stability ai|"
    "eleutherai|ai2|mit|stanford|uc berkeley|berkeley|cmu|eth zurich|epfl|inria|perplexity|adobe|nokia|sony|"
    "bosch|siemens|sap|cisco|dell|hp|hpe|vmware|github|docker|canonical|mozilla|reuters|ap|associated press|afp|"
    "dpa|bloomberg|deepset|neural magic|snorkel ai|scale ai|character ai|inflection ai|01 ai|moonshot ai|"
    "zhipu ai|rapt ai");

const WordSet kCompanyEndings(
    "inc|ltd|llc|gmbh|corp|corporation|company|labs|lab|university|institute|foundation|technologies|software|"
    "systems|universität|université|universidad|ag|plc|holdings|journal|times|tribune|gazette|herald|association|"
    "college|school|agency|news|magazine|network|media|group");

const WordSet kJobWords(
    "staff|writer|writers|reporter|reporters|editor|editors|correspondent|correspondents|contributor|"
    "contributors|contributing|columnist|journalist|journalists|senior|junior|associate|assistant|deputy|chief|"
    "executive|managing|political|politics|officer|freelance|guest|author|authors|producer|photographer|analyst|"
    "researcher|engineer|scientist|manager|director|president|vice|vp|ceo|cto|cfo|coo|founder|cofounder|head|"
    "lead|principal|intern|fellow|professor|lecturer|specialist|strategist|consultant|marketing|product|"
    "developer|advocate|news|sports|business|science|technology|tech|health|environment|national|international|"
    "foreign|special|investigative|web|digital|social|media|content|copy|redakteur|redakteurin|journalistin|"
    "reporterin|autor|autorin|korrespondent|korrespondentin|volontär|volontärin|rédacteur|rédactrice|journaliste|"
    "redactor|redactora|periodista|giornalista|redacteur|verslaggever|toimittaja|reportero|of|the|at|for|and|in|"
    "our|to|co|is|a|opinion|features|feature|crime|court|education|entertainment|world|white|house|congressional|"
    "economics|finance|markets|policy|research|software|machine|learning|data|ai|ml|member|technical|expert|"
    "blogger|host|reviewer|reviews");

const WordSet kRealJobs(
    "writer|writers|reporter|reporters|editor|editors|correspondent|correspondents|contributor|contributors|"
    "columnist|journalist|journalists|producer|photographer|analyst|researcher|engineer|scientist|manager|"
    "director|president|ceo|cto|cfo|coo|founder|cofounder|intern|fellow|professor|lecturer|specialist|strategist|"
    "consultant|developer|advocate|redakteur|redakteurin|journalistin|reporterin|korrespondent|korrespondentin|"
    "volontär|volontärin|rédacteur|rédactrice|journaliste|redactor|redactora|periodista|giornalista|redacteur|"
    "verslaggever|toimittaja|reportero|author|authors|autor|autorin|blogger|head|lead|expert|reviewer|staff|officer");

// Names do not end with one of these words; text that does is a job.
const WordSet kOnlyJobs("reporter|reporters|correspondent|editor|editors|columnist|journalist|officer|producer|"
                        "korrespondent|korrespondentin|redakteur|redakteurin|journaliste|periodista");

const WordSet kDegrees(
    "phd|ph d|md|m d|jr|sr|ii|iii|iv|mph|msc|bsc|mba|rn|rd|dds|esq|cfa|cpa|ma|jd|ms|rdn|ccc slp|faap|do|ld|fand|"
    "facp|lmft|pharmd|dvm|edd");

const WordSet kPlaceholders(
    "admin|administrator|webmaster|root|user|guest|anonymous|anonym|unknown|none|null|undefined|n a|na|author|"
    "authors|editor|staff|test|editorial staff|staff writer|staff writers|guest author|guest contributor|"
    "guest writer|contributor|contributors|about us|about|contact|home|share|facebook|twitter|instagram|linkedin|"
    "youtube|follow|email|rss|login|log in|sign in|sign up|subscribe|menu|read more|more|view profile|profile|"
    "view all posts|all posts|see all|website|site|default|super user|superuser|wordpress|noreply|no reply|"
    "support|info|abc b c|your name|first last|firstname lastname|john doe|jane doe|me|us|blog|news|"
    "press release|advertisement|sponsored|bio|archive|posts|comments|comment|reply|leave a comment|permalink|"
    "print|see bio|full bio|author bio|by|published|updated|date|posted|written|view|original|source|photo|image|"
    "video|find|written by|read|here|click here|learn more|editor in chief|about the author|meet the author|"
    "the author|view author|author profile|editors|first name|last name|datum|fecha");

const WordSet kNeverInNames(
    "updated|published|posted|comments|comment|min|mins|minutes|read|views|shares|share|pm|am|edt|est|gmt|utc|"
    "ago|hours|days|http|https|www|copyright|click|subscribe|follow|reviewed|medically|photo|image|getty|"
    "shutterstock|aktualisiert|uhr|stand|veröffentlicht|publié|publicado|modifié|mis|advertisement|view|profile|"
    "posts|email|newsletter|articles|password|login|has|was|are|this|that|your|these|not|about|more|"
    "all|see|show|filed|under|categories|tags|last|leserkommentare|lesezeit|minuten|kommentar|kommentare|teilen|"
    "uncategorized");

const WordSet kMonthsAndDays(
    "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|"
    "jul|aug|sep|sept|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|"
    "sat|sun|januar|februar|märz|mai|juni|juli|oktober|dezember|montag|dienstag|mittwoch|donnerstag|freitag|"
    "samstag|sonntag|today|yesterday|heute|gestern");

const WordSet kParticles(
    "van|von|der|den|de|del|della|di|da|dos|das|du|la|le|el|al|bin|ibn|ben|ter|ten|af|av|zu|zum|zur|vom|und|y|e|"
    "st|abu|o|d");

const WordSet kNobody("no|not|none|unknown|guest|default|post|blog|site|the|an|kein|sin|sans|missing|undefined|your");

const WordSet kLegalForms("inc|ltd|llc|gmbh|corp|co|kg|ag|plc|sa|srl|bv|oy|ab|pty|limited|llp|ev|mbh|se");

const WordSet kPrepositions("in|from|on|at|for|and|with|to|by|via|mit|aus|bei|auf|für|dans|avec|para|con|per|of|as");

} // namespace

std::size_t byline_cue_length(std::string_view text) {
  for (const std::string_view cue : kUnspacedCues) {
    if (text.starts_with(cue)) return cue.size();
  }
  std::size_t best = 0;
  if (text.empty() || !kBeginsCue[static_cast<unsigned char>(ascii::to_lower(text.front()))]) return best;
  for (const std::string_view cue : kCues) {
    if (cue.size() >= text.size() || ascii::to_lower(text.front()) != cue.front() ||
        !ascii::equals_ignoring_case(text.substr(0, cue.size()), cue))
      continue;
    const char after = text[cue.size()];
    const bool needs_colon = !cue.ends_with("by") && !cue.contains(' ') && cue.size() > 3; // "Author: Smith"
    if (after == ':' || (after == ' ' && !needs_colon)) best = std::max(best, cue.size() + 1);
  }
  return best;
}

bool is_company_word(std::string_view key) { return kCompanies.has(key); }
bool is_company_ending(std::string_view word) { return kCompanyEndings.has(word); }
bool is_job_word(std::string_view word) { return kJobWords.has(word) || kRealJobs.has(word); }
bool is_real_job(std::string_view word) { return kRealJobs.has(word); }
bool is_only_a_job(std::string_view word) { return kOnlyJobs.has(word); }
bool is_degree(std::string_view word) { return kDegrees.has(word); }
bool is_placeholder(std::string_view key) { return kPlaceholders.has(key); }
bool is_never_in_a_name(std::string_view word) { return kNeverInNames.has(word); }
bool is_month_or_day(std::string_view word) { return kMonthsAndDays.has(word); }
bool is_nobody(std::string_view word) { return kNobody.has(word); }
bool is_legal_form(std::string_view word) { return kLegalForms.has(word); }
bool is_preposition(std::string_view word) { return kPrepositions.has(word); }
bool is_name_particle(std::string_view word) { return kParticles.has(word); }

} // namespace trawl::extract
