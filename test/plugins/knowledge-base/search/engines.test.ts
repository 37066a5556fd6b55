import { setTimeout as sleep } from 'node:timers/promises';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost, type Role } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';
import { pseudoRandom } from './documents.js';

interface Answer {
  readonly total: number;
  readonly results: readonly { readonly id: number; readonly highlights: readonly Highlight[] }[];
  readonly corrections: readonly { readonly from: string; readonly to: string }[];
  readonly facets: {
    readonly categories: readonly { readonly id: number; readonly count: number }[];
    readonly tags: readonly { readonly tag: string; readonly count: number }[];
  };
}
interface Highlight {
  readonly fragments: readonly { readonly html: string }[];
}

const SERVERS = dialects.filter(({ name }) => name !== 'sqlite');
const ENGINES = [
  ...dialects.flatMap((dialect) => [
    { engine: 'memory' as const, dialect, name: dialect.name },
    { engine: 'worker' as const, dialect, name: dialect.name },
  ]),
  ...SERVERS.map((dialect) => ({ engine: 'database' as const, dialect, name: dialect.name })),
];

/** Behavior that every search engine must offer to visitors. */
describe.each(ENGINES)('search engine "$engine" on $name', ({ engine, dialect }) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect, [], { searchEngine: engine });
    await kb.host.plugin('knowledge-base').searchIndex.ready();
  });
  afterAll(() => kb?.close());

  const index = () => kb.host.plugin('knowledge-base').searchIndex;
  const capabilities = () => index().capabilities;

  async function search(q: string, parameters: Readonly<Record<string, unknown>> = {}, as: Role = 'anonymous') {
    const query = new URLSearchParams({ q, ...(parameters as Record<string, string>) });
    const { status, data } = await kb.call(as, 'GET', `/search?${query}`);
    expect({ status, data }).toMatchObject({ status: 200 });
    return data as Answer;
  }
  const found = async (...args: Parameters<typeof search>) => (await search(...args)).results.map(({ id }) => id);
  async function suggested(q: string, as: Role = 'anonymous') {
    const { data } = await kb.call(as, 'GET', `/search/suggestions?${new URLSearchParams({ q })}`);
    return (data as { suggestions: { text: string; match: [number, number][] }[] }).suggestions;
  }

  it.each([
    ['en', 'Visit the cafés of Zürich', 'cafe zurich'],
    ['en', 'Resetting passwords', 'reset password'],
    ['de', 'Hausnummer und Straße', 'STRASSE'],
    ['ja', '新しい検索機能を使う', '検索'],
    ['th', 'การค้นหาภาษาไทย', 'ภาษา'],
    ['ru', 'Ещё один контейнер', 'еще'],
    ['hi', 'क्लाउड कंप्यूटिंग', 'क्लाउड'],
    ['ar', 'إِعْدَادَات المدرسة', 'اعدادات المدرسه'],
    ['he', 'שלום עולם', 'שָׁלוֹם'],
    ['fa', 'صفحه ۱۲۳', '123'],
  ])('finds in %s "%s" by "%s", but not in another locale', async (locale, title, query) => {
    const id = await kb.article({ title, locale });
    expect(await found(query, { locale })).toEqual([id]);
    expect(await found(query, { locale: 'pt-br' })).toEqual([]);
  });

  it.each([
    ['de', 'Alte Passwörter', ['passwort', 'Passwörtern', 'passworter'], 'Alte <mark>Passwörter</mark>'],
    ['fr', 'Les activités', ['activité', 'activite'], 'Les <mark>activités</mark>'],
    ['es', 'La información', ['informaciones', 'informacion'], 'La <mark>información</mark>'],
    ['ru', 'Смена пароля', ['пароль', 'паролями'], 'Смена <mark>пароля</mark>'],
  ])('finds and marks in %s "%s" by inflected forms: %j', async (locale, title, queries, marked) => {
    const id = await kb.article({ title, locale });
    for (const query of queries) {
      const { results } = await search(`${query} `, { locale, fuzzy: '0' });
      expect(results.map((one) => one.id)).toEqual(capabilities().wordForms ? [id] : []);
      expect(results[0]?.highlights[0]?.fragments[0]?.html).toBe(marked);
    }
  });

  it('finds words that database servers ignore: short, common and long ones', async () => {
    const long = 'x'.repeat(150);
    const id = await kb.article({ title: 'Zq about www', content: `r9 ${long}` });
    for (const query of ['zq', 'www', 'r9', long]) expect(await found(query)).toEqual([id]);
  });

  it('ranks titles above texts, and completes the last word unless something follows it', async () => {
    const inText = await kb.article({ title: 'Other', content: 'Herons of the pond.' });
    const inTitle = await kb.article({ title: 'A heron', content: 'Fish.' });
    expect(await found('heron')).toEqual([inTitle, inText]);
    expect(await found('hero')).toEqual([inTitle, inText]);
    expect(await found('hero pond', { fuzzy: '0' })).toEqual([inText]);
    const [first] = (await search('hero')).results;
    expect(first?.highlights[0]?.fragments[0]?.html).toBe('A <mark>heron</mark>');
  });

  it('finds articles by alias without suggesting aliases', async () => {
    const id = await kb.article({ title: 'Network', content: 'Cables.', search_aliases: ['no internet', 'wlan'] });
    expect(await found('internet')).toEqual([id]);
    expect(await suggested('wlan')).toEqual([]);
    expect(await suggested('netw')).toEqual([expect.objectContaining({ text: 'Network', match: [[0, 4]] })]);
  });

  it('corrects spelling if the engine supports it', async () => {
    const id = await kb.article({ title: 'Kubernetes', content: 'Clusters.' });
    const { results, corrections } = await search('kuberntes ');
    expect({ ids: results.map((one) => one.id), corrections }).toEqual(
      capabilities().corrections
        ? { ids: [id], corrections: [{ from: 'kuberntes', to: 'kubernetes' }] }
        : { ids: [], corrections: [] },
    );
  });

  it('applies synonyms, including those of several words', async () => {
    const short = await kb.article({ title: 'Tunnel', content: 'Ask for the cpa.' });
    const long = await kb.article({ title: 'Ways in', content: 'A public accountant who is certified.' });
    await kb.call('administrator', 'POST', '/search/synonyms', { words: ['certified public accountant', 'cpa'] });
    expect((await found('cpa')).sort()).toEqual([short, long].sort());
    expect((await found('certified public accountant')).sort()).toEqual([short, long].sort());
  });

  it('counts and pages only what the viewer may see, and leaks nothing else', async () => {
    const category = await kb.category({ name: 'Ponds' });
    const open = await kb.article({ title: 'Bittern one', categories: [category], tags: ['reed'] });
    const access_rule = { mode: 'logged_in', listed: false };
    const closed = await kb.article({ title: 'Bittern two', categories: [category], tags: ['secret'], access_rule });
    const forAll = await search('bittern');
    expect(forAll).toMatchObject({
      total: 1,
      results: [{ id: open }],
      facets: { categories: [{ id: category, count: 1 }], tags: [{ tag: 'reed', count: 1 }] },
    });
    expect(await search('bittern', {}, 'subscriber')).toMatchObject({ total: 2 });
    expect(await found('bittern', { tag: 'secret' })).toEqual([]);
    expect(await found('bittern', { tag: 'secret' }, 'subscriber')).toEqual([closed]);
    expect((await suggested('bitt')).map(({ text }) => text)).toEqual(['Bittern one']);
    expect(await suggested('bitt', 'subscriber')).toHaveLength(2);
    expect((await search('bitern two')).corrections).not.toContainEqual({ from: 'two', to: expect.anything() });
  });

  it('returns consistent filters and facets, and pages without gaps', async () => {
    const random = pseudoRandom(7);
    const categories = [await kb.category({ name: 'A' }), await kb.category({ name: 'B' })];
    const written = [];
    for (let number = 0; number < 24; number += 1) {
      const article = { categories: [categories[number % 2] ?? 0], tags: [`tag${Math.floor(random() * 3)}`] };
      written.push({ ...article, id: await kb.article({ title: `Curlew ${number}`, ...article }) });
    }
    const all = await search('curlew', { per_page: 50 });
    expect(all.total).toBe(24);
    for (const { id, count } of all.facets.categories) {
      expect(count).toBe(written.filter((one) => one.categories.includes(id)).length);
      expect((await search('curlew', { category: id })).total).toBe(count);
    }
    for (const { tag, count } of all.facets.tags) {
      expect(count).toBe(written.filter((one) => one.tags.includes(tag)).length);
      expect((await search('curlew', { tag })).total).toBe(count);
    }
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...(await found('curlew', { page, per_page: 10 })));
    expect(pages).toEqual(all.results.map(({ id }) => id));
  });

  it('filters by date of the last change, with UTC days and timestamps', async () => {
    const first = await kb.article({ title: 'Whimbrel one', tags: ['mud'] });
    const second = await kb.article({ title: 'Whimbrel two' });
    await sleep(10);
    const between = new Date();
    await kb.call('administrator', 'PUT', `/articles/${first}`, { content: 'Text' });
    const moment = between.toISOString();
    expect(await found('whimbrel', { from: moment })).toEqual([first]);
    expect(await found('whimbrel', { to: moment })).toEqual([second]);
    expect(await found('whimbrel', { from: moment, tag: 'mud' })).toEqual([first]);
    expect(await found('whimbrel', { to: moment, tag: 'mud' })).toEqual([]);
    const day = (days: number) => new Date(between.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    expect(await found('whimbrel', { from: day(0), to: day(1) })).toHaveLength(2);
    expect((await search('whimbrel', { from: day(2) })).total).toBe(0);
    expect((await search('whimbrel', { to: day(-1) })).facets).toEqual({ categories: [], tags: [] });
    const { status, data } = await kb.call('anonymous', 'GET', '/search?q=whimbrel&from=yesterday');
    expect({ status, data }).toMatchObject({ status: 400, data: { code: 'rest_invalid_param' } });
  });

  it.each([
    ...[
      '+-*',
      '"quoted',
      '(a +b',
      '~word',
      '@5 word',
      '> <',
      "'; drop table posts; --",
      '%_!',
      '\\\\',
      '😀😀',
      '__proto__',
    ],
    ...['a*'.repeat(90), '( '.repeat(90), '\u202e\u2066x y', '\ud800 lone', 'qt qf xt xf', '.*(a+)+$'],
  ])('answers %j without an error', async (query) => {
    await search(query);
    expect(await suggested(query.slice(0, 60))).toEqual(expect.any(Array));
  });

  it('reflects every change of an article', async () => {
    const id = await kb.article({ title: 'Avocet', content: 'Text' });
    expect(await found('avocet')).toEqual([id]);
    await kb.call('administrator', 'PUT', `/articles/${id}`, { title: 'Lapwing' });
    expect([await found('avocet'), await found('lapwing')]).toEqual([[], [id]]);
    await kb.call('administrator', 'PUT', `/articles/${id}`, { locale: 'fr' });
    expect([await found('lapwing'), await found('lapwing', { locale: 'fr' })]).toEqual([[], [id]]);
    await kb.call('administrator', 'PUT', `/articles/${id}`, { status: 'draft' });
    expect(await found('lapwing', { locale: 'fr' })).toEqual([]);
  });

  it('answers during a rebuild and includes concurrent changes', async () => {
    const id = await kb.article({ title: 'Godwit', content: 'Text' });
    const building = index().rebuild();
    const late = await kb.article({ title: 'Godwits', content: 'Text' });
    expect(await found('godwit')).toContain(id);
    await building;
    expect((await found('godwit')).sort()).toEqual([id, late].sort());
  });

  it('gives the same results in another process, after its start and after changes', async () => {
    const other = await createTestHost({ database: kb.url, plugins: [knowledgeBase({ searchEngine: engine })] });
    const inGerman = async (q: string) =>
      ((await other.request('GET', `/vendor-kb/v1/search?q=${q}`)).data as Answer).results.map(({ id }) => id);
    try {
      const before = await kb.article({ title: 'Dunlin', content: 'Text' });
      await other.plugin('knowledge-base').searchIndex.ready();
      expect(await inGerman('dunlin')).toEqual([before]);
      // The database engine shares its index, so other processes do not rebuild it.
      expect(other.hooks.didAction('vendor_kb_index_rebuilt')).toBe(engine === 'database' ? 0 : 1);
      const late = await kb.article({ title: 'Sanderling', content: 'Text' });
      await expect.poll(() => inGerman('sanderling'), { timeout: 5000 }).toEqual([late]);
    } finally {
      await other.close();
    }
  });
});

describe.each(dialects.filter(({ name }) => name === 'sqlite'))('database without full-text indexes', (dialect) => {
  it('is rejected at startup', async () => {
    await expect(openKbHost(dialect, [], { searchEngine: 'database' })).rejects.toThrow(/full-text search/);
  });
});
