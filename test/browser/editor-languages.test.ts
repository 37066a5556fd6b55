import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { png } from '../core/media/pictures.js';
import { describeInBrowser } from '../support/browser.js';
import { articleOfCoreBlocks } from './core-block-samples.js';
import { canvas, describeWriter } from './opened-editor.js';
import { blocksOfEachKind, markUntranslated, selectBlock, untranslatedOn } from './package-texts.js';

const FULL = Boolean(process.env.MORTISE_FULL);

/** Content missing from the core blocks article: our blocks, and empty, unknown or broken ones. */
const MORE = `<!-- wp:vendor-kb/accordion -->
<div class="wp-block-vendor-kb-accordion"><!-- wp:vendor-kb/accordion-item -->
<details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">Frage</summary><div class="kb-faq-a"><!-- wp:paragraph -->
<p>Antwort</p>
<!-- /wp:paragraph --></div></details>
<!-- /wp:vendor-kb/accordion-item --></div>
<!-- /wp:vendor-kb/accordion -->

<!-- wp:vendor-kb/content-toggle -->
<details class="wp-block-vendor-kb-content-toggle"><summary class="kb-toggle-label">Mehr</summary><div class="kb-toggle-content"></div></details>
<!-- /wp:vendor-kb/content-toggle -->

<!-- wp:vendor-kb/markdown -->
<pre class="wp-block-vendor-kb-markdown">## Text</pre>
<!-- /wp:vendor-kb/markdown -->

<!-- wp:vendor-kb/related-articles /-->

<!-- wp:vendor-kb/category-posts /-->

<!-- wp:embed {"url":"https://example.org/"} -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://example.org/
</div></figure>
<!-- /wp:embed -->

<!-- wp:html -->
<b>HTML</b>
<!-- /wp:html -->

<!-- wp:acme/unknown -->
<p>unbekannt</p>
<!-- /wp:acme/unknown -->

<!-- wp:heading {"level":4} -->
<h2>kaputt</h2>
<!-- /wp:heading -->`;

describeInBrowser('editor in German', (browser) => {
  const writer = describeWriter(browser, { locale: 'de' });

  async function openArticle(): Promise<Page> {
    const picture = await writer.site.host.media.create(await png(640, 480), { filename: 'farben.png' });
    const id = await writer.store(`${articleOfCoreBlocks(picture)}\n\n${MORE}`, { title: 'Sumpfvögel' });
    const page = await writer.visit(`/admin/kb/articles/${id}/edit`, { width: 1600, prepare: markUntranslated });
    await canvas(page).locator('[data-block]').first().waitFor();
    return page;
  }

  /** Names of menus that were open. Soak tests open the menus of every block. */
  const opened = new Set<string>();

  /** Opens each menu, calls `look`, and closes it. */
  async function lookInto(menus: Locator, look: () => Promise<void>): Promise<void> {
    for (const menu of await menus.all()) {
      const name = String(await menu.getAttribute('aria-label'));
      if ((opened.has(name) && !FULL) || !(await menu.isVisible()) || !(await menu.isEnabled())) continue;
      opened.add(name);
      await menu.click();
      await look();
      if ((await menu.getAttribute('aria-expanded')) === 'true') await menu.click();
    }
  }

  it('has no English text in the bar, inserter, outline, settings or block menus', {
    timeout: 240_000,
  }, async () => {
    const page = await openArticle();
    writer.forgive('console: Block validation');
    const english = new Set<string>();
    const look = async (): Promise<void> => {
      for (const text of await untranslatedOn(page)) english.add(text);
    };
    await page.getByRole('button', { name: 'Block einfügen', exact: true }).click();
    await page.getByRole('option', { name: 'Absatz' }).first().waitFor();
    await look();
    await page.locator('#me-inserter input[type=search]').fill('zzzz');
    await page.getByText('Nichts gefunden.').first().waitFor();
    await look();
    await page.getByRole('button', { name: 'Block einfügen', exact: true }).click();
    await page.getByRole('button', { name: 'Gliederung', exact: true }).click();
    await page.locator('#me-outline [role=row]').first().waitFor();
    await look();

    const kinds = await blocksOfEachKind(page);
    expect(kinds.length).toBeGreaterThan(24);
    for (const { id } of kinds) {
      await selectBlock(page, id);
      await page.locator('#me-settings').getByRole('tab', { name: 'Block' }).click();
      await page.locator('#me-settings [role=tab][aria-selected=true]').getByText('Block').waitFor();
      await look();
      const closed = page.locator('#me-settings .components-panel__body-toggle[aria-expanded=false]');
      for (const panel of await closed.all()) await panel.click();
      await look();
      await lookInto(page.locator('.me-bar-block button[aria-haspopup=true]'), look);
    }
    expect([...english]).toEqual([]);
  });
});
