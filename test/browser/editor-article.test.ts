import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot } from '../support/browser.js';
import {
  button,
  CANVAS,
  canvas,
  describeWriter,
  expectStatus,
  idOf,
  paragraph,
  save,
  titleOf,
} from './opened-editor.js';

describeInBrowser('article in the editor', (browser) => {
  const writer = describeWriter(browser, { timezone: 'Europe/Berlin' });
  const { store, read, open, edit } = writer;
  let birds: number;
  beforeAll(async () => {
    birds = await writer.category('Birds');
    await writer.category('Ducks', birds);
    await writer.category('Places');
  });

  const mainButton = (page: Page): Locator => page.locator('#me-save');
  const write = (fields: object = {}): Promise<number> => store(paragraph('Reeds sway.'), fields);

  /** Runs an action and returns the tab it opens. */
  async function tabOf(page: Page, action: () => Promise<void>): Promise<Page> {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), action()]);
    await tab.waitForLoadState();
    return tab;
  }

  async function previewAs(page: Page, reader: string): Promise<Page> {
    // Background tabs do not render.
    await page.bringToFront();
    await button(page, 'Preview').click();
    return tabOf(page, () => page.getByRole('menuitem', { name: reader, exact: true }).click());
  }

  it('opens at the block that contains the requested link', async () => {
    const link = '<!-- wp:paragraph -->\n<p>See <a href="/kb/not-there">this</a>.</p>\n<!-- /wp:paragraph -->';
    const id = await store([paragraph('Reeds sway.'), link, paragraph('Herons stand.')].join('\n\n'));
    const page = await open(`/admin/kb/articles/${id}/edit?find=${encodeURIComponent('/kb/not-there')}`);
    await expect.poll(() => canvas(page).locator('.is-selected').allTextContents()).toEqual(['See this.']);
  });

  it('has search aliases, added and removed by keyboard', async () => {
    const page = await open('/admin/kb/articles/new?title=Herons');
    expect(await titleOf(page).inputValue()).toBe('Herons');
    await page.getByRole('tab', { name: 'Article' }).click();
    await button(page, 'Search keywords').focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Add keywords');
    await field.focus();
    await page.keyboard.type('grey long-legs,white birds');
    await page.keyboard.press('Enter');
    await page.keyboard.type('mistake');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    expect(await page.getByRole('button', { name: 'Remove keyword' }).count()).toBe(2);
    const id = await save(page);
    expect(await read(id)).toMatchObject({
      title: { raw: 'Herons' },
      search_aliases: ['grey long-legs', 'white birds'],
    });
    await page.reload();
    await titleOf(page).waitFor();
    await page.getByRole('tab', { name: 'Article' }).click();
    await button(page, 'Search keywords').click();
    await expect.poll(() => page.getByText('not shown to readers').count()).toBe(1);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await shoot(page, `editor-aliases-${width}`);
    }
    await expectAccessible(page, [1280, 390], undefined, CANVAS);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Remove keyword' }).first().click();
    await save(page);
    expect(await read(id)).toMatchObject({ search_aliases: ['white birds'] });
  });

  it('is written, categorized, restricted, scheduled and published, and readers see the result', async () => {
    const page = await open('/admin/kb/articles/new');
    await titleOf(page).fill('Herons');
    await page.keyboard.press('Enter');
    await page.keyboard.type('They wade.');
    await page.getByRole('tab', { name: 'Article' }).click();

    await page.getByLabel('Ducks').check();
    await page.getByLabel('Places').check();
    await page.getByLabel('Main category').selectOption('Places');
    await button(page, 'Tags').click();
    await page.getByLabel('Add tag').fill('legs');
    await page.keyboard.press('Enter');
    await button(page, 'Summary').click();
    await page.getByLabel('Summary', { exact: true }).fill('Birds that wait.');
    await button(page, 'Review').click();
    await page.getByLabel('Review date').fill('2030-05-01');
    await button(page, 'Access').click();
    await page.getByLabel('Readers').selectOption('Signed-in users');

    expect(await mainButton(page).textContent()).toBe('Publish');
    await page.getByLabel('Publish date').fill('2031-07-01T12:00');
    expect(await mainButton(page).textContent()).toBe('Schedule');

    // Saving does not publish.
    const id = await save(page);
    expect(await read(id)).toMatchObject({ status: 'draft', published_at: '2031-07-01T10:00:00.000Z' });

    await mainButton(page).click();
    await page.getByRole('status').filter({ hasText: 'Scheduled for July 1, 2031 at 12:00' }).waitFor();
    expect(await mainButton(page).textContent()).toBe('Update');
    expect(await page.evaluate('document.activeElement.id')).toBe('me-save');
    const [, places] = (await read(id)).categories as number[];
    expect(await read(id)).toMatchObject({
      status: 'future',
      tags: ['legs'],
      excerpt: { raw: 'Birds that wait.' },
      review_by: '2030-05-01',
      access_rule: { mode: 'logged_in' },
      path: 'places/herons',
    });
    expect(places).not.toBe(birds);

    await page.getByLabel('Published', { exact: true }).check();
    await button(page, 'Publish now instead').click();
    await expect.poll(() => mainButton(page).textContent()).toBe('Publish');
    await mainButton(page).click();
    const done = page.getByRole('status').filter({ hasText: 'Published.' });
    await done.waitFor();
    expect((await read(id)).status).toBe('publish');

    const article = await tabOf(page, () => done.getByRole('link', { name: 'View', exact: true }).click());
    expect(await article.getByRole('heading', { level: 1 }).textContent()).toBe('Herons');
    await article.getByRole('link', { name: 'Edit article' }).click();
    expect(article.url()).toBe(page.url());

    const stranger = await openVisitor(browser(), writer.site.url);
    await stranger.page.goto('/kb/places/herons');
    await stranger.page.getByText('Sign in to view this.').waitFor();
    expect(await stranger.page.getByText('They wade.').count()).toBe(0);
    await stranger.close();
  });

  it('is submitted for review by a user who may not publish', async () => {
    const carl = await writer.site.host.createUser('contributor');
    const page = await open('/admin/kb/articles/new', { as: carl });
    await titleOf(page).fill('Gulls');
    expect(await page.getByLabel('Publish date').count()).toBe(0);
    expect(await page.getByLabel('Published', { exact: true }).count()).toBe(0);
    await button(page, 'Access').click();
    await page.getByText('You can’t change access.').waitFor();
    expect(await button(page, 'New category').count()).toBe(0);
    expect(await mainButton(page).textContent()).toBe('Submit for review');
    await mainButton(page).click();
    await page.getByRole('status').filter({ hasText: 'Submitted for review.' }).waitFor();
    expect(await mainButton(page).textContent()).toBe('Update');
    expect((await read(idOf(page))).status).toBe('pending');
    expect(await button(page, 'Move to trash').count()).toBe(0);
  });

  it('displays a server validation error at its field', async () => {
    await write({ title: 'Taken', status: 'publish', slug: 'taken' });
    const id = await write();
    const page = await edit(id);
    writer.forgive('status of 4');
    await button(page, 'URL').click();
    const slug = page.getByLabel('URL slug');
    await slug.fill('taken');
    expect(await page.getByText(`URL: ${writer.site.url}/kb/taken`).count()).toBe(1);
    await button(page, 'URL').click();
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').filter({ hasText: 'already in use' }).waitFor();
    // The section has opened again.
    await expect.poll(() => slug.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('slug must be unique among its siblings.').waitFor();
    await slug.fill('not taken');
    expect(await slug.inputValue()).toBe('not-taken');
    expect(await slug.getAttribute('aria-invalid')).toBeNull();
    await save(page);
    expect((await read(id)).slug).toBe('not-taken');
  });

  it('gets a newly created category', async () => {
    const id = await write();
    const page = await edit(id);
    // An earlier attempt may have created one with the same name.
    const name = `Terns ${id}`;
    await button(page, 'New category').click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Parent', { exact: true }).selectOption('Birds');
    await button(page, 'Add category').click();
    await expect.poll(() => page.getByLabel(name, { exact: true }).isChecked()).toBe(true);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('New category');
    await save(page);
    const { path: place, slug } = await read(id);
    expect(place).toBe(`birds/terns-${id}/${slug}`);
  });

  it('has attachments that can be renamed, reordered and removed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'files-'));
    const files = ['rings.txt', 'nests.txt'].map((name) => path.join(folder, name));
    for (const file of files) await writeFile(file, `Contents of ${path.basename(file)}`);
    const id = await write();
    const page = await edit(id);
    await button(page, 'Files').click();
    await page.getByLabel('Add files').setInputFiles(files);
    await expect.poll(() => page.getByLabel(/^Title of/).count()).toBe(2);
    const names = async (): Promise<unknown> => {
      const { data } = await writer.site.host.request('GET', `/vendor-kb/v1/articles/${id}/attachments`, {
        as: writer.user.id,
      });
      return (data as { title: string }[]).map(({ title }) => title);
    };
    expect(await names()).toEqual(['rings', 'nests']);
    await page.getByLabel('Title of nests.txt').fill('Where they nest');
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['rings', 'Where they nest']);
    await button(page, 'Move Where they nest up').click();
    await expect.poll(names).toEqual(['Where they nest', 'rings']);
    await button(page, 'Remove rings').click();
    await expect.poll(names).toEqual(['Where they nest']);
    await rm(folder, { recursive: true });
  });

  it('is moved to the trash and restored with its unsaved changes', async () => {
    const id = await write({ status: 'publish' });
    const page = await edit(id);
    await titleOf(page).fill('Marsh birds and reeds');
    await button(page, 'Move to trash').click();
    await page.getByText('“Marsh birds” moved to trash.').waitFor();
    expect((await read(id)).status).toBe('trash');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Undo');
    await page.keyboard.press('Enter');
    await titleOf(page).waitFor();
    expect(await titleOf(page).inputValue()).toBe('Marsh birds and reeds');
    expect((await read(id)).status).toBe('publish');
    await mainButton(page).click();
    await expectStatus(page, 'Saved');
    expect((await read(id)).title).toMatchObject({ raw: 'Marsh birds and reeds' });
  });

  it('is previewed before saving as each type of reader', async () => {
    await write({ title: 'Secret nests', status: 'publish', categories: [birds], access_rule: { mode: 'nobody' } });
    await write({ title: 'Open water', status: 'publish', categories: [birds] });
    const content = `${paragraph('Reeds sway.')}\n\n<!-- wp:vendor-kb/category-posts {"category":${birds}} /-->`;
    const id = await store(content, { categories: [birds] });
    const page = await edit(id);
    await titleOf(page).fill('Not saved yet');
    const mine = await previewAs(page, 'As yourself');
    expect(await mine.getByRole('heading', { level: 1 }).textContent()).toBe('Not saved yet');
    await mine.getByText('Not saved and not visible to readers yet').waitFor();
    expect(await mine.getByRole('link', { name: 'Secret nests' }).count()).toBeGreaterThan(0);
    const stranger = await previewAs(page, 'As a visitor');
    await stranger.getByRole('link', { name: 'Open water' }).first().waitFor();
    expect(await stranger.getByText('Secret nests').count()).toBe(0);
    expect(await stranger.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect((await read(id)).title).toMatchObject({ raw: 'Marsh birds' });
    await page.bringToFront();
    await page.getByRole('tab', { name: 'Article' }).click();
    await button(page, 'Access').click();
    await page.getByLabel('Readers').selectOption('Specific roles');
    await page.getByLabel('Editor', { exact: true }).check();
    const closed = await previewAs(page, 'As a signed-in user');
    await closed.getByText('These readers can’t see this article').waitFor();
    expect(await closed.getByText('Reeds sway.').count()).toBe(0);
    const editor = await previewAs(page, 'As role Editor');
    await editor.getByText('Reeds sway.').first().waitFor();
  });

  it("displays the selected block's settings without stealing focus", async () => {
    const id = await write();
    const page = await edit(id);
    const tab = (name: string): Locator => page.getByRole('tab', { name });
    expect(await tab('Article').getAttribute('aria-selected')).toBe('true');
    await canvas(page).getByText('Reeds sway.').click();
    await expect.poll(() => tab('Block').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.type('And ');
    await expect.poll(() => canvas(page).getByText(/And/).count()).toBe(1);
    await tab('Block').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await tab('Article').getAttribute('aria-selected')).toBe('true');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Article');
  });

  it('opens from the list by keyboard', async () => {
    const id = await write({ title: 'Bitterns' });
    const page = await edit(id);
    await page.goto('/admin/kb/articles?status=draft&search=bittern');
    const link = page.getByRole('link', { name: 'Bitterns' }).first();
    await link.focus();
    await page.keyboard.press('Enter');
    await titleOf(page).waitFor();
    expect(idOf(page)).toBe(id);
  });

  it('is categorized and published by keyboard', async () => {
    const id = await write();
    const page = await edit(id);
    await page.getByRole('tab', { name: 'Article' }).focus();
    const focused = (): Promise<string> =>
      page.evaluate(
        '(document.activeElement.labels?.[0] ?? document.activeElement).textContent || document.activeElement.ariaLabel',
      );
    /** Presses Tab until the element with this name has the focus. */
    async function tabTo(name: string, key = 'Tab'): Promise<void> {
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press(key);
        if ((await focused()) === name) return;
      }
      throw new Error(`${name} is not reached; at ${await focused()}`);
    }
    await tabTo('Access');
    await page.keyboard.press('Enter');
    await tabTo('Readers');
    await page.keyboard.press('End');
    await tabTo('Ducks');
    await page.keyboard.press('Space');
    await tabTo('Tags');
    await page.keyboard.press('Enter');
    await tabTo('Add tag');
    await page.keyboard.type('reeds,');
    await tabTo('Publish', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Published.' }).waitFor();
    expect(await focused()).toBe('Update');
    expect(await read(id)).toMatchObject({ status: 'publish', tags: ['reeds'], access_rule: { mode: 'nobody' } });
  });

  describe('accessibility', () => {
    async function openAll(page: Page): Promise<void> {
      for (const name of ['Access', 'Tags', 'Summary', 'URL', 'Review', 'Files']) {
        await button(page, name).click();
      }
    }

    it('has no violations in any panel, light and dark, desktop and phone', async () => {
      const id = await write({ tags: ['reeds'], categories: [birds], status: 'publish' });
      const page = await edit(id);
      await openAll(page);
      await page.getByLabel('Readers').selectOption('Specific roles');
      await page.getByLabel('Show access notice').check();
      await expectAccessible(page, [1280, 390], undefined, CANVAS);
      await page.getByLabel('Readers').selectOption('Specific users');
      await expectAccessible(page, [1280], undefined, CANVAS);
    });

    it('has no violations in the preview menu, a preview and the trash', async () => {
      const id = await write();
      const page = await edit(id);
      await button(page, 'Preview').click();
      await page.getByRole('menuitem', { name: 'As a visitor' }).waitFor();
      await expectAccessible(page, [1280], undefined, CANVAS);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 390, height: 800 });
      const close = page.getByRole('button', { name: 'Close' });
      await close.waitFor();
      await button(page, 'Preview').click();
      // It opens in place of the settings.
      await expect.poll(() => close.count()).toBe(0);
      await expectAccessible(page, [390], undefined, CANVAS);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.locator('#me-toggle-settings').click();
      const preview = await previewAs(page, 'As a visitor');
      await expectAccessible(preview, [1280, 390]);
      await page.bringToFront();
      await button(page, 'Move to trash').click();
      await button(page, 'Undo').waitFor();
      await expectAccessible(page, [1280, 390], undefined, CANVAS);
    });

    it('has no violations in the article list', async () => {
      const id = await write();
      const page = await edit(id);
      await page.goto('/admin/kb/articles');
      await expectAccessible(page, [1280, 390]);
    });
  });
});
