import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser } from '../support/browser.js';
import { canvas, describeWriter, paragraph } from './opened-editor.js';

const MARKDOWN = `## Reeds

They **grow** where the water is still, and nobody who has walked along a marsh in summer forgets how they sound in the wind.

- [x] cut
- [ ] dried
`;

describeInBrowser('article conversion page', (browser) => {
  const writer = describeWriter(browser);
  const { store, visit } = writer;
  const formatOf = async (id: number): Promise<string> => (await writer.read(id)).content.format;
  const storeMarkdown = (): Promise<number> => store(MARKDOWN, { format: 'markdown' });

  it('is linked from the form, displays the diff in words and signs, and opens the editor afterwards', async () => {
    const id = await storeMarkdown();
    const page = await visit(`/admin/kb/articles/${id}/edit`);
    await page.getByRole('link', { name: 'Convert to blocks' }).click();
    expect(new URL(page.url()).pathname).toBe(`/admin/kb/articles/${id}/convert`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Marsh birds');
    expect(await page.getByText('is written in Markdown').count()).toBe(1);
    expect(await page.getByText('Readers will see the same text').count()).toBe(1);
    const lines = await page.getByRole('region', { name: 'Changes in the source' }).textContent();
    expect(lines).toContain('- ## Reeds');
    expect(lines).toContain('+ <h2 class="wp-block-heading">Reeds</h2>');
    await page.getByRole('button', { name: 'Convert to blocks' }).click();
    await page.waitForURL(`**/admin/kb/articles/${id}/edit`);
    await canvas(page).getByText('where the water is still').waitFor();
    expect(await formatOf(id)).toBe('blocks');
  });

  it('converts back to Markdown without JavaScript', async () => {
    const id = await store(paragraph('Reeds <em>sway</em>.'));
    const page = await visit('/admin/kb/articles', { javaScriptEnabled: false });
    await page
      .getByRole('row', { name: /Marsh birds/ })
      .first()
      .getByRole('link', { name: /Convert to Markdown/ })
      .click();
    await expect.poll(() => page.getByRole('region').textContent()).toContain('+ Reeds *sway*.');
    await page.getByRole('button', { name: 'Convert to Markdown' }).click();
    await expect.poll(() => page.getByText('Article converted to Markdown').count()).toBe(1);
    expect(await formatOf(id)).toBe('markdown');
  });

  it('rejects the conversion after a concurrent change and displays the new diff', async () => {
    const id = await storeMarkdown();
    const page = await visit(`/admin/kb/articles/${id}/convert`);
    await writer.change(id, { content: 'Rushes now.' });
    await page.getByRole('button', { name: 'Convert to blocks' }).click();
    await page.getByText('The article has changed').waitFor();
    expect(await page.getByRole('region').textContent()).toContain('- Rushes now.');
    expect(await formatOf(id)).toBe('markdown');
    // Browsers log the rejection themselves.
    expect(writer.visitor.faults).toEqual([]);
  });

  it('is accessible at any width, light and dark', async () => {
    const page = await visit(`/admin/kb/articles/${await storeMarkdown()}/convert`);
    const folder = process.env.MORTISE_SHOTS;
    await expectAccessible(page, [1280, 390], async (place) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      if (folder) await page.screenshot({ path: `${folder}/convert-${place.replace(', ', '-')}.png`, fullPage: true });
    });
  });
});
