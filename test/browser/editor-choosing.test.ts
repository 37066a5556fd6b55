import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { button, canvas, describeWriter, paragraph, save } from './opened-editor.js';

describeInBrowser('block inserter and link search in the editor', (browser) => {
  const writer = describeWriter(browser);
  const { store, read, edit } = writer;
  const links: Record<string, string> = {};
  beforeAll(async () => {
    for (const [title, status] of [
      ['Heron nests', 'publish'],
      ['Where herons sleep', 'draft'],
      ['Ponds', 'publish'],
    ] as const) {
      links[title] = (await read(await store(paragraph('About a heron.'), { title, status }))).link;
    }
  });

  const options = (page: Page): Promise<string[]> => page.getByRole('option').allTextContents();
  const OWN = ['FAQ / Accordion', 'Related articles', 'Category articles', 'Content toggle', 'Markdown'];

  it('lists the knowledge base blocks first regardless of usage', async () => {
    const used = ['heading', 'quote', 'code', 'list', 'preformatted', 'separator', 'details', 'table', 'columns'];
    const page = await edit(await store([...used, 'Before'].map(paragraph).join('\n\n')));
    for (const name of used) {
      await canvas(page).getByText(name, { exact: true }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(`/${name}`);
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
    }
    await canvas(page).getByText('Before').click();
    await page.keyboard.press('Control+Alt+y');
    await page.keyboard.type('/');
    await page.getByRole('option', { name: 'Markdown' }).waitFor();
    const behindSlash = await options(page);
    expect(behindSlash.slice(0, OWN.length)).toEqual(OWN);
    expect(behindSlash).toHaveLength(9);
    await page.keyboard.type('quo');
    await expect.poll(() => options(page).then(([first]) => first)).toBe('Quote');
    await page.keyboard.press('Escape');
    await button(page, 'Insert block').click();
    await page.getByRole('option', { name: 'Markdown', exact: true }).waitFor();
    expect((await options(page)).slice(0, OWN.length)).toEqual(OWN);
  });

  it.each(['Related articles', 'Category articles'])(
    'previews the block "%s" in the inserter before insertion',
    async (name) => {
      const page = await edit(await store(paragraph('Before')));
      await canvas(page).getByText('Before').click();
      await button(page, 'Insert block').click();
      await page.getByRole('option', { name, exact: true }).hover();
      const preview = page.locator('.block-editor-inserter__preview iframe').contentFrame();
      await expect.poll(() => preview.locator('.kb-block-list a').count()).toBe(3);
    },
  );

  it('finds articles by title, displays their status, and stores only the path', async () => {
    const id = await store(paragraph('See the nests'));
    const page = await edit(id);
    await canvas(page).getByText('See the nests').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.type('heron');
    await expect.poll(() => options(page).then((all) => all.length)).toBe(2);
    const [published, draft] = await options(page);
    expect(published).toMatch(/Heron nests.*Article$/);
    expect(draft).toMatch(/Where herons sleep.*Draft$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const { pathname } = new URL(links['Heron nests'] ?? '');
    await expect.poll(() => canvas(page).locator('p a').getAttribute('href')).toBe(pathname);
    await save(page);
    expect((await read(id)).content.raw).toBe(paragraph(`See the <a href="${pathname}">nests</a>`));
  });

  it('turns selected text into a link when a URL is pasted', async () => {
    const id = await store(paragraph('See the nests'));
    const page = await edit(id);
    await canvas(page).getByText('See the nests').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await canvas(page)
      .getByText('See the nests')
      .evaluate((element, address) => {
        const view = element.ownerDocument.defaultView;
        if (!view) return;
        const clipboardData = new view.DataTransfer();
        clipboardData.setData('text/plain', address);
        element.dispatchEvent(new view.ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      }, links.Ponds ?? '');
    await expect.poll(() => canvas(page).locator('p a').textContent()).toBe('nests');
    await save(page);
    expect((await read(id)).content.raw).toBe(paragraph(`See the <a href="${links.Ponds}">nests</a>`));
  });

  it('keeps the "Add question" button clear of the last box', async () => {
    const item = `<!-- wp:vendor-kb/accordion-item -->
<details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">Where?</summary><div class="kb-faq-a">${paragraph('In reeds.')}</div></details>
<!-- /wp:vendor-kb/accordion-item -->`;
    const page = await edit(
      await store(
        `<!-- wp:vendor-kb/accordion {"layout":"boxed"} -->\n<div class="wp-block-vendor-kb-accordion">${item}</div>\n<!-- /wp:vendor-kb/accordion -->`,
      ),
    );
    const box = await canvas(page).locator('details').boundingBox();
    const add = await canvas(page).getByRole('button', { name: 'Add question' }).boundingBox();
    expect((add?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0))).toBeGreaterThanOrEqual(10);
  });
});
