import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';

describeInBrowser('stored searches', (browser) => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await publishSite();
    await publishFieldGuide(site);
  });
  beforeEach(() => site.host.db.query.deleteFrom('kb_events').execute());
  afterAll(() => site.close());

  async function stored(): Promise<{ query: string | null; results: number }[]> {
    await site.host.plugin('knowledge-base').statistics.flush();
    const rows = site.host.db.query.selectFrom('kb_events').select(['query', 'number as results']);
    return rows.where('kind', '=', 'search').orderBy('id').execute();
  }
  const search = async (query: string, more = ''): Promise<void> => {
    const answer = await fetch(`${site.url}/api/vendor-kb/v1/search?q=${query}${more}`, {
      headers: { 'User-Agent': 'Mozilla/5.0 Firefox/130.0' },
    });
    expect(answer.status).toBe(200);
  };

  it('include the submitted query only, not partial input or its second page', async () => {
    const agent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
    const visitor = await openVisitor(browser(), site.url, { userAgent: agent });
    const { page } = visitor;
    await page.goto('/kb');
    const field = page.getByRole('combobox', { name: 'Search the knowledge base' });
    for (const part of ['war', 'bl', 'er']) {
      const response = page.waitForResponse('**/suggestions?**');
      await field.pressSequentially(part);
      await response;
    }
    expect(await stored()).toEqual([]);
    await field.press('Enter');
    await page.waitForURL('**/kb/search?q=warbler');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/kb/search?q=warbler&page=2');
    expect(await stored()).toEqual([{ query: 'warbler', results: 45 }]);
    await visitor.close();
  });

  it('include final REST queries and the last one of a typing sequence', async () => {
    await search('warb', '&final=false');
    await search('warbl');
    await search('warbler', '&final=1');
    expect(await stored()).toEqual([{ query: 'warbler', results: 45 }]);
    await search('reed');
    await search('reeds');
    // Pending queries count when the statistics are flushed.
    expect((await stored()).map(({ query }) => query)).toEqual(['warbler', 'reeds']);
  });
});
