import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';
import { longestWait } from '../../support/longest-wait.js';
import { countTurns } from '../../support/turns.js';

/** Milliseconds. Many times the measured time, and a fraction of the time before texts were bounded. */
const SHORT = 2_000;
const HAN = '漢字検索東京都民';

describe.each(dialects)('hostile text on $name', (dialect) => {
  let kb: KbHost;
  let base: string;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
    base = await kb.host.listen();
  });
  afterAll(() => kb?.close());

  const get = async (path: string): Promise<{ status: number; text: string; time: number }> => {
    const start = performance.now();
    const answer = await fetch(`${base}${path}`);
    return { status: answer.status, text: await answer.text(), time: performance.now() - start };
  };

  it('yields the teaser of one long paragraph quickly, and the same one again', async () => {
    const rule = { mode: 'logged_in', teaser: 'first_section' };
    const id = await kb.article({ content: 'word '.repeat(40_000), access_rule: rule });
    const path = `/api/vendor-kb/v1/articles/${id}`;
    let first = await get(path);
    expect(await longestWait(base, async () => (first = await get(path)))).toBeLessThan(SHORT);
    expect(first.text).toContain('word word');
    const again = await get(path);
    expect(again.text).toBe(first.text);
  });

  it('is listed one article per turn of the event loop', async () => {
    const category = await kb.category({ name: 'Long' });
    for (let count = 0; count < 40; count += 1) {
      await kb.article({ content: `word ${count} `.repeat(1_000), categories: [category] });
    }
    const path = `/vendor-kb/v1/articles?category=${category}&per_page=40`;
    const [turns, { data }] = await countTurns(() => kb.host.request('GET', path));
    expect(data).toHaveLength(40);
    expect(turns).toBeGreaterThanOrEqual(39);
  });

  it('is searched without blocking other requests if it is Han without punctuation', async () => {
    for (let count = 0; count < 10; count += 1) {
      await kb.article({ content: HAN.repeat(6_250), locale: 'zh' }, 'author');
    }
    await kb.host.plugin('knowledge-base').searchIndex.ready();
    for (const path of ['/api/vendor-kb/v1/search?locale=zh&per_page=50&q=', '/kb/search?locale=zh&q=']) {
      let found = { status: 0, text: '' };
      const wait = await longestWait(base, async () => (found = await get(`${path}${encodeURIComponent('漢字')}`)));
      expect(found.status).toBe(200);
      if (path.startsWith('/api')) {
        expect(JSON.parse(found.text)).toMatchObject({ total: 10 });
        expect(found.text).toContain('<mark>漢字</mark>');
      }
      expect(wait).toBeLessThan(SHORT);
    }
  });
});
