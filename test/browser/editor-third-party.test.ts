import type { Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { canvas, describeWriter, insertBySlash, save } from './opened-editor.js';

/** Imported by URL only, because its types belong to another package with its own `Recipe`. */
const PLUGIN = new URL('../../examples/third-party-plugin/src/index.ts', import.meta.url).href;

const { acmeRecipes } = (await import(/* @vite-ignore */ PLUGIN)) as { acmeRecipes(): Plugin };

describeInBrowser('third-party block', (browser) => {
  const writer = describeWriter(browser, { plugins: [knowledgeBase(), acmeRecipes()] });
  beforeAll(async () => {
    const body = { title: 'Onion <soup>', method: 'Chop the onions.', portions: 4 };
    await writer.site.host.request('POST', '/acme/v1/recipes', { as: writer.user.id, body });
  });

  it('is inserted in the editor, stored, and visible to visitors', async () => {
    const page = await writer.open('/admin/kb/articles/new');
    await page.keyboard.type('Dinner');
    await page.keyboard.press('Enter');
    await insertBySlash(page, 'recipe', 'Recipe card');
    await canvas(page).getByText('Choose a recipe in the settings of this block.').waitFor();
    await page.getByLabel('Recipe', { exact: true }).selectOption({ label: 'Onion <soup>' });
    await canvas(page).getByText('For 4').waitFor();
    await page.getByLabel('Show servings').uncheck();
    await expect.poll(() => canvas(page).getByText('For 4').count()).toBe(0);
    const id = await save(page);
    expect((await writer.read(id)).content.raw).toBe('<!-- wp:acme/recipe-card {"recipe":1,"showPortions":false} /-->');

    const { link } = await writer.change(id, { status: 'publish' });
    const reader = await openVisitor(browser(), writer.site.url);
    await reader.page.goto(link);
    const card = reader.page.locator('.wp-block-acme-recipe-card').getByRole('link', { name: 'Onion <soup>' });
    expect(await card.getAttribute('href')).toBe('/recipes/1');
    expect(reader.faults).toEqual([]);
    await reader.close();
  });
});
