import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { inShort, type StatementTrace, traceStatements } from '../../../support/statement-trace.js';

const ARTICLE = '/kb/birds/bird-3';
const PAGES = [
  { page: 'the first page', path: '/kb' },
  { page: 'a category', path: '/kb/birds' },
  { page: 'an article', path: ARTICLE },
  { page: 'a search', path: '/kb/search?q=bird' },
  { page: 'a page that is not there', path: '/kb/nowhere' },
  { page: 'an article behind a login', path: '/kb/birds/members' },
];

describe.each(dialects)('database statements of a reader page on $name', (dialect) => {
  let trace: StatementTrace;
  let url: string;
  let drop: () => Promise<void>;
  let host: TestHost;
  const start = (): Promise<TestHost> => createTestHost({ database: url, plugins: [knowledgeBase()], debug: false });

  beforeAll(async () => {
    trace = traceStatements();
    ({ url, drop } = await migratedDatabase(dialect, [knowledgeBase()]));
    host = await start();
    const as = await host.createUser('administrator');
    const create = async (path: string, body: object): Promise<number> => {
      const { data } = await host.request('POST', `/vendor-kb/v1${path}`, { as, body });
      return (data as { id: number }).id;
    };
    const birds = await create('/categories', { name: 'Birds', slug: 'birds' });
    const article = { status: 'publish', content: '# One\n\nText.', categories: [birds], tags: ['bird'] };
    for (let nth = 1; nth <= 12; nth += 1) {
      await create('/articles', { ...article, title: `Bird ${nth}`, slug: `bird-${nth}` });
    }
    const access_rule = { mode: 'logged_in', teaser: 'words', listed: true };
    await create('/articles', { ...article, title: 'Members', slug: 'members', access_rule });
    await host.plugin('knowledge-base').searchIndex.ready();
  });
  afterAll(async () => {
    await host?.close();
    await drop?.();
    trace?.stop();
  });

  /** Serves the site with statements traced per caller, after startup work outside requests is done. */
  async function serve(site: TestHost) {
    const server = createServer(trace.around(site.handler()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    await get('/api/mortise/v1/health/live');
    return {
      statementsOf: async (path: string) => (await trace.of(() => get(path))).map(inShort),
      close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
    };
  }

  it.each(PAGES)('number at most two with a warm cache: $page', async ({ path }) => {
    const { statementsOf, close } = await serve(host);
    await statementsOf(path);
    const statements = await statementsOf(path);
    await close();
    expect({ asked: statements, isFew: statements.length <= 2 }).toEqual({ asked: statements, isFew: true });
  });

  it.each(PAGES)('number at most six on the first visit in a new process: $page', async ({ path }) => {
    const fresh = await start();
    try {
      await fresh.plugin('knowledge-base').searchIndex.ready();
      const { statementsOf, close } = await serve(fresh);
      // The first page also loads data that all pages share.
      await statementsOf('/kb/birds/bird-12');
      const statements = await statementsOf(path);
      await close();
      expect({ asked: statements, isFew: statements.length <= 6 }).toEqual({ asked: statements, isFew: true });
      if (path === ARTICLE) expect(statements).toContain('select kb_rendered_texts');
    } finally {
      await fresh.close();
    }
  });
});
