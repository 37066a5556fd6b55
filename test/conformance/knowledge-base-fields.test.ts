import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incrementCounters } from '../../src/plugins/knowledge-base/domain/articles/article-counters.js';
import { dialects } from '../support/databases.js';
import { expectError, idsOf, type KbHost, MOMENT, openKbHost, type Role } from './knowledge-base-host.js';

describe.each(dialects)('article and category fields over REST on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const get = (path: string, as: Role = 'anonymous') => kb.call(as, 'GET', path);
  const put = (path: string, body: object, as: Role = 'administrator') => kb.call(as, 'PUT', path, body);

  describe('articles', () => {
    it('store the fields set by their author, one by one', async () => {
      const other = await kb.article();
      const seo = { title: 'For robots', canonical: 'https://example.org/a', noindex: true };
      const id = await kb.article({
        seo,
        related: [other, other],
        contributors: [kb.users.editor.id],
        review_by: '2999-01-31',
        search_aliases: [' wifi ', 'no internet', 'wifi'],
      });
      const edited = await get(`/articles/${id}?context=edit`, 'editor');
      expect(edited.data).toMatchObject({
        seo: { ...seo, description: '', og_image: 0 },
        related: [other],
        contributors: [kb.users.editor.id],
        review_by: '2999-01-31',
        search_aliases: ['wifi', 'no internet'],
        reviewed_at: null,
        stale: false,
        featured_media: 0,
        parent_revision: null,
        views: 0,
        attachments_count: 0,
      });
      const changed = await put(`/articles/${id}`, { seo: { description: 'Short' }, review_by: '2999-12-31' });
      expect(changed.data).toMatchObject({
        version: 2,
        seo: { ...seo, description: 'Short', og_image: 0 },
        reviewed_at: expect.stringMatching(MOMENT),
      });
      expect((await put(`/articles/${id}`, { review_by: null })).data).toMatchObject({ review_by: null, stale: false });
      const read = (await get(`/articles/${id}`)).data;
      for (const member of ['related', 'search_aliases']) expect(read).not.toHaveProperty(member);
      expect((await put(`/articles/${id}`, { search_aliases: [] })).data).toMatchObject({ search_aliases: [] });
    });

    it.each([
      ['a day that is none', { review_by: '2026-02-31' }, 'rest_invalid_param'],
      ['an address that is none', { seo: { canonical: 'javascript:alert(1)' } }, 'rest_invalid_param'],
      ['an unknown member of seo', { seo: { keywords: 'x' } }, 'rest_invalid_param'],
      ['an alias without a word', { search_aliases: [''] }, 'rest_invalid_param'],
      ['too many aliases', { search_aliases: Array.from({ length: 51 }, String) }, 'rest_invalid_param'],
      ['a file that is not there', { featured_media: 99_999_999 }, 'vendor_kb_invalid_param'],
      ['a picture that is not there', { seo: { og_image: 99_999_999 } }, 'vendor_kb_invalid_param'],
      ['an article that is not there', { related: [99_999_999] }, 'vendor_kb_invalid_param'],
      ['a user that is not there', { contributors: [99_999_999] }, 'vendor_kb_invalid_param'],
    ])('reject %s', async (_, body, code) => {
      expectError(await put(`/articles/${await kb.article()}`, body), 400, code);
    });

    it('become translations of each other when linked', async () => {
      const english = await kb.article();
      const german = await kb.article({ locale: 'de', translation_of: english });
      const french = await kb.article({ locale: 'fr', translation_of: german });
      const all = { en: english, de: german, fr: french };
      for (const id of Object.values(all)) {
        expect((await get(`/articles/${id}`)).data).toMatchObject({ translations: all });
      }
      const second = await kb.call('administrator', 'POST', '/articles', {
        title: 'x',
        locale: 'fr',
        translation_of: english,
      });
      expectError(second, 400, 'vendor_kb_invalid_param');
      // A change of locale cannot duplicate a translation either.
      expectError(await put(`/articles/${french}`, { locale: 'de' }), 400, 'vendor_kb_invalid_param');
      expect((await get(`/articles/${french}`)).data).toMatchObject({ locale: 'fr', translations: all });
      expect((await put(`/articles/${french}`, { translation_of: null })).data).toMatchObject({
        translations: { fr: french },
      });
      expect((await get(`/articles/${english}`)).data).toMatchObject({ translations: { en: english, de: german } });
    });

    it('become translations only of articles that the user may edit, and roll back on errors', async () => {
      const theirs = await kb.article();
      const body = { title: 'x', locale: 'de', translation_of: theirs };
      expectError(await kb.call('author', 'POST', '/articles', body), 403, 'rest_forbidden');
      const hidden = await kb.article({ access_rule: { mode: 'nobody' } });
      const of = await kb.call('author', 'POST', '/articles', { ...body, translation_of: hidden });
      expectError(of, 404, 'vendor_kb_article_not_found');
      const existing = await kb.article({ locale: 'de', slug: 'vergeben' });
      const clash = await kb.call('administrator', 'POST', '/articles', { ...body, slug: 'vergeben' });
      expectError(clash, 409, 'vendor_kb_slug_taken');
      expect((await get(`/articles/${theirs}`)).data).toMatchObject({ version: 1, translations: { en: theirs } });
      expect((await get(`/articles/${existing}`)).data).toMatchObject({ version: 1 });
    });

    it('return counters without a new version, also in responses to updates', async () => {
      const id = await kb.article();
      await incrementCounters(kb.host.db, id, { views: 7, attachments: 2 });
      const article = await get(`/articles/${id}`);
      expect(article.data).toMatchObject({ views: 7, attachments_count: 2, version: 1 });
      expect((await put(`/articles/${id}`, { title: 'y' })).data).toMatchObject({ views: 7, version: 2 });
    });
  });

  describe('GET /articles', () => {
    it('filters by stale', async () => {
      const category = await kb.category();
      const stale = await kb.article({ categories: [category], review_by: '2020-01-31' });
      const fresh = await kb.article({ categories: [category], review_by: '2999-01-31' });
      const free = await kb.article({ categories: [category] });
      expect(idsOf(await get(`/articles?category=${category}&stale=true`))).toEqual([stale]);
      expect(idsOf(await get(`/articles?category=${category}&stale=false&order=asc`))).toEqual([fresh, free]);
      expect((await get(`/articles/${stale}`)).data).toMatchObject({ stale: true });
    });

    it('filters by format', async () => {
      const category = await kb.category();
      const html = await kb.article({ categories: [category], format: 'html', content: '<p>x</p>' });
      const markdown = await kb.article({ categories: [category] });
      expect(idsOf(await get(`/articles?category=${category}&format=html`))).toEqual([html]);
      expect(idsOf(await get(`/articles?category=${category}&format=markdown`))).toEqual([markdown]);
    });

    it('orders by views and by rating, articles without any last', async () => {
      const category = await kb.category();
      const make = () => kb.article({ categories: [category] });
      const [some, none, many] = [await make(), await make(), await make()];
      await incrementCounters(kb.host.db, some, { views: 1, score_milli: 4000 });
      await incrementCounters(kb.host.db, many, { views: 9, score_milli: 3000 });
      expect(idsOf(await get(`/articles?category=${category}&orderby=views`))).toEqual([many, some, none]);
      expect(idsOf(await get(`/articles?category=${category}&orderby=rating`))).toEqual([some, many, none]);
      expect(idsOf(await get(`/articles?category=${category}&orderby=views&order=asc`))).toEqual([none, some, many]);
    });

    it('orders by relevance like the search, with pages, and requires a search text', async () => {
      const category = await kb.category();
      const rare = await kb.article({
        categories: [category],
        title: 'Else',
        content: `quokka ${'word '.repeat(200)}`,
      });
      const best = await kb.article({ categories: [category], title: 'Quokka', content: 'quokka' });
      await kb.article({ categories: [category], title: 'Quokka draft', status: 'draft' });
      const query = `/articles?category=${category}&search=quokka&orderby=relevance`;
      expect(idsOf(await get(query))).toEqual([best, rare]);
      const second = await get(`${query}&per_page=1&page=2`);
      expect(second.headers).toMatchObject({ 'X-CMS-Total': '2' });
      expect(idsOf(second)).toEqual([rare]);
      expect(idsOf(await get(`${query}&include=${rare}`))).toEqual([rare]);
      expectError(await get('/articles?orderby=relevance'), 400, 'vendor_kb_invalid_param');
    });
  });

  describe('GET /categories/{id}/articles', () => {
    it('accepts all list parameters', async () => {
      const category = await kb.category();
      const tagged = await kb.article({ categories: [category], tags: ['t'], order: 2 });
      const draft = await kb.article({ categories: [category], status: 'draft', order: 1 });
      const sticky = await kb.article({ categories: [category], sticky: true, order: 3 });
      const list = (query: string, as: Role = 'anonymous') => get(`/categories/${category}/articles?${query}`, as);
      expect(idsOf(await list(''))).toEqual([tagged, sticky]);
      expect(idsOf(await list('tag=t'))).toEqual([tagged]);
      expect(idsOf(await list('sticky=true'))).toEqual([sticky]);
      expect(idsOf(await list('status=draft', 'editor'))).toEqual([draft]);
      expectError(await list('status=draft'), 401, 'rest_forbidden_status');
      expectError(await list('context=edit', 'subscriber'), 403, 'rest_forbidden_context');
      expect((await list('context=edit', 'editor')).data).toMatchObject([{ title: { raw: expect.any(String) } }, {}]);
    });
  });

  describe('categories', () => {
    it('have a color, an image and SEO fields', async () => {
      const id = await kb.category({ color: '#00ff7F', seo: { title: 'Robots' }, icon: 'mouse' });
      const category = await get(`/categories/${id}`);
      expect(category.data).toMatchObject({ color: '#00ff7F', image: 0, seo: { title: 'Robots', noindex: false } });
      const changed = await put(`/categories/${id}`, { seo: { noindex: true }, color: null });
      expect(changed.data).toMatchObject({ color: null, icon: 'mouse', seo: { title: 'Robots', noindex: true } });
      expectError(await put(`/categories/${id}`, { color: 'red' }), 400, 'rest_invalid_param');
      expectError(await put(`/categories/${id}`, { image: 99_999_999 }), 400, 'vendor_kb_invalid_param');
    });

    it('include restricted articles in the count for managers only', async () => {
      const id = await kb.category();
      await kb.article({ categories: [id] });
      await kb.article({ categories: [id], access_rule: { mode: 'users', users: [kb.users.subscriber.id] } });
      expect((await get(`/categories/${id}`)).data).toMatchObject({ count: 1 });
      expect((await get(`/categories/${id}`)).data).not.toHaveProperty('count_total');
      const managed = await get(`/categories?include=${id}&context=edit`, 'kb_manager');
      expect(managed.data).toMatchObject([{ count_total: 2 }]);
      expectError(await get(`/categories/${id}?context=edit`, 'editor'), 403, 'rest_forbidden_context');
      expectError(await get('/categories?context=edit'), 401, 'rest_forbidden_context');
    });

    it('accept an offset in lists', async () => {
      const parent = await kb.category();
      const ids = [];
      for (let n = 0; n < 3; n += 1) ids.push(await kb.category({ parent, order: n }));
      expect(idsOf(await get(`/categories?parent=${parent}&offset=1`))).toEqual(ids.slice(1));
    });

    it('become translations of each other when linked', async () => {
      const english = await kb.category();
      const german = await kb.category({ locale: 'de', translation_of: english });
      for (const id of [english, german]) {
        expect((await get(`/categories/${id}`)).data).toMatchObject({ translations: { en: english, de: german } });
      }
      const twice = await kb.call('administrator', 'POST', '/categories', {
        name: 'x',
        locale: 'de',
        translation_of: english,
      });
      expectError(twice, 400, 'vendor_kb_invalid_param');
      expectError(await put(`/categories/${german}`, { locale: 'en' }), 400, 'vendor_kb_invalid_param');
      expect((await put(`/categories/${german}`, { translation_of: null })).data).toMatchObject({
        translations: { de: german },
      });
    });
  });
});
