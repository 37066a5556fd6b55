import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../../support/databases.js';

let kb: KbHost;
beforeAll(async () => {
  kb = await openKbHost(SQLITE);
});
afterAll(() => kb.close());

async function headingAndTitles(): Promise<string[]> {
  const html = await (await kb.host.visit('/kb/search?q=xylophonist')).text();
  const [section = ''] = /<section aria-labelledby="kb-ways-articles">.*?<\/section>/s.exec(html) ?? [];
  return [...section.matchAll(/>([^<>\n]+)<\/(?:h2|bdi|a)>/g)].map(([, text = '']) => text);
}

it('a search without results suggests recent articles until there are views, then the most read', async () => {
  const heron = await kb.article({ title: 'Heron' });
  await kb.article({ title: 'Stork' });
  expect(await headingAndTitles()).toEqual(['Recently updated', 'Stork', 'Heron']);
  // A vote creates the row that counts views.
  await kb.call('subscriber', 'POST', '/rating', { article_id: heron, value: 5 });
  await kb.host.db.query.updateTable('kb_article_figures').set({ views: 3 }).where('article_id', '=', heron).execute();
  expect(await headingAndTitles()).toEqual(['Popular articles', 'Heron', 'Stork']);
});
