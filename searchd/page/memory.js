// SPDX-License-Identifier: GPL-3.0-or-later
// Data about the reader that this browser stores: the last visit, read articles, saved searches, whether pictures may be
// shown. It stays in this browser and is never sent to the server.
"use strict";

const kVisitGap = 30 * 60 * 1000;  // milliseconds without a page, after which the next one is another visit
const kMostRead = 4000;
const kMostSaved = 30;

function load(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem("trawl." + name)) ?? fallback;
  } catch {
    return fallback;  // storage is switched off, or another program wrote there
  }
}

function store(name, value) {
  try {
    localStorage.setItem("trawl." + name, JSON.stringify(value));
  } catch { /* the page works without a memory */ }
}

function beginVisit() {
  const now = Date.now();
  const visit = load("visit", { seen: null, active: now });
  if (now - visit.active > kVisitGap) visit.seen = visit.active;
  visit.active = now;
  store("visit", visit);
  return visit.seen;
}

// When the last visit ended, in milliseconds; null in the first one.
export const lastVisit = beginVisit();

export const isNew = (indexed) => lastVisit !== null && Date.parse(indexed) > lastVisit;

// Read articles

const read = new Set(load("read", []));

export const isRead = (id) => read.has(id);

export function setRead(id, isRead = true) {
  read.delete(id);
  if (isRead) read.add(id);
  store("read", [...read].slice(-kMostRead));
}

// Saved searches: { name, query, seen }; `query` is the part after "?", `seen` the time at which its results were last viewed.

const savedSearches = () => load("saved", []).filter((search) => typeof search?.query === "string");

export const saved = () => savedSearches();

export const isSaved = (query) => savedSearches().some((search) => search.query === query);

export function saveSearch(name, query) {
  const others = savedSearches().filter((search) => search.query !== query);
  store("saved", [...others, { name, query, seen: Date.now() }].slice(-kMostSaved));
}

export function forgetSearch(query) {
  store("saved", savedSearches().filter((search) => search.query !== query));
}

export function lookedAt(query) {
  store("saved", savedSearches().map((search) => (search.query === query ? { ...search, seen: Date.now() } : search)));
}

// Pictures from other servers

export const wantsPictures = () => load("pictures", false) === true;

export const setPictures = (wanted) => store("pictures", wanted);

// The articles of the list that was last shown in this tab, to go from one to the next.

export function rememberList(articles) {
  try {
    sessionStorage.setItem("trawl.list", JSON.stringify(articles));
  } catch { /* then there are no neighbours */ }
}

export function lastList() {
  try {
    return JSON.parse(sessionStorage.getItem("trawl.list")) ?? [];
  } catch {
    return [];
  }
}
