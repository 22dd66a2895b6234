#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks a Xapian database with nothing but Xapian: its query parser and its match spies.

    ask_xapian.py DATABASE < QUERIES

For each line of standard input, a query or nothing for all articles, it prints a line of JSON: the ids of the articles found,
in order, and by value slot how often each whole value occurs in them. Needs Debian's python3-xapian.
"""
import json
import sys

import xapian

DAY_SLOT, ID_SLOT, FIRST_FIELD, FIELDS = 1, 4, 6, 6
FLAGS = xapian.QueryParser.FLAG_DEFAULT | xapian.QueryParser.FLAG_WILDCARD | xapian.QueryParser.FLAG_CJK_NGRAM


def parser_of(database):
    parser = xapian.QueryParser()
    parser.set_database(database)
    parser.set_stemmer(xapian.Stem("en"))
    parser.set_stemming_strategy(xapian.QueryParser.STEM_ALL_Z)  # only stems have positions
    parser.set_default_op(xapian.Query.OP_AND)
    parser.add_prefix("title", "S")
    parser.add_prefix("author", "A")
    for field, prefix in (("source", "XSOURCE:"), ("tag", "K"), ("lang", "L")):
        parser.add_boolean_prefix(field, prefix)
    parser.add_rangeprocessor(xapian.DateRangeProcessor(DAY_SLOT, "date:"))
    return parser


def answer(database, parser, query):
    wanted = parser.parse_query(query, FLAGS) if query else xapian.Query.MatchAll
    enquire = xapian.Enquire(database)
    enquire.set_query(xapian.Query(xapian.Query.OP_AND_NOT, wanted, xapian.Query("XIS:gone")))  # withdrawn articles have that term
    spies = {slot: xapian.ValueCountMatchSpy(slot) for slot in (DAY_SLOT, *range(FIRST_FIELD, FIRST_FIELD + FIELDS))}
    for spy in spies.values():
        enquire.add_matchspy(spy)
    found = enquire.get_mset(0, database.get_doccount(), database.get_doccount())
    return {"ids": sorted(hit.document.get_value(ID_SLOT).decode() for hit in found),
            "values": {slot: {one.term.decode(): one.termfreq for one in spy.values()} for slot, spy in spies.items()}}


def main():
    database = xapian.Database(sys.argv[1])
    parser = parser_of(database)
    for query in sys.stdin.read().splitlines():
        print(json.dumps(answer(database, parser, query)))


if __name__ == "__main__":
    main()
