import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { png } from '../core/media/pictures.js';
import { describeInBrowser } from '../support/browser.js';
import { articleOfCoreBlocks } from './core-block-samples.js';
import { canvas, describeWriter, save, titleOf } from './opened-editor.js';

const SHOTS = process.env.MORTISE_SHOTS;

/** CSS properties compared for each element. */
const LOOK = [
  ...['display', 'textAlign', 'fontSize', 'fontWeight', 'fontFamily', 'fontStyle', 'color', 'backgroundColor'],
  ...[
    'borderTopWidth',
    'borderBottomWidth',
    'borderBottomColor',
    'listStyleType',
    'flexBasis',
    'alignItems',
    'objectFit',
  ],
  ...['borderRadius', 'justifyContent', 'tableLayout', 'paddingLeft'],
];

/** Selectors below the text. */
const PLACES = [
  ...['p', 'p strong', 'p code', 'p a', 'p.has-text-align-center', 'h2', 'h3', 'ol', 'ol li', '.wp-block-quote'],
  ...['.wp-block-quote p', '.wp-block-quote cite', '.wp-block-code', '.wp-block-preformatted', 'thead th', 'tbody td'],
  ...['tbody tr:first-child td', 'tfoot td', 'td.has-text-align-right', 'table', '.wp-block-table figcaption'],
  ...['.wp-block-image img', '.wp-block-gallery', '.wp-block-gallery .wp-block-image img', '.wp-block-separator'],
  ...['.is-style-dots', 'details', 'summary', '.wp-block-columns', '.wp-block-column', '.wp-block-buttons'],
  ...['.wp-block-button__link', '.is-style-outline .wp-block-button__link'],
];

describeInBrowser('core blocks', (browser) => {
  const writer = describeWriter(browser);
  const { store, read, edit } = writer;
  let sample: string;
  beforeAll(async () => {
    sample = articleOfCoreBlocks(await writer.site.host.media.create(await png(640, 480), { filename: 'colours.png' }));
  });

  const shot = async (page: Page, name: string): Promise<void> => {
    if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
  };

  async function looks(text: Locator): Promise<Record<string, Record<string, string>>> {
    return text.evaluate(
      (root, { places, look }) => {
        const view = root.ownerDocument.defaultView ?? window;
        const found: Record<string, Record<string, string>> = {};
        for (const place of places) {
          const element = root.querySelector(place);
          const style = element ? view.getComputedStyle(element) : null;
          found[place] = Object.fromEntries(look.map((name) => [name, String(style?.[name as 'color'] ?? 'missing')]));
        }
        return found;
      },
      { places: PLACES, look: LOOK },
    );
  }

  function differencesOf(
    place: string,
    author: Record<string, string> = {},
    reader: Record<string, string> = {},
  ): string[] {
    return LOOK.filter((name) => author[name] !== reader[name]).map(
      (name) => `${place}: ${name} is ${author[name]} in the editor, ${reader[name]} for readers`,
    );
  }

  it('look the same to readers and authors, light and dark, and keep every byte in the editor', async () => {
    const id = await store(sample, { status: 'publish' });
    const { link } = await read(id);
    const page = await edit(id);
    const text = canvas(page).locator('.kb-prose');
    await text.locator('.wp-block-button__link').first().waitFor();
    const seen = await looks(text);
    await page.setViewportSize({ width: 1280, height: 3000 });
    await shot(page, 'core-editor');
    await titleOf(page).fill('Herons');
    await save(page);
    expect((await read(id)).content.raw).toBe(sample);
    const differences: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // A frame adopts the scheme a moment after its page.
      if (colorScheme === 'dark') await expect.poll(async () => (await looks(text)).p?.color).not.toBe(seen.p?.color);
      const author = colorScheme === 'light' ? seen : await looks(text);
      await page.goto(link);
      await shot(page, `core-public-${colorScheme}`);
      const styles = await looks(page.locator('.kb-prose').first());
      differences.push(
        ...PLACES.flatMap((place) => differencesOf(`${colorScheme}: ${place}`, author[place], styles[place])),
      );
      await page.goBack();
      await text.locator('.wp-block-button__link').first().waitFor();
    }
    expect(differences).toEqual([]);
    await page.goto(link);
    await page.setViewportSize({ width: 390, height: 800 });
    await shot(page, 'core-public-390');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('offer no setting that readers would not see', async () => {
    const page = await edit(await store(sample));
    const blocks = canvas(page).locator('[data-type^="core/"]');
    const ids = await blocks.evaluateAll((all) => [
      ...new Map(all.map((block) => [block.getAttribute('data-type'), block.getAttribute('data-block')])).values(),
    ]);
    const inspector = page.locator('.me-panel-settings');
    const offered = new Set<string>();
    for (const clientId of ids) {
      await page.evaluate(
        `import('@wordpress/data').then(({ dispatch }) => dispatch('core/block-editor').selectBlock('${clientId}'))`,
      );
      await inspector.locator(`.block-editor-block-card__title`).waitFor();
      const tabs = inspector.locator('.block-editor-block-inspector [role=tab]');
      for (let tab = 0; tab < Math.max(1, await tabs.count()); tab++) {
        if ((await tabs.count()) > 0) await tabs.nth(tab).click();
        for (const panel of await inspector
          .locator('.components-tools-panel-header, .components-panel__body-title')
          .all())
          if (await panel.isVisible()) offered.add((await panel.innerText()).trim());
      }
    }
    expect([...offered].sort()).toEqual(['Advanced', 'Media', 'Settings', 'Styles']);
  });

  it('accept custom HTML only from users with the required permission', async () => {
    const nina = await writer.site.host.createUser('contributor');
    const hostile = '<!-- wp:html -->\n<p onclick="alert(1)">Hi<script>alert(2)</script></p>\n<!-- /wp:html -->';
    const id = await store(hostile, {}, nina);
    expect((await read(id)).content.raw).toBe('<!-- wp:html -->\n<p>Hi</p>\n<!-- /wp:html -->');
    const page = await edit(id, { as: nina });
    await page.getByRole('button', { name: 'Insert block' }).click();
    await page.getByRole('option', { name: 'Paragraph', exact: true }).waitFor();
    expect(await page.getByRole('option', { name: 'Custom HTML' }).count()).toBe(0);
  });
});
