import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutput } from '../../src/cli/output.js';
import { BrowserAgent } from '../support/browser-agent.js';
import { dialects, migratedDatabase, SQLITE, type TestDialect } from '../support/databases.js';
import { inShort, type StatementTrace, traceStatements } from '../support/statement-trace.js';

const ARTICLES = '/vendor-kb/v1/articles';

const IMPORTED_CATEGORY = [
  'begin',
  'savepoint',
  'insert versions',
  'select terms',
  'select kb_articles',
  'insert terms',
  'insert versions',
  'release',
  'select terms',
  'insert kb_sources',
  'commit',
  'select versions',
  'select terms',
  'select versions',
  'select kb_search_changes',
];

const NEW_ARTICLE = [
  'begin',
  'select terms',
  'select kb_articles',
  'insert posts',
  'insert post_terms',
  'insert kb_articles',
  'insert kb_rendered_texts',
  'delete kb_redirects',
  'insert kb_revisions',
  'insert kb_search_changes',
  'insert versions',
  'commit',
  'select versions',
  'select kb_search_changes',
  'select kb_articles',
];

/** Statements of each path in docs/architecture.md, after initial requests have filled the caches. */
const STATEMENTS_OF: Readonly<Record<string, readonly string[]>> = {
  'GET an article': ['select kb_articles'],
  'GET the page of an article': ['select kb_articles', 'select kb_articles'],
  'GET a search': ['select kb_articles', 'select kb_articles'],
  'GET the page of a search': ['select kb_articles', 'select kb_articles'],
  'POST an article': NEW_ARTICLE,
  'POST a batch of two changes': [
    'select kb_articles',
    'begin',
    'select kb_articles',
    'update kb_articles',
    'update posts',
    'select post_terms',
    'delete kb_redirects',
    'insert kb_revisions',
    'insert kb_search_changes',
    'insert versions',
    'commit',
    'select versions',
    'select kb_search_changes',
    'select kb_articles',
    'select kb_rendered_texts',
    ...NEW_ARTICLE,
  ],
  'import a file': [
    'insert kb_import_checkpoints',
    'select kb_import_checkpoints',
    'select kb_sources',
    'select kb_articles',
    ...IMPORTED_CATEGORY,
    ...IMPORTED_CATEGORY,
    'begin',
    'savepoint',
    'select terms',
    'insert posts',
    'insert post_terms',
    'insert kb_articles',
    'insert kb_rendered_texts',
    'insert kb_redirects',
    'delete kb_redirects',
    'insert kb_revisions',
    'insert kb_search_changes',
    'insert versions',
    'release',
    'insert kb_sources',
    'commit',
    'select versions',
    'select kb_search_changes',
    'select kb_articles',
    'select kb_links',
    'delete kb_import_checkpoints',
  ],
  'import it again': [
    'insert kb_import_checkpoints',
    'select kb_import_checkpoints',
    'select kb_sources',
    'select kb_articles',
    'select kb_links',
    'delete kb_import_checkpoints',
  ],
};

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

describe.each(dialects)('request on $name', (dialect) => {
  it('runs each required statement once', async () => {
    const { paths } = await walk(dialect);
    const statements = await everyPath(paths);
    expect(Object.fromEntries(Object.entries(statements).map(([name, all]) => [name, all.map(inShort)]))).toEqual(
      STATEMENTS_OF,
    );
  });
});

it('lists these statement counts in docs/architecture.md', async () => {
  const text = await readFile(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| ([^|]+) \| (\d+) \|/gm);
  expect(Object.fromEntries([...rows].map(([, name = '', count]) => [name, Number(count)]))).toEqual(
    Object.fromEntries(Object.entries(STATEMENTS_OF).map(([name, all]) => [name, all.length])),
  );
});

it('scans no table that grows with the site', async () => {
  const { url, paths } = await walk(SQLITE);
  const statements = new Set(Object.values(await everyPath(paths)).flat());
  const database = new Libsql(url.replace('sqlite:', ''));
  cleanups.push(async () => void database.close());
  const scans: string[] = [];
  for (const statement of statements) {
    if (!/^(?:select|update|delete)/i.test(statement)) continue;
    const plan = database.prepare(`explain query plan ${statement.replaceAll('?', '1')}`).all() as { detail: string }[];
    // The page of a list is limited before it is scanned.
    for (const { detail } of plan)
      if (/^SCAN (?!CONSTANT|page$)/.test(detail)) scans.push(`${detail}: ${inShort(statement)}`);
  }
  expect(scans.toSorted()).toEqual([]);
});

/** Runs every path in turn. @returns its statements */
async function everyPath(paths: Readonly<Record<string, () => Promise<string[]>>>): Promise<Record<string, string[]>> {
  const statements: Record<string, string[]> = {};
  for (const [name, go] of Object.entries(paths)) statements[name] = await go();
  return statements;
}

/** Starts a site with two articles in a category, a signed-in user, and a folder to import. */
async function walk(dialect: TestDialect): Promise<{
  url: string;
  paths: Readonly<Record<string, () => Promise<string[]>>>;
}> {
  const trace: StatementTrace = traceStatements();
  const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
  cleanups.push(async () => trace.stop(), drop);
  const host = await createTestHost({ database: url, plugins: [knowledgeBase()], debug: false });
  cleanups.push(host.close);
  const server = createServer(trace.around(host.handler()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => server.close());
  const browser = new BrowserAgent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const admin = await host.createUser('administrator');
  await browser.logIn(admin.login, admin.password);
  const headers = { 'X-CMS-Nonce': await browser.nonce() };
  const post = async (target: string, json: object) => {
    const answer = await browser.post(`/api${target}`).set(headers).send(json);
    if (answer.status >= 300 || answer.text.includes('"code"')) throw new Error(answer.text);
    return answer.body as { readonly id: number };
  };
  const get = async (target: string) => {
    const answer = await browser.get(target).set(headers);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const article = (title: string) => ({ title, content: 'some *words*', status: 'publish', categories: [category.id] });
  const category = await post('/vendor-kb/v1/categories', { name: 'Guide' });
  const first = await post(ARTICLES, article('One'));
  await post(ARTICLES, article('Two'));
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-import-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'notes'));
  await writeFile(path.join(folder, 'notes', 'first.md'), '---\ntitle: First\n---\nText of it.\n');
  const importFolder = async () => {
    const command = host.commands().find(({ name }) => name === 'kb import');
    if (!command) throw new Error('The knowledge base has no import any more.');
    const silent = { write: () => true };
    const code = await command.run({
      args: { source: folder },
      values: [],
      options: { from: 'markdown', profile: 'auto', source: 'docs', update: 'newer' },
      output: createOutput({ format: 'json', quiet: true, progress: false }, { stdout: silent, stderr: silent }),
      user: null,
      color: false,
      confirm: async () => undefined,
      signal: new AbortController().signal,
    });
    if (code) throw new Error(`The import ended with ${code}.`);
  };
  const pages = ['/kb/guide/one', '/kb/search?q=words', '/api/vendor-kb/v1/search?q=words'];
  for (const page of pages) await get(page);
  const paths = {
    'GET an article': () => trace.of(() => get(`/api${ARTICLES}/${first.id}`)),
    'GET the page of an article': () => trace.of(() => get('/kb/guide/one')),
    'GET a search': () => trace.of(() => get('/api/vendor-kb/v1/search?q=words')),
    'GET the page of a search': () => trace.of(() => get('/kb/search?q=words')),
    'POST an article': () => trace.of(() => post(ARTICLES, article('Three'))),
    'POST a batch of two changes': () =>
      trace.of(() =>
        post('/batch/v1', {
          requests: [
            { method: 'PUT', path: `${ARTICLES}/${first.id}`, body: { title: 'First' } },
            { method: 'POST', path: ARTICLES, body: article('Four') },
          ],
        }),
      ),
    'import a file': () => trace.of(importFolder),
    'import it again': () => trace.of(importFolder),
  };
  return { url, paths };
}
