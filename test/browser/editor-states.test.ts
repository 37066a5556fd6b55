import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';
import { publishStates } from './reader-states.js';

const WIDTHS = [1280, 320];

/** State of an article or category admin page. */
interface EditorState {
  readonly name: string;
  /** Path below the admin area. `{slug}` is replaced by the ID of the article or category with that slug. */
  readonly path: string;
  /** Brings the page into the state. */
  readonly act?: (page: Page) => Promise<void>;
}

const unfolded = async (page: Page): Promise<void> => {
  for (const fold of await page.locator('main details:not([open]) > summary').all()) {
    if (await fold.isVisible()) await fold.click();
  }
};

const STATES: readonly EditorState[] = [
  { name: 'list of articles', path: '/kb/articles' },
  { name: 'list of articles, all folds open', path: '/kb/articles', act: unfolded },
  { name: 'list of articles, filtered', path: '/kb/articles?status=publish&search=warbler' },
  { name: 'list of articles without any', path: '/kb/articles?search=xylophonist' },
  {
    name: 'list of articles after a bulk action',
    path: '/kb/articles?search=counting',
    async act(page) {
      await page.getByRole('checkbox', { name: /Counting birds/ }).check();
      await page.locator('#list-bulk').selectOption({ label: 'Archive' });
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  { name: 'order of articles', path: '/kb/categories/{birds}/order' },
  { name: 'order of long titles', path: '/kb/categories/{long}/order' },
  { name: 'quick edit', path: '/kb/articles/{unbroken}/quick' },
  {
    name: 'quick edit above the list',
    path: '/kb/articles?search=counting',
    async act(page) {
      await page
        .getByRole('link', { name: /^Quick edit/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Title').waitFor();
    },
  },
  { name: 'order of long titles, after a change', path: '/kb/categories/{long}/order?undo=1:1' },
  { name: 'new text', path: '/kb/articles/write' },
  { name: 'text with everything', path: '/kb/articles/{reed-warbler}/write', act: unfolded },
  { name: 'text with a title of one word', path: '/kb/articles/{unbroken}/write' },
  { name: 'text with a Hebrew title', path: '/kb/articles/{hebrew}/write' },
  {
    name: 'text that is refused',
    path: '/kb/articles/{marsh-warbler}/write',
    async act(page) {
      await page.getByLabel('URL slug').fill('reed-warbler');
      await page
        .getByRole('button', { name: /^(Save|Update)/ })
        .first()
        .click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'versions', path: '/kb/articles/{old}/versions' },
  { name: 'files', path: '/kb/articles/{reed-warbler}/files', act: unfolded },
  { name: 'no files', path: '/kb/articles/{marsh-warbler}/files' },
  { name: 'tree of categories', path: '/kb/categories' },
  { name: 'new category', path: '/kb/categories/new', act: unfolded },
  { name: 'category', path: '/kb/categories/{long}', act: unfolded },
  {
    name: 'category that is refused',
    path: '/kb/categories/new',
    async act(page) {
      await page.getByLabel('Name').first().fill('Birds');
      await page.getByLabel('URL slug').fill('birds');
      await page
        .getByRole('button', { name: /^(Save|Create|Add)/ })
        .first()
        .click();
      await page.getByRole('alert').first().waitFor();
    },
  },
];

describeInBrowser('article and category admin pages', (browser) => {
  let site: PublishedSite;
  let admin: { readonly id: number };
  const ids = new Map<string, number>();
  beforeAll(async () => {
    site = await publishSite({ allowInsecureAuth: true });
    await publishStates(site);
    admin = await site.host.createUser('administrator');
    for (const list of ['articles', 'categories']) {
      const query = { per_page: '100', ...(list === 'articles' ? { status: 'publish,archived' } : {}) };
      const { data } = await site.host.request('GET', `/vendor-kb/v1/${list}`, { as: admin.id, query });
      for (const { id: of, slug } of data as { id: number; slug: string }[]) ids.set(slug, of);
    }
  });
  afterAll(async () => {
    await site?.close();
  });

  it.each(STATES)('$name: accessible and no wider than the window', async ({ name, path, act }) => {
    // Each test opens its own window, because leaving one with unsaved changes triggers a dialog.
    const visitor = await openVisitor(browser(), site.url, { reuseWindow: true });
    const { page } = visitor;
    await signIn(page, site.host, admin);
    await page.goto(`/admin${path.replace(/\{([^}]+)\}/, (_all, slug: string) => String(ids.get(slug)))}`);
    await act?.(page);
    // Scroll position can hide content behind the top bar, which is not a violation.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, WIDTHS, async (place) => {
      const { width } = page.viewportSize() ?? { width: 0 };
      await shoot(page, `editor-${name}-${place}`.replaceAll(/[^a-z0-9]+/gi, '-'));
      expect([place, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([place, width]);
    });
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  });
});
