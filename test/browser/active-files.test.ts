import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTILE_FILES, HOSTILE_TEXTS } from '../plugins/knowledge-base/attachments/hostile-files.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

describeInBrowser('potentially active attachments', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let page: Page;
  const requests: string[] = [];
  const files: { saved: string; addresses: string[] }[] = [];

  beforeAll(async () => {
    site = await publishSite({ allowInsecureAuth: true });
    const as = await site.host.createUser('administrator');
    const kb = site.host.plugin('knowledge-base');
    const article = await kb.articles.create({ title: 'Files', status: 'publish' }, { user: as, source: 'rest' });
    const { password } = await site.host.applicationPasswords.create(as.id, { name: 'tests' });
    const headers = { Authorization: `Basic ${Buffer.from(`${as.login}:${password}`).toString('base64')}` };
    for (const { name, content, saved } of [...HOSTILE_FILES, ...HOSTILE_TEXTS]) {
      const form = new FormData();
      form.set('file', new Blob([content]), name);
      const path = `${site.url}/api/vendor-kb/v1/articles/${article.id}/attachments`;
      const sent = await fetch(path, { method: 'POST', headers, body: form });
      const { id, media_id } = (await sent.json()) as { id: number; media_id: number };
      const file = await site.host.media.get(media_id);
      const ours = [`/api/vendor-kb/v1/attachments/${id}/download`, `/kb/-/attachments/${id}/${saved}`];
      files.push({ saved, addresses: [...ours, file?.url ?? ''] });
    }
    visitor = await openVisitor(browser(), site.url, { acceptDownloads: true });
    page = visitor.page;
    page.context().on('request', (request) => requests.push(new URL(request.url()).pathname));
  });
  afterAll(async () => {
    await visitor?.close();
    await site?.close();
  });

  it('are downloaded under their filename on navigation and never run', async () => {
    for (const { saved, addresses } of files) {
      for (const address of addresses) {
        await page.goto('/kb/files');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.evaluate((to) => void location.assign(to), address),
        ]);
        expect([address, download.suggestedFilename()]).toEqual([address, saved]);
        expect(new URL(page.url()).pathname).toBe('/kb/files');
      }
    }
  });

  it('are loaded into pages as images only', async () => {
    await page.goto('/kb/files');
    await page.evaluate(
      async (addresses) => {
        const loaded = addresses.map((address) => {
          const picture = new Image();
          picture.src = address;
          document.body.append(picture);
          return new Promise((resolve) => (picture.onload = picture.onerror = resolve));
        });
        await Promise.all(loaded);
      },
      files.flatMap(({ addresses }) => addresses),
    );
  });

  it('get an opaque origin and run nothing even without Content-Disposition', async () => {
    for (const { addresses } of files) {
      // Simulates a browser or a proxy that drops the Content-Disposition header.
      await page.route(`**${addresses[1]}?inline=1`, async (route) => {
        const answer = await route.fetch();
        const { 'content-disposition': _saved, ...headers } = answer.headers();
        await route.fulfill({ response: answer, headers });
      });
      await page.goto(`${addresses[1]}?inline=1`);
      expect(await page.evaluate(() => self.origin)).toBe('null');
      for (const link of await page.locator('a').all()) await link.click({ timeout: 1000, noWaitAfter: true });
    }
  });

  it('have sent no request and opened no dialog', () => {
    expect(requests).not.toContain('/ran');
    expect(visitor.faults.filter((fault) => /^(?:dialog|request|script)/.test(fault))).toEqual([]);
  });
});
