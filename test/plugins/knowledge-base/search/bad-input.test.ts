import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

const ENGINES = [
  { engine: 'memory' as const, dialects },
  { engine: 'database' as const, dialects: dialects.filter(({ name }) => name !== 'sqlite') },
].flatMap(({ engine, dialects: those }) => those.map((dialect) => ({ engine, dialect, name: dialect.name })));

/** Direction marks, which copied text contains: right-to-left mark, isolate, embedding and their ends. */
const [RLM, ISOLATE, END, EMBED, POP] = ['\u200f', '\u2067', '\u2069', '\u202b', '\u202c'];

/** Typed or pasted queries, each with its clean equivalent. */
const QUERIES: readonly (readonly [what: string, query: string, clean: string])[] = [
  ['marks of direction around Hebrew', `${RLM}${ISOLATE}שלום עולם${END}`, 'שלום עולם'],
  ['marks of direction within a word', `של${RLM}ום`, 'שלום'],
  ['an embedding around Arabic', `${EMBED}مرحبا${POP} ${RLM}بالعالم`, 'مرحبا بالعالم'],
  ['text that is not composed', 'cafe\u0301', 'café'],
  ['full width letters', 'ｃａｆé', 'café'],
  ['an emoji of several', 'kestrel 👩\u200d👩\u200d👧\u200d👦', 'kestrel '],
  ['a flag', '🇨🇿 kestrel', 'kestrel'],
  ['an emoji with a tone of skin', 'kestrel 👍🏽', 'kestrel '],
  ['a regular expression', '^(kestrel)+$ [a-z]{99,}', 'kestrel a z 99'],
  ['a regular expression that takes long', '(kestrel+)+$', 'kestrel '],
  ['signs of SQL', `kestrel' "%_\\; --`, 'kestrel '],
  ['signs of searching in databases', '+kestrel -(~*@<>"', 'kestrel '],
  ['blanks of all kinds', '\u00a0kestrel\u2003\u3000', 'kestrel'],
  ['more than sixteen words', `kestrel ${'and of the with '.repeat(8)}`, 'kestrel '],
];

const REFUSED: readonly (readonly [what: string, query: string])[] = [
  ['201 characters', `q=${'x'.repeat(201)}`],
  ['marks of direction alone', `q=${encodeURIComponent(RLM.repeat(4))}`],
  ['a character of control', 'q=kestrel%00'],
];

describe.each(ENGINES)('malformed queries to engine "$engine" on $name', ({ engine, dialect }) => {
  let kb: KbHost;
  let http: Agent;
  beforeAll(async () => {
    kb = await openKbHost(dialect, [], { searchEngine: engine });
    for (const title of ['שלום עולם', 'مرحبا بالعالم', 'The café', 'A kestrel', 'A kestrel at sea'])
      await kb.article({ title });
    await kb.host.plugin('knowledge-base').searchIndex.ready();
    http = request(await kb.host.listen());
  });
  afterAll(() => kb?.close());

  const ask = (query: string) => http.get(`/api/vendor-kb/v1/search?fuzzy=0&${query}`);
  async function found(q: string): Promise<number[]> {
    const { status, body: data } = await ask(`q=${encodeURIComponent(q)}`);
    expect({ status, data }).toMatchObject({ status: 200 });
    return (data as { results: { id: number }[] }).results.map(({ id }) => id);
  }

  it.each(QUERIES)('find the same results with %s', async (_, query, clean) => {
    const expected = await found(clean);
    expect(expected.length).toBeGreaterThan(0);
    expect(await found(query)).toEqual(expected);
  });

  it.each(REFUSED)('are rejected with %s', async (_, query) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/^(rest|vendor_kb)_/) },
    });
  });

  it('may have 200 characters, and an emoji counts as one', async () => {
    expect((await ask(`q=${encodeURIComponent('🦉'.repeat(200))}`)).status).toBe(200);
    expect((await ask(`q=${encodeURIComponent('🦉'.repeat(201))}`)).status).toBe(400);
  });

  it.each([
    ['half a pair in the address', '/search?q=kestrel%ED%A0%80'],
    ['a cut sequence of bytes', '/search?q=kestrel%E2%82'],
    ['half a pair in suggestions', '/search/suggestions?q=kestrel%ED%A0%80'],
  ])('get results or a clear error for %s', async (_, path) => {
    const { status, body: data } = await http.get(`/api/vendor-kb/v1${path}`);
    expect([200, 400]).toContain(status);
    if (status === 400) expect(data).toMatchObject({ code: expect.stringMatching(/^(rest|vendor_kb)_/) });
  });

  it('get 204 or 400 for a lone surrogate in a click report', async () => {
    const json = '{"query":"kestrel \\ud800","article_id":4,"position":1}';
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await http.post('/api/vendor-kb/v1/search/clicks').set(headers).send(json);
    expect([204, 400]).toContain(status);
    await kb.host.plugin('knowledge-base').statistics.flush();
  });
});
