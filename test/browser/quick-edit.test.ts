import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const LIST = '/admin/kb/articles?status=draft';

describeInBrowser('quick edit of articles', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let editor: { id: number; login: string; password: string };
  const ids: number[] = [];
  beforeAll(async () => {
    site = await publishSite();
    editor = await site.host.createUser('editor');
    for (const title of ['Heron', 'Stork']) {
      const body = { title, content: 'x', status: 'draft' };
      const { data } = await site.host.request('POST', '/vendor-kb/v1/articles', { as: editor.id, body });
      ids.push((data as { id: number }).id);
    }
  });
  afterEach(async () => {
    await visitor.close();
    // The browser logs rejected forms.
    expect(visitor.faults.filter((fault) => !fault.includes('status of 422'))).toEqual([]);
  });
  afterAll(() => site.close());

  async function open({ javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    visitor.page.setDefaultTimeout(8000);
    await signIn(visitor.page, site.host, editor);
    await visitor.page.goto(LIST);
    return visitor.page;
  }
  const quick = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^Quick edit ?: ${name}`) });
  const titleOf = async (id = ids[0] ?? 0) => (await site.host.plugin('knowledge-base').articles.get(id))?.title;

  it('opens above the list, displays errors there, and updates only the row', async () => {
    const page = await open();
    await quick(page, 'Heron').click();
    const dialog = page.getByRole('dialog', { name: 'Quick edit: Heron' });
    await dialog.getByLabel('Title').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a title.').first().waitFor();
    await expectAccessible(page, [1280, 390], async (where) => {
      await shoot(page, `quick-${where.replace(', ', '-')}`);
    });
    await dialog.getByLabel('Title').fill('Grey heron');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Grey heron” saved.').waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await page.locator(':focus').textContent()).toContain('Quick edit');
    expect(new URL(page.url()).searchParams.get('status')).toBe('draft');
    expect(await page.getByRole('main').locator('tbody tr').count()).toBe(2);
    await page.getByRole('button', { name: 'Undo quick edit' }).click();
    await page.getByText('Quick edit of “Heron” undone.').waitFor();
    expect(await titleOf()).toBe('Heron');
  });

  it('closes without changes by Escape and by its link', async () => {
    const page = await open();
    for (const leave of ['key', 'link']) {
      await quick(page, 'Stork').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('Black stork');
      if (leave === 'key') await page.keyboard.press('Escape');
      else await dialog.getByRole('link', { name: 'Cancel' }).click();
      await expect.poll(() => dialog.count()).toBe(0);
    }
    expect(await titleOf(ids[1])).toBe('Stork');
  });

  it('is a separate page without JavaScript and returns to the list', async () => {
    const page = await open({ javaScriptEnabled: false, width: 390 });
    await quick(page, 'Stork').click();
    await page.getByLabel('Title').fill('White stork');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“White stork” saved.').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('draft');
    await page.getByRole('button', { name: 'Undo quick edit' }).click();
    await page.getByText('Quick edit of “Stork” undone.').waitFor();
  });

  it('has an accessible page that fits every screen', async () => {
    const page = await open();
    await page.goto(`/admin/kb/articles/${ids[0]}/quick`);
    await expectAccessible(page, [1280, 390], async (where) => {
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
      expect([where, wide]).toEqual([where, page.viewportSize()?.width]);
      await shoot(page, `quick-page-${where.replace(', ', '-')}`);
    });
  });
});
