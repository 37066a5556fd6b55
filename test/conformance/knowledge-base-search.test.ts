import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { expectError, type KbHost, MOMENT, openKbHost, type Role } from './knowledge-base-host.js';

interface Fragment {
  readonly text: string;
  readonly html: string;
  readonly ranges: [start: number, length: number][];
}

describe.each(dialects)('search over REST on $name', (dialect) => {
  let kb: KbHost;

  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const get = (path: string, as: Role = 'anonymous') => kb.call(as, 'GET', path);

  describe('GET /search', () => {
    it('returns results with position, highlights, facets and totals', async () => {
      const category = await kb.category({ name: 'Astronomy' });
      const id = await kb.article({
        title: 'Telescopes for beginners',
        content: 'A <b>refractor</b> gathers starlight & shows <planets>.',
        categories: [category],
        tags: ['optics'],
      });
      const answer = await get('/search?q=refractor%20starlight');
      expect(answer.headers).toMatchObject({ 'X-CMS-Total': '1', 'X-CMS-TotalPages': '1' });
      expect(answer.data).toEqual({
        query: 'refractor starlight',
        total: 1,
        total_relation: 'eq',
        page: 1,
        took_ms: expect.any(Number),
        corrections: [],
        facets: {
          categories: [{ id: category, name: 'Astronomy', link: expect.stringContaining('/kb/astronomy'), count: 1 }],
          tags: [{ tag: 'optics', count: 1 }],
        },
        results: [
          {
            type: 'article',
            id,
            title: 'Telescopes for beginners',
            link: expect.stringMatching(/\/kb\/astronomy\/telescopes-for-beginners$/),
            excerpt: expect.stringContaining('starlight'),
            highlights: expect.any(Array),
            score: expect.any(Number),
            category: { id: category, name: 'Astronomy', link: expect.any(String) },
            breadcrumbs: expect.any(Array),
          },
        ],
      });
      const [result] = (answer.data as { results: { highlights: { field: string; fragments: Fragment[] }[] }[] })
        .results;
      const content = result?.highlights.find(({ field }) => field === 'content');
      expect(content?.fragments.length).toBeGreaterThan(0);
      for (const { text, html, ranges } of content?.fragments ?? []) {
        expect(ranges.length).toBeGreaterThan(0);
        for (const [start, length] of ranges) {
          expect(text.slice(start, start + length).toLowerCase()).toMatch(/^(refractor|starlight)$/);
        }
        expect(html).toContain('<mark>');
        expect(html.replaceAll(/<\/?mark>/g, '')).not.toContain('<');
      }
    });

    it('reflects publishing and unpublishing immediately', async () => {
      const id = await kb.article({ title: 'Zymurgy explained', status: 'draft' });
      const found = async () => ((await get('/search?q=zymurgy')).data as { total: number }).total;
      expect(await found()).toBe(0);
      for (const [change, total] of [
        [{ status: 'publish' }, 1],
        [{ status: 'archived' }, 0],
        [{ status: 'publish' }, 1],
        [{ title: 'Brewing explained', slug: 'brewing' }, 0],
        [{ title: 'Zymurgy again' }, 1],
        [{ status: 'draft' }, 0],
      ] as const) {
        await kb.call('administrator', 'PUT', `/articles/${id}`, change);
        expect([change, await found()]).toEqual([change, total]);
      }
    });

    it('filters by category with its subcategories, tag and locale', async () => {
      const top = await kb.category();
      const below = await kb.category({ parent: top });
      const german = await kb.category({ locale: 'de' });
      const inTop = await kb.article({ title: 'Quokka one', categories: [top], tags: ['fauna'] });
      const inBelow = await kb.article({ title: 'Quokka two', categories: [below] });
      const foreign = await kb.article({ title: 'Quokka drei', categories: [german], locale: 'de' });
      const found = async (query: string) => {
        const { results } = (await get(`/search?q=quokka&${query}`)).data as { results: { id: number }[] };
        return results.map(({ id }) => id).sort((a, b) => a - b);
      };
      expect(await found('')).toEqual([inTop, inBelow]);
      expect(await found(`category=${top}`)).toEqual([inTop, inBelow]);
      expect(await found(`category=${below}`)).toEqual([inBelow]);
      expect(await found('tag=fauna')).toEqual([inTop]);
      expect(await found('locale=de')).toEqual([foreign]);
      expect(await found('category=99999999')).toEqual([]);
    });

    it('paginates', async () => {
      for (let index = 0; index < 3; index += 1) await kb.article({ title: `Wombat ${index}` });
      const seen = new Set<number>();
      for (const page of [1, 2, 3]) {
        const { data, headers } = await get(`/search?q=wombat&per_page=1&page=${page}`);
        expect(headers).toMatchObject({ 'X-CMS-Total': '3', 'X-CMS-TotalPages': '3' });
        const { results } = data as { results: { id: number }[] };
        expect(results).toHaveLength(1);
        for (const { id } of results) seen.add(id);
      }
      expect(seen.size).toBe(3);
      expectError(await get('/search?q=wombat&per_page=1&page=4'), 400, 'vendor_kb_invalid_page');
    });

    it('corrects a misspelled word and reports it', async () => {
      await kb.article({ title: 'Photosynthesis' });
      const { data } = await get('/search?q=photosinthesis');
      expect(data).toMatchObject({ total: 1, corrections: [{ from: 'photosinthesis' }] });
      expect((await get('/search?q=photosinthesis&fuzzy=0')).data).toMatchObject({ total: 0 });
    });

    it.each([
      ['nothing', ''],
      ['one letter', 'q=a'],
      ['blanks', 'q=%20%20%20'],
      ['201 characters', `q=${'x'.repeat(201)}`],
      ['51 a page', 'q=word&per_page=51'],
      ['page 0', 'q=word&page=0'],
      ['an unknown fuzziness', 'q=word&fuzzy=7'],
      ['two queries', 'q=one&q=two'],
    ])('rejects %s', async (_, query) => {
      const answer = await get(`/search?${query}`);
      expect(answer).toMatchObject({ status: 400, data: { data: { params: expect.anything() } } });
    });

    it('accepts one character in languages with one-character words', async () => {
      await kb.article({ title: '猫の飼い方' });
      expect((await get(`/search?q=${encodeURIComponent('猫')}`)).status).toBe(200);
    });
  });

  describe('GET /search/suggestions', () => {
    it('completes the query with published articles', async () => {
      await kb.article({ title: 'Narwhal migration' });
      await kb.article({ title: 'Narwhal secrets', status: 'draft' });
      const answer = await get('/search/suggestions?q=narw');
      expect(answer).toMatchObject({
        status: 200,
        data: {
          query: 'narw',
          suggestions: [{ type: 'article', text: 'Narwhal migration', link: expect.stringContaining('/kb/') }],
        },
      });
      const [first] = (answer.data as { suggestions: { text: string; match: [number, number][] }[] }).suggestions;
      const [start, length] = first?.match[0] ?? [-1, 0];
      expect(first?.text.slice(start, start + length).toLowerCase()).toMatch(/^narw/);
    });

    it('limits the number of suggestions', async () => {
      for (let index = 0; index < 7; index += 1) await kb.article({ title: `Okapi number ${index}` });
      const count = async (query: string) =>
        ((await get(`/search/suggestions?q=okap${query}`)).data as { suggestions: unknown[] }).suggestions.length;
      expect(await count('')).toBe(5);
      expect(await count('&limit=2')).toBe(2);
      expect(await count('&limit=10')).toBe(7);
    });

    it.each(['', 'q=', `q=${'x'.repeat(61)}`, 'q=x&limit=0', 'q=x&limit=11'])('rejects "%s"', async (query) => {
      expect((await get(`/search/suggestions?${query}`)).status).toBe(400);
    });
  });

  describe('/search/reindex', () => {
    it('reports the index status and rebuilds the index', async () => {
      await kb.host.plugin('knowledge-base').searchIndex.ready();
      await kb.host.plugin('knowledge-base').searchIndex.catchUp();
      const before = await get('/search/reindex', 'kb_manager');
      const { documents, published } = before.data as { documents: number; published: number };
      expect(documents).toBe(published);
      const answer = await kb.call('kb_manager', 'POST', '/search/reindex');
      expect(answer).toMatchObject({
        status: 200,
        data: {
          state: 'ready',
          progress: { done: published, total: published },
          documents: published,
          published,
          locales: expect.arrayContaining(['en']),
          started_at: expect.stringMatching(MOMENT),
          finished_at: expect.stringMatching(MOMENT),
        },
      });
      const started = (data: unknown) => (data as { started_at: string }).started_at;
      expect(started(answer.data) > started(before.data)).toBe(true);
    });

    it.each(['GET', 'POST'])('requires permission to manage categories: %s', async (method) => {
      expectError(await kb.call('editor', method, '/search/reindex'), 403, 'rest_forbidden');
      expectError(await kb.call('anonymous', method, '/search/reindex'), 401, 'rest_forbidden');
    });
  });
});
