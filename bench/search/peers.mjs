// Search engines to compare. Each takes documents with a title and a body and ranks the ids of a query's results.
import Libsql from 'libsql';
import lunr from 'lunr';
import MiniSearch from 'minisearch';
import { createSearchEngine } from '../../build/plugins/knowledge-base/domain/search/minisearch-engine.js';

export async function ours(documents) {
  const engine = createSearchEngine();
  await engine.index(documents);
  return {
    engine,
    rank: async (query, limit) =>
      (await engine.search({ query, locale: 'en', page: 1, perPage: limit })).hits.map(({ id }) => id),
    update: (document) => engine.index([document]),
  };
}

/** MiniSearch without options. */
export const miniSearchDefaults = (documents) => miniSearch(documents, {});

/** Example of MiniSearch's documentation: prefixes and typos of every word, titles with a boost of two. */
export const miniSearchExample = (documents) =>
  miniSearch(documents, { boost: { title: 2 }, prefix: true, fuzzy: 0.2 });

async function miniSearch(documents, searchOptions) {
  const index = new MiniSearch({ fields: ['title', 'body'], searchOptions });
  await index.addAllAsync(documents);
  return {
    rank: (query, limit) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => id),
    update: async (document) => index.replace(document),
  };
}

export async function lunrDefaults(documents) {
  const index = lunr(function configure() {
    this.field('title');
    this.field('body');
    for (const document of documents) this.add(document);
  });
  return {
    // Words only, because a colon or a plus would be an operator of the query language.
    rank: (query, limit) =>
      index
        .search(wordsOf(query).join(' '))
        .slice(0, limit)
        .map(({ ref }) => Number(ref)),
  };
}

/** Porter stemming, any of the words, title matches with a weight of ten. */
export async function fts5Porter(documents) {
  const db = new Libsql(':memory:');
  db.exec("create virtual table docs using fts5(title, body, tokenize = 'porter unicode61')");
  const insert = db.prepare('insert into docs (rowid, title, body) values (?, ?, ?)');
  const replace = db.prepare('update docs set title = ?, body = ? where rowid = ?');
  db.exec('begin');
  for (const { id, title, body } of documents) insert.run(id, title, body);
  db.exec('commit');
  const select = db.prepare('select rowid as id from docs where docs match ? order by bm25(docs, 10, 1) limit ?');
  return {
    rank(query, limit) {
      const terms = wordsOf(query).map((word) => `"${word}"`);
      return terms.length === 0 ? [] : select.all(terms.join(' OR '), limit).map(({ id }) => id);
    },
    update: async ({ id, title, body }) => replace.run(title, body, id),
  };
}

const wordsOf = (query) => query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
