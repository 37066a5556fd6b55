import type { Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';
import { canvas, save, stored } from './editor-page.js';

/** By its address alone: its types are those of another package, which has a `Recipe` of its own. */
const PLUGIN = new URL('../../examples/third-party-plugin/src/index.ts', import.meta.url).href;

describeInBrowser('a block of a plugin by somebody else', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let maria: { id: number; login: string; password: string };
  beforeAll(async () => {
    const { acmeRecipes } = (await import(/* @vite-ignore */ PLUGIN)) as { acmeRecipes(): Plugin };
    site = await publishSite({ plugins: [knowledgeBase(), acmeRecipes()] });
    maria = await site.host.createUser('administrator');
    const body = { title: 'Onion <soup>', method: 'Chop the onions.', portions: 4 };
    await site.host.request('POST', '/acme/v1/recipes', { as: maria.id, body });
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  it('is inserted in the editor, stored, and seen by visitors', async () => {
    visitor = await openVisitor(browser(), site.url);
    const { page } = visitor;
    await page.goto('/admin/kb/articles/new');
    await logIn(page, maria.login, maria.password);
    await canvas(page).getByLabel('Title').waitFor();
    await page.keyboard.type('Dinner');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/recipe');
    await page.getByRole('option', { name: 'Recipe card' }).waitFor();
    await page.keyboard.press('Enter');
    await canvas(page).getByText('Choose a recipe in the settings of this block.').waitFor();
    await page.getByLabel('Recipe', { exact: true }).selectOption({ label: 'Onion <soup>' });
    await canvas(page).getByText('For 4').waitFor();
    await page.getByLabel('Say how many it feeds').uncheck();
    await expect.poll(() => canvas(page).getByText('For 4').count()).toBe(0);
    const id = await save(page);
    expect(await stored(site, maria.id, id)).toBe('<!-- wp:acme/recipe-card {"recipe":1,"showPortions":false} /-->');

    const body = { status: 'publish' };
    const { data } = await site.host.request('PATCH', `/vendor-kb/v1/articles/${id}`, { as: maria.id, body });
    const reader = await openVisitor(browser(), site.url);
    await reader.page.goto((data as { link: string }).link);
    const card = reader.page.locator('.wp-block-acme-recipe-card').getByRole('link', { name: 'Onion <soup>' });
    expect(await card.getAttribute('href')).toBe('/recipes/1');
    expect(reader.faults).toEqual([]);
    await reader.close();
  });
});
