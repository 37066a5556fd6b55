import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const MARKDOWN = `## Reeds

They **grow** where the water is still, and nobody who has walked along a marsh in summer forgets how they sound in the wind.

- [x] cut
- [ ] dried
`;

describeInBrowser('the page that converts an article', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let maria: { id: number; login: string; password: string };
  beforeAll(async () => {
    site = await publishSite();
    maria = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  async function write(content = MARKDOWN, format = 'markdown'): Promise<number> {
    const body = { title: 'Marsh birds', content, format };
    const { data } = await site.host.request('POST', '/vendor-kb/v1/articles', { as: maria.id, body });
    return (data as { id: number }).id;
  }

  async function formatOf(id: number): Promise<string> {
    const path = `/vendor-kb/v1/articles/${id}`;
    const { data } = await site.host.request('GET', path, { as: maria.id, query: { context: 'edit' } });
    return (data as { content: { format: string } }).content.format;
  }

  async function open(path: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { viewport: { width: 1280, height: 900 }, ...options });
    await visitor.page.goto(path);
    await logIn(visitor.page, maria.login, maria.password);
    return visitor.page;
  }

  it('stands in place of the editor, says what changes in words and signs, and opens the editor afterwards', async () => {
    const id = await write();
    const page = await open(`/admin/kb/articles/${id}/edit`);
    expect(new URL(page.url()).pathname).toBe(`/admin/kb/articles/${id}/convert`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Marsh birds');
    expect(await page.getByText('is written in Markdown').count()).toBe(1);
    expect(await page.getByText('Readers see the same words').count()).toBe(1);
    const lines = await page.getByRole('region', { name: 'What changes in the source' }).textContent();
    expect(lines).toContain('- ## Reeds');
    expect(lines).toContain('+ <h2 class="wp-block-heading">Reeds</h2>');
    await page.getByRole('button', { name: 'Convert to blocks' }).click();
    await page.waitForURL(`**/admin/kb/articles/${id}/edit`);
    await page.frameLocator('iframe[name="editor-canvas"]').getByText('where the water is still').waitFor();
    expect(await formatOf(id)).toBe('blocks');
  });

  it('leads back to Markdown, without script', async () => {
    const id = await write('<!-- wp:paragraph -->\n<p>Reeds <em>sway</em>.</p>\n<!-- /wp:paragraph -->', 'blocks');
    const page = await open('/admin/kb/articles', { javaScriptEnabled: false });
    await page
      .getByRole('row', { name: /Marsh birds/ })
      .first()
      .getByRole('link', { name: /Convert to Markdown/ })
      .click();
    expect(await page.getByRole('region').textContent()).toContain('+ Reeds *sway*.');
    await page.getByRole('button', { name: 'Convert to Markdown' }).click();
    expect(await page.getByText('is written in Markdown now').count()).toBe(1);
    expect(await formatOf(id)).toBe('markdown');
  });

  it('refuses what was changed meanwhile, and shows what would become of the present text', async () => {
    const id = await write();
    const page = await open(`/admin/kb/articles/${id}/convert`);
    const body = { content: 'Rushes now.' };
    await site.host.request('PATCH', `/vendor-kb/v1/articles/${id}`, { as: maria.id, body });
    await page.getByRole('button', { name: 'Convert to blocks' }).click();
    await page.getByText('was changed meanwhile').waitFor();
    expect(await page.getByRole('region').textContent()).toContain('- Rushes now.');
    expect(await formatOf(id)).toBe('markdown');
    // The refusal itself is reported by browsers.
    expect(visitor.faults).toEqual([]);
  });

  it('is accessible at any width, light and dark', async () => {
    const page = await open(`/admin/kb/articles/${await write()}/convert`);
    const folder = process.env.MORTISE_SHOTS;
    await expectAccessible(page, [1280, 390], async (place) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      if (folder) await page.screenshot({ path: `${folder}/convert-${place.replace(', ', '-')}.png`, fullPage: true });
    });
  });
});
