import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser } from '../support/browser.js';
import {
  button,
  CANVAS,
  canvas,
  describeWriter,
  expectStatus,
  focusedBlock,
  insertBySlash,
  paragraph,
  save,
  titleOf,
} from './opened-editor.js';

/** Block of a missing plugin, formatted differently from WordPress output. */
const UNKNOWN = `<!-- wp:acme/chart {"kind":"bar","values":[1,2]} -->
<figure  class="chart" ><svg viewBox='0 0 1 1'></svg></figure>
<!-- /wp:acme/chart -->`;

const STORED = `${paragraph('Reeds sway.')}\n\n${UNKNOWN}`;

describeInBrowser('block editor', (browser) => {
  const writer = describeWriter(browser);
  const { store, read, open, edit } = writer;

  it('writes an article from title to last block by keyboard, in WordPress markup', async () => {
    const page = await open('/admin/kb/articles/new');
    expect(await titleOf(page).evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type('Herons & egrets');
    await page.keyboard.press('Enter');
    await page.keyboard.type('They ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('wade');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' & wait.');
    await page.keyboard.press('Enter');
    await insertBySlash(page, 'heading', 'Heading');
    await expect.poll(() => focusedBlock(page)).toBe('core/heading');
    await page.keyboard.type('Where');
    expect(await page.locator('.me-status').textContent()).toBe('Unsaved changes');

    await button(page, 'Insert block').click();
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('list');
    // Results are filtered after a delay. A click while they are replaced is lost.
    await page.getByRole('option', { name: 'Paragraph', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('option', { name: 'List', exact: true }).click();
    await expect.poll(() => focusedBlock(page)).toBe('core/list-item');
    await page.keyboard.type('Reeds');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ponds');

    const stored = await read(await save(page));
    expect(page.url()).toMatch(/\/admin\/kb\/articles\/\d+\/edit$/);
    expect(stored).toMatchObject({ title: { raw: 'Herons & egrets' }, status: 'draft', content: { format: 'blocks' } });
    expect(stored.content.raw).toBe(`<!-- wp:paragraph -->
<p>They <strong>wade</strong> &amp; wait.</p>
<!-- /wp:paragraph -->

<!-- wp:heading -->
<h2 class="wp-block-heading">Where</h2>
<!-- /wp:heading -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>Reeds</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Ponds</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->`);
  });

  it('supports undo and redo, and keeps an unknown block byte for byte', async () => {
    const id = await store(STORED);
    const page = await edit(id);
    expect(await page.locator('.me-status').textContent()).toBe('Saved');
    await canvas(page).getByText('Reeds sway.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Gone again.');
    await expect.poll(() => canvas(page).getByText('Gone again.').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => canvas(page).getByText('Gone again.').count()).toBe(0);
    await button(page, 'Redo').click();
    await expect.poll(() => canvas(page).getByText('Gone again.').count()).toBe(1);
    await button(page, 'Save draft').click();
    await expectStatus(page, 'Saved');
    expect(await page.evaluate('document.activeElement.id')).toBe('me-save-draft');
    expect((await read(id)).content.raw).toBe(STORED.replace(UNKNOWN, `${paragraph('Gone again.')}\n\n${UNKNOWN}`));
    await page.reload();
    await canvas(page).getByText('Gone again.').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Marsh birds');
  });

  it("displays the block outline and the selected block's settings", async () => {
    const page = await edit(await store(STORED));
    await canvas(page).getByText('Reeds sway.').click();
    await page.getByRole('region', { name: 'Settings', exact: true }).getByText('Paragraph', { exact: true }).waitFor();
    await button(page, 'Outline').click();
    await expect.poll(() => page.getByRole('treegrid').getByRole('row').count()).toBe(2);
    await page.getByRole('region', { name: 'Outline' }).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('me-toggle-outline');
  });

  it('reports a concurrent save, loses nothing, and can overwrite it', async () => {
    const id = await store(STORED);
    const page = await edit(id);
    await writer.change(id, { title: 'Theirs' });
    writer.forgive('status of 412');
    await titleOf(page).fill('Mine');
    await page.keyboard.press('Control+s');
    const alert = page.getByRole('alert').filter({ hasText: 'Another user saved this article' });
    await alert.waitFor();
    expect((await read(id)).title.raw).toBe('Theirs');
    await button(page, 'Overwrite').click();
    await expectStatus(page, 'Saved');
    expect((await read(id)).title.raw).toBe('Mine');
    // The focus returns to the element that had it before the dialog.
    expect(await page.evaluate('document.activeElement.name')).toBe('editor-canvas');
  });

  it('keeps unsaved text while offline and offers it on the next visit', async () => {
    const id = await store(STORED);
    const page = await edit(id);
    writer.forgive('ERR_INTERNET_DISCONNECTED');
    await page.route('**/vendor-kb/v1/articles/*', (route) => route.abort('internetdisconnected'));
    await titleOf(page).fill('Written on a train');
    await button(page, 'Save draft').click();
    await page.getByRole('alert').filter({ hasText: 'You are offline or the server is unreachable' }).waitFor();
    expect(await page.locator('.me-status').textContent()).toBe('Not saved');
    await page.unroute('**/vendor-kb/v1/articles/*');

    // Another tab of the same browser, as after a crash.
    const next = await page.context().newPage();
    // An open tab would keep retrying.
    await page.close();
    await next.goto(`/admin/kb/articles/${id}/edit`);
    await button(next, 'Restore').click();
    await expect.poll(() => titleOf(next).inputValue()).toBe('Written on a train');
    await save(next);
    expect((await read(id)).title.raw).toBe('Written on a train');
  });

  it('shares its own React and package instances with plugin modules', async () => {
    const page = await edit(await store(STORED));
    const found = await page.evaluate(`(async () => {
      const [react, element, blocks, editor] = await Promise.all([
        import('react'), import('@wordpress/element'), import('@wordpress/blocks'), import('@wordpress/block-editor'),
      ]);
      return [react.useState === element.useState, blocks.getBlockTypes().length > 15, typeof editor.useBlockProps];
    })()`);
    expect(found).toEqual([true, true, 'function']);
  });

  it('fits its tools into two rows on a phone and displays long titles completely', async () => {
    const title = 'Marsh birds, their nests and everything else that is known of them since the first ringing in 1899';
    const page = await edit(await store(STORED, { title }), { width: 390 });
    const cut = () => titleOf(page).evaluate((field) => field.scrollHeight - field.clientHeight);
    await expect.poll(cut).toBeLessThanOrEqual(0);
    await canvas(page).getByText('Reeds sway.').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Options' }).waitFor();
    const bar = await page.locator('.me-bar').boundingBox();
    expect(bar?.height).toBeLessThan(120);
    for (const tool of await page.locator('.me-bar-start > *, .me-bar-end button').all()) {
      const place = await tool.boundingBox();
      expect(place?.x).toBeGreaterThanOrEqual(0);
      expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(390);
      expect(place?.width).toBeGreaterThanOrEqual(24);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(cut).toBeLessThanOrEqual(0);
  });

  it('displays the unknown-block warning in the color scheme', async () => {
    const page = await edit(await store(STORED));
    await page.emulateMedia({ colorScheme: 'dark' });
    const lightness = (property: 'color' | 'backgroundColor') =>
      canvas(page)
        .locator('.block-editor-warning')
        .evaluate((element, name) => {
          const message = name === 'color' ? (element.querySelector('p') ?? element) : element;
          return Number(/\d+/.exec(getComputedStyle(message)[name])?.[0]);
        }, property);
    await expect.poll(() => lightness('backgroundColor')).toBeLessThan(64);
    expect(await lightness('color')).toBeGreaterThan(192);
  });

  describe('accessibility', () => {
    it('has no violations in its own parts, light and dark, desktop and phone', async () => {
      const page = await edit(await store(STORED));
      await canvas(page).getByText('Reeds sway.').click();
      await expectAccessible(page, [1280, 390], undefined, CANVAS);
    });

    it('has no violations with the inserter or the outline open', async () => {
      const page = await edit(await store(STORED));
      await button(page, 'Insert block').click();
      await page.getByRole('option', { name: 'Paragraph', exact: true }).waitFor();
      await expectAccessible(page, [1280], undefined, CANVAS);
      await button(page, 'Outline').click();
      await expectAccessible(page, [1280], undefined, CANVAS);
    });
  });
});
