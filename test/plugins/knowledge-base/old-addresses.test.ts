import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PATH_SEGMENTS } from '../../../src/plugins/knowledge-base/domain/links/links.js';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';
import { traceStatements } from '../../support/statement-trace.js';

describe.each(dialects)('old URL on $name', (dialect) => {
  let kb: KbHost;
  beforeEach(async () => {
    kb = await openKbHost(dialect);
  });
  afterEach(() => kb?.close());

  /** Status and redirect target of a page. */
  async function page(path: string, as?: KbHost['users']['editor']): Promise<string> {
    const { status, headers } = await kb.host.visit(`/kb/${path}`, as ? { as } : {});
    return `${status} ${headers.get('location') ?? ''}`.trim();
  }
  const change = async (id: number, body: object): Promise<void> => {
    expect((await kb.call('administrator', 'PUT', `/articles/${id}`, body)).status).toBe(200);
  };

  it.each([
    ['of 7,500 segments', 'a/'.repeat(7_500)],
    ['of 15,000 slashes', `a${'/'.repeat(15_000)}b`],
  ])('%s costs no more statements and values than any other', async (_, path) => {
    const trace = traceStatements();
    const traced = await openKbHost(dialect);
    try {
      await traced.host.visit('/kb/nowhere');
      const statements = await trace.of(async () => {
        expect((await traced.host.visit(`/kb/${path}`)).status).toBe(404);
      });
      const values = statements.map((sql) => sql.split('?').length - 1);
      expect(statements.length).toBeLessThan(10);
      expect(Math.max(...values)).toBeLessThanOrEqual(MAX_PATH_SEGMENTS + 2);
    } finally {
      trace.stop();
      await traced.close();
    }
  });

  it('redirects while only a draft uses it', async () => {
    await change(await kb.article({ slug: 'before' }), { slug: 'after' });
    const draft = await kb.article({ slug: 'before', status: 'draft' });
    expect(await page('before')).toBe('301 /kb/after');
    expect(await kb.call('anonymous', 'GET', '/articles/slug:before')).toMatchObject({ status: 301 });
    expect(await page('before', kb.users.editor)).toBe('200');
    expect((await kb.call('editor', 'GET', '/articles/slug:before')).status).toBe(200);
    await change(draft, { status: 'publish' });
    expect(await page('before')).toBe('200');
    expect(await page('after')).toBe('200');
  });

  it('returns 410 while only a draft uses it', async () => {
    const deleted = await kb.article({ slug: 'gone' });
    await kb.call('administrator', 'DELETE', `/articles/${deleted}?force=true`);
    const draft = await kb.article({ slug: 'gone', status: 'draft' });
    expect(await page('gone')).toBe('410');
    await change(draft, { status: 'publish' });
    expect(await page('gone')).toBe('200');
  });

  it('redirects to the former contents of a deleted category that had been renamed', async () => {
    const top = await kb.category({ slug: 'first' });
    const below = await kb.category({ slug: 'below', parent: top });
    await kb.article({ slug: 'one', categories: [top] });
    await kb.article({ slug: 'two', categories: [below] });
    await kb.call('administrator', 'PUT', `/categories/${top}`, { slug: 'second' });
    expect((await kb.call('administrator', 'DELETE', `/categories/${top}?reassign=0&children=lift`)).status).toBe(200);
    expect(await page('first/one')).toBe('301 /kb/one');
    expect(await page('second/one')).toBe('301 /kb/one');
    expect(await page('first/below')).toBe('301 /kb/below');
    expect(await page('first/below/two')).toBe('301 /kb/below/two');
  });

  it('redirects from categories that were deleted with their parents', async () => {
    const top = await kb.category({ slug: 'first' });
    const below = await kb.category({ slug: 'below', parent: top });
    const id = await kb.article({ slug: 'one', categories: [below] });
    await kb.call('administrator', 'PUT', `/categories/${top}`, { slug: 'second' });
    const path = `/categories/${top}?reassign=0&children=delete`;
    expect((await kb.call('administrator', 'DELETE', path)).status).toBe(200);
    expect(await page('second/below/one')).toBe('301 /kb/one');
    expect(await page('first/below/one')).toBe('301 /kb/one');
    const { data } = await kb.call('anonymous', 'GET', `/articles/${id}`);
    expect(data).toMatchObject({ redirects: ['first/below/one', 'second/below/one'] });
  });
});
