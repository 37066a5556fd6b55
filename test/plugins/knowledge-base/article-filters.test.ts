import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { idsOf, type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../support/databases.js';

describe('article and category filters', () => {
  let kb: KbHost;
  const listening: { remove(): void }[] = [];
  beforeAll(async () => {
    kb = await openKbHost(SQLITE);
  });
  afterEach(() => {
    for (const subscription of listening.splice(0)) subscription.remove();
  });
  afterAll(() => kb?.close());

  it('change new and existing articles on save', async () => {
    listening.push(
      kb.host.hooks.addFilter('vendor_kb_article_data', (input, { id, source }) => ({
        ...input,
        tags: [source, id === null ? 'new' : 'known'],
      })),
    );
    const id = await kb.article();
    expect((await kb.call('editor', 'GET', `/articles/${id}`)).data).toMatchObject({ tags: ['rest', 'new'] });
    await kb.call('editor', 'PUT', `/articles/${id}`, { title: 'x' });
    expect((await kb.call('editor', 'GET', `/articles/${id}`)).data).toMatchObject({ tags: ['rest', 'known'] });
  });

  it('change generated slugs, which stay valid and unique', async () => {
    listening.push(kb.host.hooks.addFilter('vendor_kb_slug', (slug, { locale }) => `${locale} / ${slug}?`));
    const slugs = [];
    for (let n = 0; n < 2; n += 1) {
      const { data } = await kb.call('editor', 'POST', '/articles', { title: 'Same words' });
      slugs.push((data as { slug: string }).slug);
    }
    expect(slugs).toEqual(['en-same-words', 'en-same-words-2']);
  });

  it('narrow lists, but never reveal more to a viewer', async () => {
    const category = await kb.category();
    const tagged = await kb.article({ categories: [category], tags: ['t'] });
    await kb.article({ categories: [category] });
    await kb.article({ categories: [category], tags: ['t'], status: 'draft' });
    await kb.article({ categories: [category], tags: ['t'], access_rule: { mode: 'nobody' } });
    listening.push(
      kb.host.hooks.addFilter('vendor_kb_article_query_args', (filter) => ({
        ...filter,
        tag: 't',
        statuses: ['draft', 'publish'],
        visibility: { closed: null },
      })),
    );
    const answer = await kb.call('anonymous', 'GET', `/articles?category=${category}`);
    expect(idsOf(answer)).toEqual([tagged]);
    expect(answer.headers).toMatchObject({ 'X-CMS-Total': '1' });
  });

  it('change REST responses', async () => {
    const category = await kb.category();
    const id = await kb.article({ categories: [category] });
    listening.push(
      kb.host.hooks.addFilter('vendor_kb_rest_article', (view, article, { context }) => ({
        ...view,
        meta: { of: article.id, context },
      })),
      kb.host.hooks.addFilter('vendor_kb_rest_category', (view) => ({ ...view, icon: 'star' })),
    );
    expect((await kb.call('anonymous', 'GET', `/articles/${id}`)).data).toMatchObject({
      meta: { of: id, context: 'view' },
    });
    expect((await kb.call('anonymous', 'GET', `/categories/${category}`)).data).toMatchObject({ icon: 'star' });
  });
});
