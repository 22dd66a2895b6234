// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/synonyms.h"

#include <algorithm>
#include <unordered_map>

#include "shared/text/stemmer.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

namespace trawl::text {
namespace {

constexpr std::string_view kGroups = "agi|artificial general intelligence\n"
                                     "ai|artificial intelligence\n"
                                     "amr|abstract meaning representation\n"
                                     "ann|artificial neural network|approximate nearest neighbor\n"
                                     "api|application programming interface\n"
                                     "asr|speech recognition\n"
                                     "cnn|convolutional neural network|convnet\n"
                                     "cot|chain of thought\n"
                                     "cpu|central processing unit\n"
                                     "crf|conditional random field\n"
                                     "cv|computer vision\n"
                                     "ddp|distributed data parallel\n"
                                     "dl|deep learning\n"
                                     "dnn|deep neural network\n"
                                     "docs|documentation\n"
                                     "dpo|direct preference optimization\n"
                                     "drl|deep reinforcement learning\n"
                                     "em|expectation maximization\n"
                                     "fsdp|fully sharded data parallel\n"
                                     "gan|generative adversarial network\n"
                                     "gcn|graph convolutional network\n"
                                     "gemm|matrix multiplication|matmul\n"
                                     "gmm|gaussian mixture model\n"
                                     "gnn|graph neural network\n"
                                     "gpu|graphics processing unit\n"
                                     "gp|gaussian process\n"
                                     "gqa|grouped query attention\n"
                                     "grpo|group relative policy optimization\n"
                                     "gru|gated recurrent unit\n"
                                     "hbm|high bandwidth memory\n"
                                     "hci|human computer interaction\n"
                                     "hmm|hidden markov model\n"
                                     "icl|in context learning\n"
                                     "ir|information retrieval\n"
                                     "k8s|kubernetes\n"
                                     "kg|knowledge graph\n"
                                     "knn|nearest neighbor\n"
                                     "kv|key value\n"
                                     "lda|latent dirichlet allocation\n"
                                     "llm|large language model\n"
                                     "lm|language model\n"
                                     "lora|low rank adaptation\n"
                                     "lsa|latent semantic analysis\n"
                                     "lstm|long short term memory\n"
                                     "mcmc|markov chain monte carlo\n"
                                     "mcp|model context protocol\n"
                                     "mdp|markov decision process\n"
                                     "mha|multi head attention\n"
                                     "mla|multi head latent attention\n"
                                     "mlp|multilayer perceptron\n"
                                     "ml|machine learning\n"
                                     "moe|mixture of experts\n"
                                     "mt|machine translation\n"
                                     "ner|named entity recognition\n"
                                     "nlg|natural language generation\n"
                                     "nlp|natural language processing\n"
                                     "nlu|natural language understanding\n"
                                     "nmt|neural machine translation\n"
                                     "nn|neural network\n"
                                     "npu|neural processing unit\n"
                                     "ocr|optical character recognition\n"
                                     "pca|principal component analysis\n"
                                     "peft|parameter efficient fine tuning\n"
                                     "plm|pretrained language model\n"
                                     "pos|part of speech\n"
                                     "ppo|proximal policy optimization\n"
                                     "ptq|post training quantization\n"
                                     "qat|quantization aware training\n"
                                     "qa|question answering\n"
                                     "rag|retrieval augmented generation\n"
                                     "repo|repository\n"
                                     "rlhf|reinforcement learning from human feedback\n"
                                     "rlvr|reinforcement learning with verifiable rewards\n"
                                     "rl|reinforcement learning\n"
                                     "rnn|recurrent neural network\n"
                                     "sdk|software development kit\n"
                                     "sft|supervised fine tuning\n"
                                     "sgd|stochastic gradient descent\n"
                                     "slm|small language model\n"
                                     "slo|service level objective\n"
                                     "smt|statistical machine translation\n"
                                     "srl|semantic role labeling\n"
                                     "ssm|state space model\n"
                                     "svm|support vector machine\n"
                                     "tpu|tensor processing unit\n"
                                     "ttft|time to first token\n"
                                     "tts|text to speech|speech synthesis\n"
                                     "vae|variational autoencoder\n"
                                     "vlm|vision language model\n"
                                     "vqa|visual question answering\n"
                                     "wsd|word sense disambiguation\n";

using Name = std::vector<std::string>;

/// A name by the words that say something: queries leave the others out.
struct Entry {
  std::size_t group = 0, name = 0;
  Name key;
};

struct Table {
  std::vector<std::vector<Name>> groups;
  std::unordered_map<std::string, std::vector<Entry>> by_first; ///< by the first stem of the key
};

Name stems_of(std::string_view text, Stemmer& stemmer) {
  Name name;
  for (const Token& token : tokenize(text)) {
    if (token.kind == TokenKind::Word) name.push_back(stemmer.stem(token.folded));
  }
  return name;
}

Table make_table() {
  Table table;
  Stemmer stemmer;
  for (std::string_view rest = kGroups; !rest.empty();) {
    const std::size_t line_end = rest.find('\n');
    std::string_view line = rest.substr(0, line_end);
    rest.remove_prefix(line_end + 1);
    std::vector<Name> names;
    while (!line.empty()) {
      const std::size_t bar = std::min(line.find('|'), line.size());
      names.push_back(stems_of(line.substr(0, bar), stemmer));
      Name key = names.back();
      std::erase_if(key, [](const std::string& stem) { return is_stop_word(stem); });
      std::vector<Entry>& entries = table.by_first[key.front()];
      entries.push_back({table.groups.size(), names.size() - 1, std::move(key)});
      line.remove_prefix(std::min(bar + 1, line.size()));
    }
    table.groups.push_back(std::move(names));
  }
  return table;
}

const Table& table() {
  static const Table made = make_table();
  return made;
}

} // namespace

std::vector<Synonyms> synonyms_among(std::span<const std::string> stems) {
  std::vector<Synonyms> out;
  for (std::size_t i = 0; i < stems.size();) {
    Synonyms longest{i, 0, {}};
    const auto entries = table().by_first.find(stems[i]);
    if (entries != table().by_first.end()) {
      for (const auto& [group, number, key] : entries->second) {
        const std::vector<Name>& names = table().groups[group];
        const auto here = stems.subspan(i, std::min(key.size(), stems.size() - i));
        if (key.size() <= longest.count || !std::ranges::equal(key, here)) continue;
        longest = {i, key.size(), {}};
        for (std::size_t other = 0; other < names.size(); ++other) {
          if (other != number) longest.others.push_back(names[other]);
        }
      }
    }
    i += std::max<std::size_t>(longest.count, 1);
    if (longest.count > 0) out.push_back(std::move(longest));
  }
  return out;
}

std::string_view synonym_groups() { return kGroups; }

} // namespace trawl::text
