import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { item, wxr } from '../plugins/knowledge-base/import/wxr-document.js';
import { zipOf } from '../plugins/knowledge-base/import/zip-file.js';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const WIDTHS = [1280, 320];
const IMPORT = '/admin/kb/import';

describeInBrowser('import in the admin area', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let manager: { id: number; login: string; password: string };

  beforeAll(async () => {
    site = await publishSite();
    manager = await site.host.createUser('kb_manager');
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const main = (page: Page) => page.getByRole('main');
  const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();

  async function open({ javaScriptEnabled = true, width = 1280, place = '', clock = false } = {}): Promise<Page> {
    const viewport = { width, height: 900 };
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport });
    if (clock) await visitor.page.clock.install();
    visitor.page.setDefaultTimeout(20_000);
    await signIn(visitor.page, site.host, manager);
    await visitor.page.goto(IMPORT + place);
    return visitor.page;
  }

  async function send(page: Page, name: string, content: string | Buffer): Promise<void> {
    await main(page)
      .locator('input[type=file]')
      .setInputFiles({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content),
      });
    await press(page, 'Check file');
  }

  /** Reloads until the page contains the text. Without JavaScript each load displays the progress. */
  async function reloadUntil(page: Page, text: string): Promise<void> {
    await expect
      .poll(
        async () => {
          await page.reload();
          return main(page).textContent();
        },
        { timeout: 15_000 },
      )
      .toContain(text);
  }

  /** Lets time pass until the page, which updates itself every two seconds, contains the text. */
  async function waitUntil(page: Page, text: string): Promise<void> {
    await expect
      .poll(async () => {
        await page.clock.runFor(2000);
        return main(page).textContent();
      })
      .toContain(text);
  }

  it('rejects invalid files with a code and advice, and keeps the selected options', async () => {
    const page = await open({ javaScriptEnabled: false, width: 390, place: '?from=markdown' });
    expect(await main(page).getByLabel('Format').inputValue()).toBe('markdown');
    await press(page, 'Check file');
    expect(await main(page).locator('.m-refusal').textContent()).toContain('Choose a file.');
    await main(page).getByLabel('Status of new articles').selectOption('draft');
    await send(page, 'notes.txt', 'hello');
    expect(await main(page).locator('.m-refusal').textContent()).toContain('(vendor_kb_import_invalid)');
    expect(await main(page).getByLabel('Status of new articles').inputValue()).toBe('draft');
    const broken = (await zipOf({ 'one.md': 'One.' })).subarray(0, 40);
    await send(page, 'broken.zip', broken);
    expect(await main(page).locator('.m-refusal').textContent()).toContain('(vendor_kb_archive_damaged)');
    await main(page).getByText('More options').click();
    await main(page).getByLabel('Default author (optional)').fill('nobody-here');
    await main(page).getByLabel('Original site URL').fill('ftp://x');
    await send(page, 'one.zip', await zipOf({ 'one.md': 'One.' }));
    const refusal = await main(page).locator('.m-refusal').textContent();
    expect(refusal).toContain('User not found. Check the username.');
    expect(refusal).toContain('Enter a URL, such as https://docs.example.com.');
    expect(await site.host.db.query.selectFrom('runs').selectAll().execute()).toEqual([]);
  });

  it('previews, imports, and links to the new articles without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false, width: 390 });
    const zip = await zipOf({
      'guide/_index.md': '---\ntitle: Guide\n---\nAll of it.\n',
      'guide/one.md': '# Opening an account\n\nSee [two](two.md) and [nowhere](gone.md).\n',
      'guide/two.md': '# Closing an account\n\nSee [one](one.md).\n',
    });
    await send(page, 'guide.zip', zip);
    await reloadUntil(page, 'Nothing has changed yet.');
    const text = (await main(page).textContent()) ?? '';
    expect(text).toContain('Opening an account');
    expect(text).toMatch(/Articles\s*2\s*2 new, 0 updated, 0 unchanged/);
    expect((await site.host.request('GET', '/vendor-kb/v1/articles')).data).toEqual([]);
    await main(page).getByRole('link', { name: 'Issues', exact: true }).click();
    await expect.poll(() => main(page).locator('table').textContent()).toContain('gone.md (line 3)');
    await press(page, 'Import now');
    await reloadUntil(page, 'Import completed.');
    await main(page).getByRole('link', { name: 'Opening an account' }).waitFor();
    const { data } = await site.host.request('GET', '/vendor-kb/v1/articles?orderby=title&order=asc');
    expect((data as { title: { rendered: string } }[]).map(({ title }) => title.rendered)).toEqual([
      'Closing an account',
      'Opening an account',
    ]);
  });

  it('updates progress automatically with JavaScript, filters its lists and exports them as CSV', async () => {
    const page = await open({ clock: true });
    await expectAccessible(page, WIDTHS);
    await shoot(page, 'import-start');
    const posts = Array.from({ length: 30 }, (_, index) =>
      item({
        title: `Post ${index}`,
        link: `https://old.example/${index}/`,
        guid: `p${index}`,
        'wp:post_name': `p${index}`,
      }),
    );
    await send(page, 'blog.xml', wxr(posts.join('')));
    await waitUntil(page, 'Nothing has changed yet.');
    await expectAccessible(page, WIDTHS);
    await shoot(page, 'import-checked');
    await main(page).getByLabel('Search titles and paths').fill('post 7');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search=/);
    expect(await main(page).locator('table tbody tr').count()).toBe(1);
    const csv = await main(page).getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    expect(await (await page.request.get(String(csv))).text()).toBe(
      '"outcome","kind","title","place","id"\r\n"created","article","Post 7","p7",""\r\n',
    );
    await main(page).getByRole('link', { name: 'Import options', exact: true }).click();
    await main(page).getByLabel('Maximum articles').waitFor();
    await expectAccessible(page, WIDTHS);
    await main(page).getByLabel('Maximum articles').fill('2');
    await press(page, 'Check again');
    await waitUntil(page, '28 articles exceed the limit');
    await press(page, 'Import now');
    await waitUntil(page, 'Import completed.');
    await shoot(page, 'import-done');
    await page.goto(IMPORT);
    expect(await main(page).locator('table tbody tr').first().textContent()).toContain('blog.xml');
    await shoot(page, 'import-start-with-runs');
  });

  it('requires the import permission', async () => {
    visitor = await openVisitor(browser(), site.url, {});
    const editor = await site.host.createUser('editor');
    expect((await site.host.visit(IMPORT, { as: editor })).status).toBe(403);
    expect((await site.host.visit(`${IMPORT}/1`, { as: editor })).status).toBe(403);
    expect((await site.host.visit(`${IMPORT}/999`, { as: manager })).status).toBe(404);
  });
});
