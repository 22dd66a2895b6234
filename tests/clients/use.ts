// SPDX-License-Identifier: GPL-3.0-or-later
// Asks a daemon through the client that openapi-generator makes, and prints what came: node use.js SERVER. Beside it lies the client.
import { Configuration, ProblemFromJSON, ResponseError, SearchFacetsEnum, V1Api } from "./client";

declare const process: { argv: string[] };

async function main() {
  const api = new V1Api(new Configuration({ basePath: process.argv[2] }));
  const found = await api.search({ q: "model", limit: 3, facets: [SearchFacetsEnum.Source, SearchFacetsEnum.Date] });
  const id = found.hits[0].id;
  const article = await api.getArticle({ id, related: 2 });
  const several = await api.multiSearch({ searches: { searches: [{ q: "model", limit: 1 }, { q: "model", cursor: "garbage" }] } });
  const suggested = await api.suggest({ q: "mod", limit: 5 });
  const problem = await api.getArticle({ id: "ffffffffffffffff" }).catch(async (error: ResponseError) => ProblemFromJSON(await error.response.json()));
  console.log(JSON.stringify({
    search: [found.total, found.hits.map((hit) => [hit.id, hit.titleHtml, hit.source?.label, hit.publishedDay]), found.next],
    facets: [found.facets.source?.values.map((one) => [one.value, one.count]), found.facets.date?.values.map((one) => [one.value, one.count])],
    article: [article.title, article.text, article.copies.length, article.related?.map((hit) => hit.id)],
    markdown: await api.getArticleMarkdown({ id }),
    several: several.answers.map((one) => [one.status, one.answer?.total ?? null, one.problem?.errors[0].parameter ?? null]),
    suggestions: suggested.suggestions.map((one) => [one.kind, one.text]),
    problem: "detail" in problem ? [problem.status, problem.type, problem.detail] : null,
    opml: await api.exportSources(),
  }));
}

main();
