# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks a daemon through the client that openapi-python-client makes, and prints what came: use.py SERVER. The client is on the path."""
import json
import sys

from client import Client
from client.api.v1 import export_sources, get_article, get_article_markdown, multi_search, search, suggest
from client.models import Searches, SearchFacetsItem, SearchParameters

api = Client(sys.argv[1])
found = search.sync(client=api, q="model", limit=3, facets=[SearchFacetsItem.SOURCE, SearchFacetsItem.DATE])
first = found.hits[0].id
article = get_article.sync(first, client=api, related=2)
several = multi_search.sync(client=api, body=Searches([SearchParameters(q="model", limit=1), SearchParameters(q="model", cursor="garbage")]))
suggested = suggest.sync(client=api, q="mod", limit=5)
problem = get_article.sync("ffffffffffffffff", client=api)
print(json.dumps({
    "search": [found.total, [[hit.id, hit.title_html, hit.source.label, hit.published_day] for hit in found.hits], found.next_],
    "facets": [[[one.value, one.count] for one in facet.values] for facet in (found.facets.source, found.facets.date)],
    "article": [article.title, article.text, len(article.copies), [hit.id for hit in article.related]],
    "markdown": get_article_markdown.sync(first, client=api),
    "several": [[one.status, one.answer and one.answer.total, one.problem and one.problem.errors[0].parameter] for one in several.answers],
    "suggestions": [[one.kind.value, one.text] for one in suggested.suggestions],
    "problem": [problem.status, problem.type_, problem.detail],
    "opml": export_sources.sync_detailed(client=api).content.decode(),
}))
