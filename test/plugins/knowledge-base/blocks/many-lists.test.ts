import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../../support/databases.js';
import { inShort, type StatementTrace, traceStatements } from '../../../support/statement-trace.js';

const related = (settings: object): string => `<!-- wp:vendor-kb/related-articles ${JSON.stringify(settings)} /-->`;
const posts = (settings: object): string => `<!-- wp:vendor-kb/category-posts ${JSON.stringify(settings)} /-->`;

describe('text with many lists', () => {
  let kb: KbHost;
  let trace: StatementTrace;
  let category: number;
  let other: number;
  beforeAll(async () => {
    trace = traceStatements();
    kb = await openKbHost(SQLITE);
    category = await kb.category({ name: 'Guides' });
    other = await kb.category({ name: 'Others' });
    for (const title of ['Ash', 'Beech', 'Cedar']) await kb.article({ title, categories: [category], tags: ['tree'] });
    await kb.article({ title: 'Tools', categories: [category], tags: ['tree', 'wood'] });
  });
  afterAll(async () => {
    trace.stop();
    await kb?.close();
  });

  const written = (content: string, fields: object = {}): Promise<number> =>
    kb.article({
      title: 'Lists',
      content,
      format: 'blocks',
      categories: [category],
      tags: ['tree', 'wood'],
      ...fields,
    });

  async function read(id: number): Promise<{ html: string; titles: string[]; statements: string[] }> {
    let html = '';
    const get = async () => {
      const { data } = await kb.call('anonymous', 'GET', `/articles/${id}`);
      html = (data as { content: { rendered: string } }).content.rendered;
    };
    await get();
    const statements = (await trace.of(get)).map(inShort);
    return { html, titles: [...html.matchAll(/<li><a[^>]*>([^<]*)/g)].map(([, title]) => String(title)), statements };
  }

  it('queries shared data once for lists with different settings', async () => {
    const one = await read(await written(related({ count: 2 }) + posts({ orderBy: 'title', order: 'asc' })));
    const settings = [1, 2, 3, 4, 5].flatMap((count) => ['list', 'grid'].map((layout) => ({ count, layout })));
    const many = await written(
      settings.map((attributes) => related(attributes)).join('') +
        settings.map(({ layout }) => posts({ orderBy: 'title', order: 'asc', layout })).join(''),
    );
    const all = await read(many);
    expect(all.html.match(/<aside/g)).toHaveLength(10);
    expect(all.html.match(/<section/g)).toHaveLength(10);
    expect(all.statements.length).toBe(one.statements.length);
  });

  it('queries manually selected articles together', async () => {
    const ids: number[] = [];
    for (const title of ['Fir', 'Gum', 'Hazel']) ids.push(await kb.article({ title, categories: [other] }));
    const one = await read(await written(related({ by: 'manual', ids: ids.slice(0, 1) })));
    const all = await read(await written(ids.map((id) => related({ by: 'manual', ids: [id, id] })).join('')));
    expect(all.titles).toEqual(['Fir', 'Gum', 'Hazel']);
    expect(all.statements.length).toBe(one.statements.length);
  });

  it('lists articles with the most shared tags first', async () => {
    await kb.article({ title: 'Smithy', categories: [other], tags: ['metal', 'forge'] });
    await kb.article({ title: 'Anvil', categories: [other], tags: ['metal'] });
    const { titles } = await read(await written(related({ count: 2 }), { tags: ['Metal', 'forge'] }));
    expect(titles).toEqual(['Smithy', 'Anvil']);
  });

  it('finds related articles by category without tags or without a shared tag', async () => {
    for (const tags of [[], ['alone']]) {
      const { titles } = await read(await written(related({ count: 10 }), { tags, title: 'Without' }));
      expect(titles).toEqual(expect.arrayContaining(['Ash', 'Beech', 'Cedar', 'Tools']));
    }
  });

  it('is not in a list of the current category, but in one of a category by id', async () => {
    const own = await read(await written(posts({ count: 50 }), { title: 'Itself' }));
    expect(own.titles).toContain('Ash');
    expect(own.titles).not.toContain('Itself');
    expect((await read(await written(posts({ category, count: 50 }), { title: 'Again' }))).titles).toContain('Again');
  });

  it('is rejected with more than fifty lists of a type, and shows fifty if already stored', async () => {
    const fifty = posts({}).repeat(50) + related({}).repeat(50);
    const id = await written(fifty);
    expect((await read(id)).html.match(/<section/g)).toHaveLength(50);
    const content = fifty + posts({ count: 1 });
    const answer = await kb.call('administrator', 'PUT', `/articles/${id}`, { content });
    expectError(answer, 400, 'vendor_kb_blocks_invalid');
    expect(answer.data).toMatchObject({
      message: expect.stringContaining('"vendor-kb/category-posts" at most 50 times'),
      data: { details: { block: 'vendor-kb/category-posts', attribute: null } },
    });
    await kb.host.plugin('knowledge-base').articles.update(id, { content }, { user: null, source: 'import' });
    const { html } = await read(id);
    expect(html.match(/<section/g)).toHaveLength(50);
    expect(html.match(/<aside/g)).toHaveLength(50);
  });

  describe('in the editor', () => {
    const ask = async (body: object) => {
      const { data } = await kb.call('author', 'POST', '/blocks/preview', body);
      return data as { html: string; reason: string | null };
    };
    const name = 'vendor-kb/related-articles';

    it('shows why a list is empty', async () => {
      const empty = await kb.category({ name: 'Empty' });
      const alone = await kb.article({ title: 'Zzz', status: 'draft', categories: [empty] }, 'author');
      const list = { name: 'vendor-kb/category-posts', article: alone };
      expect(await ask({ name })).toMatchObject({
        html: '',
        reason: expect.stringContaining('Preview available after saving.'),
      });
      expect(await ask({ name, locale: 'de' })).toMatchObject({
        reason: expect.stringContaining('nach dem Speichern'),
      });
      expect(await ask({ name, article: alone })).toMatchObject({ reason: expect.stringContaining('No other') });
      expect(await ask({ name, attributes: { by: 'manual' } })).toMatchObject({
        reason: expect.stringContaining('None of the selected'),
      });
      expect(await ask(list)).toMatchObject({ reason: expect.stringContaining('in this category') });
      expect(await ask({ ...list, attributes: { category: 999 } })).toMatchObject({
        reason: expect.stringContaining('does not exist'),
      });
      expect(await ask({ ...list, attributes: { category } })).toMatchObject({
        html: expect.stringContaining('Itself'),
        reason: null,
      });
    });

    it('has a rate limit of 600 previews per minute', async () => {
      const scopes = ['kb:write'];
      const { key } = await kb.host.apiKeys.create({ name: 'Key', scopes, userId: kb.users.author.id });
      const answer = await fetch(`${await kb.host.listen()}/api/vendor-kb/v1/blocks/preview`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name }),
      });
      expect(answer.headers.get('ratelimit-policy')).toContain('"kb-block-preview";q=600;w=60');
    });
  });
});
