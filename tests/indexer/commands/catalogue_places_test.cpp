// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "shared/base/file.h"
#include "tests/support/source_tree.h"

#include <catch2/catch.hpp>

#include <array>

using namespace trawl;

namespace {

struct Known {
  const char* source;
  std::array<const char*, 3> addresses; ///< of the publisher, without the scheme, which say how its addresses look
};

// clang-format off
const Known kKnown[] = {
    {"ahead-of-ai", {"magazine.sebastianraschka.com/p/understanding-reasoning-llms",
     "magazine.sebastianraschka.com/p/the-big-llm-architecture-comparison",
     "magazine.sebastianraschka.com/p/llm-research-papers-2024-part2"}},
    {"anthropic", {"www.anthropic.com/news/claude-3-7-sonnet",
     "www.anthropic.com/research/tracing-thoughts-language-model",
     "www.anthropic.com/engineering/building-effective-agents"}},
    {"apple-ml", {"machinelearning.apple.com/research/introducing-apple-foundation-models",
     "machinelearning.apple.com/research/illusion-of-thinking",
     "machinelearning.apple.com/research/hey-siri"}},
    {"ars-technica-ai", {"arstechnica.com/ai/2025/01/how-does-deepseek-r1-really-fare-against-openais-best-reasoning-models/",
     "arstechnica.com/information-technology/2023/11/openai-fires-ceo-sam-altman-citing-less-than-candid-communications/",
     "arstechnica.com/tech-policy/2024/08/artists-claim-big-win-in-copyright-suit-fighting-ai-image-generators/"}},
    {"aws-ml", {"aws.amazon.com/blogs/machine-learning/deepseek-r1-model-now-available-in-amazon-bedrock-marketplace-and-amazon-sagemaker-jumpstart/",
     "aws.amazon.com/blogs/machine-learning/question-answering-using-retrieval-augmented-generation-with-foundation-models-in-amazon-sagemaker-jumpstart/",
     "aws.amazon.com/blogs/machine-learning/knowledge-bases-for-amazon-bedrock-now-supports-hybrid-search/"}},
    {"cerebras", {"www.cerebras.ai/blog/introducing-cerebras-inference-ai-at-instant-speed",
     "www.cerebras.ai/blog/llama-405b-inference",
     "www.cerebras.ai/blog/cerebras-launches-the-worlds-fastest-ai-inference"}},
    {"cohere", {"cohere.com/blog/command-r",
     "cohere.com/blog/rerank-3",
     "cohere.com/blog/command-a"}},
    {"crewai", {"blog.crewai.com/",
     "www.crewai.com/blog/how-we-built-cognitive-memory-for-agentic-systems",
     "www.crewai.com/blog/build-your-first-crewai-agents"}},
    {"deepseek", {"api-docs.deepseek.com/news/news1226",
     "api-docs.deepseek.com/news/news250120",
     "api-docs.deepseek.com/news/news0725"}},
    {"distill", {"distill.pub/2020/circuits/zoom-in/",
     "distill.pub/2018/building-blocks/",
     "distill.pub/2021/gnn-intro/"}},
    {"fast-ai", {"www.fast.ai/posts/2020-08-21-fastai2-launch.html",
     "www.fast.ai/posts/2024-03-06-fsdp-qlora.html",
     "www.fast.ai/posts/2023-09-04-learning-jumps/"}},
    {"fireworks", {"fireworks.ai/blog/fire-attention-serving-stack",
     "fireworks.ai/blog/firefunction-v1-gpt-4-level-function-calling",
     "fireworks.ai/blog/deepseek-r1-deepdive"}},
    {"google-ai", {"blog.google/technology/ai/google-gemini-ai/",
     "blog.google/technology/google-deepmind/gemini-model-thinking-updates-march-2025/",
     "blog.google/products/search/generative-ai-google-search-may-2024/"}},
    {"google-cloud-ai", {"cloud.google.com/blog/products/ai-machine-learning/introducing-gemini-2-0-on-vertex-ai",
     "cloud.google.com/blog/topics/developers-practitioners/what-retrieval-augmented-generation",
     "cloud.google.com/blog/products/ai-machine-learning/anthropics-claude-3-models-now-available-on-vertex-ai"}},
    {"deepmind", {"deepmind.google/blog/alphaevolve-a-gemini-powered-coding-agent-for-designing-advanced-algorithms/",
     "deepmind.google/discover/blog/alphageometry-an-olympiad-level-ai-system-for-geometry/",
     "deepmind.google/discover/blog/gencast-predicts-weather-and-the-risks-of-extreme-conditions-with-sota-accuracy/"}},
    {"groq", {"groq.com/blog/inside-the-lpu-deconstructing-groq-speed",
     "groq.com/newsroom/meta-and-groq-collaborate-to-deliver-fast-inference-for-the-official-llama-api",
     "groq.com/blog/the-groq-lpu-explained"}},
    {"haystack", {"haystack.deepset.ai/blog/haystack-2-release",
     "haystack.deepset.ai/blog/agentic-rag-in-deepset-studio",
     "haystack.deepset.ai/blog/extracting-metadata-filter"}},
    {"hugging-face", {"huggingface.co/blog/open-deep-research",
     "huggingface.co/blog/rlhf",
     "huggingface.co/blog/mlabonne/abliteration"}},
    {"import-ai", {"importai.substack.com/p/import-ai-397-deepseek-means-ai-proliferation",
     "importai.substack.com/p/import-ai-380-distributed-13bn-parameter",
     "jack-clark.net/2024/07/08/import-ai-379-flashattention-3-elon-raises-6bn-can-china-build-ai-infrastructure/"}},
    {"langchain", {"blog.langchain.com/benchmarking-multi-agent-architectures/",
     "blog.langchain.dev/langgraph/",
     "blog.langchain.com/context-engineering-for-agents/"}},
    {"langfuse", {"langfuse.com/blog/2024-12-langfuse-v3-infrastructure-evolution",
     "langfuse.com/blog/2025-03-19-ai-agent-comparison",
     "langfuse.com/blog/introducing-langfuse-2.0"}},
    {"lilianweng", {"lilianweng.github.io/posts/2023-06-23-agent/",
     "lilianweng.github.io/posts/2018-06-24-attention/",
     "lilianweng.github.io/posts/2025-05-01-thinking/"}},
    {"llamaindex", {"www.llamaindex.ai/blog/introducing-workflows-beta-a-new-way-to-create-complex-ai-applications-with-llamaindex",
     "www.llamaindex.ai/blog/evaluating-the-ideal-chunk-size-for-a-rag-system-using-llamaindex-6207e5d3fec5",
     "www.llamaindex.ai/blog/introducing-llamacloud-and-llamaparse-af8cedf9006b"}},
    {"meta-ai", {"ai.meta.com/blog/meta-llama-3/",
     "ai.meta.com/blog/llama-4-multimodal-intelligence/",
     "ai.meta.com/blog/large-language-model-llama-meta-ai/"}},
    {"autogen", {"devblogs.microsoft.com/autogen/autogen-reimagined-launching-autogen-0-4/",
     "devblogs.microsoft.com/autogen/microsofts-agentic-frameworks-autogen-and-semantic-kernel/",
     "microsoft.github.io/autogen/0.2/blog/2024/10/02/new-autogen-architecture-preview/"}},
    {"microsoft-research", {"www.microsoft.com/en-us/research/blog/graphrag-unlocking-llm-discovery-on-narrative-private-data/",
     "www.microsoft.com/en-us/research/articles/magentic-one-a-generalist-multi-agent-system-for-solving-complex-tasks/",
     "www.microsoft.com/en-us/research/podcast/ai-frontiers-the-physics-of-ai-with-sebastien-bubeck/"}},
    {"mistral", {"mistral.ai/news/announcing-mistral-7b",
     "mistral.ai/news/mixtral-of-experts",
     "mistral.ai/news/mistral-large"}},
    {"mit-technology-review", {"www.technologyreview.com/2025/05/20/1116327/ai-energy-usage-climate-footprint-big-tech/",
     "www.technologyreview.com/2024/03/04/1089403/large-language-models-amazing-but-nobody-knows-why/",
     "www.technologyreview.com/2023/03/25/1070275/chatgpt-revolutionize-economy-decide-what-looks-like/"}},
    {"modal", {"modal.com/blog/serverless-http",
     "modal.com/blog/how-to-price-serverless-gpus",
     "modal.com/blog/embedding-wikipedia"}},
    {"n8n", {"blog.n8n.io/ai-agents/",
     "blog.n8n.io/rag-chatbot/",
     "blog.n8n.io/open-source-llm/"}},
    {"interconnects", {"www.interconnects.ai/p/deepseek-r1-recipe-for-o1",
     "www.interconnects.ai/p/rlhf-resources",
     "www.interconnects.ai/p/olmo-2-and-building-language-model-training"}},
    {"nvidia", {"developer.nvidia.com/blog/introducing-nvidia-dynamo-a-low-latency-distributed-inference-framework-for-scaling-reasoning-ai-models/",
     "developer.nvidia.com/blog/mastering-llm-techniques-inference-optimization/",
     "developer.nvidia.com/blog/nvidia-hopper-architecture-in-depth/"}},
    {"ollama", {"ollama.com/blog/structured-outputs",
     "ollama.com/blog/tool-support",
     "ollama.com/blog/llama3.2-vision"}},
    {"openai", {"openai.com/index/introducing-deep-research/",
     "openai.com/index/hello-gpt-4o/",
     "openai.com/research/better-language-models"}},
    {"perplexity", {"www.perplexity.ai/hub/blog/introducing-perplexity-deep-research",
     "www.perplexity.ai/hub/blog/introducing-pplx-online-llms",
     "www.perplexity.ai/hub/blog/high-performance-gpu-memory-transfer-on-aws"}},
    {"pytorch", {"pytorch.org/blog/pytorch-2-7/",
     "pytorch.org/blog/flexattention/",
     "pytorch.org/blog/pt-fedora-os-communities/"}},
    {"replicate", {"replicate.com/blog/flux-state-of-the-art-image-generation",
     "replicate.com/blog/run-llama-locally",
     "replicate.com/blog/fine-tune-llama-2"}},
    {"simon-willison", {"simonwillison.net/2025/Mar/19/vibe-coding/",
     "simonwillison.net/2024/Dec/31/llms-in-2024/",
     "simonwillison.net/2022/Sep/12/prompt-injection/"}},
    {"tensorflow", {"blog.tensorflow.org/2024/03/whats-new-in-tensorflow-2-16.html",
     "blog.tensorflow.org/2019/09/tensorflow-20-is-now-available.html",
     "blog.tensorflow.org/2023/03/jax-on-web-with-tensorflowjs.html"}},
    {"the-batch", {"www.deeplearning.ai/the-batch/issue-242/",
     "www.deeplearning.ai/the-batch/how-agents-can-improve-llm-performance/",
     "www.deeplearning.ai/the-batch/agentic-design-patterns-part-2-reflection/"}},
    {"the-gradient", {"thegradient.pub/nlp-imagenet/",
     "thegradient.pub/othello/",
     "thegradient.pub/transformers-are-graph-neural-networks/"}},
    {"the-verge-ai", {"www.theverge.com/2023/11/17/23965982/openai-ceo-sam-altman-fired",
     "www.theverge.com/news/598846/deepseek-big-tech-ai-industry-nvidia-impac",
     "www.theverge.com/ai-artificial-intelligence/638933/elevenlabs-text-to-bark-april-fools-day"}},
    {"together", {"www.together.ai/blog/together-inference-engine-2",
     "www.together.ai/blog/flashattention-3",
     "www.together.ai/blog/announcing-our-series-c"}},
    {"venturebeat-ai", {"venturebeat.com/ai/why-enterprise-rag-systems-fail-google-study-introduces-sufficient-context-solution/",
     "venturebeat.com/ai/meet-openorca-dolphin-the-open-source-llm/",
     "venturebeat.com/category/ai/"}},
    {"vllm", {"blog.vllm.ai/2023/06/20/vllm.html",
     "blog.vllm.ai/2025/01/27/v1-alpha-release.html",
     "vllm.ai/blog/2024-09-05-perf-update"}},
    {"wandb", {"wandb.ai/fully-connected/gradient-dissent",
     "wandb.ai/fully-connected/rss.xml",
     "wandb.ai/site/articles/fundamentals-of-neural-networks"}},
    {"wired-ai", {"www.wired.com/story/eight-google-employees-invented-modern-ai-transformers-paper/",
     "www.wired.com/story/deepseek-chatbot-hands-on-vs-chatgpt-gemini/",
     "www.wired.com/story/what-openai-really-wants/"}},
    {"xai", {"x.ai/news/grok-3",
     "x.ai/blog/grok-1.5v",
     "x.ai/news/grok-4"}},
};
// clang-format on

} // namespace

TEST_CASE("catalogue places: each of the 48 sources may state what its publisher's addresses lack", "[commands]") {
  const auto path = test::in_source_tree("schema/sources.json");
  const auto sources = schema::parse_catalogue(read_file(path, 1u << 20).value(), "sources.json").value();
  const auto places = crawl::places_of(sources);
  REQUIRE(std::size(kKnown) == sources.size());
  for (const auto& [source, addresses] : kKnown) {
    for (const std::string address : addresses) {
      INFO(source << " " << address);
      CHECK(places.may_state(source, "https://" + address));
    }
  }
}

TEST_CASE("catalogue places: hosts of many are not given away as a whole", "[commands]") {
  const auto path = test::in_source_tree("schema/sources.json");
  const auto places =
      crawl::places_of(schema::parse_catalogue(read_file(path, 1u << 20).value(), "sources.json").value());
  for (const char* address : {"https://huggingface.co/mallory/model", "https://wandb.ai/mallory/project/reports/x",
                              "https://mallory.github.io/1", "https://microsoft.github.io/other/",
                              "https://mallory.substack.com/p/1", "https://aws.amazon.com/blogs/aws/1",
                              "https://devblogs.microsoft.com/python/1", "https://developer.nvidia.com/cuda"})
    CHECK(places.owner(address, {{"none", "https://none.example/feed", ""}}) == "none");
}
