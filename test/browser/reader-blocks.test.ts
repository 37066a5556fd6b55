import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, violationsOf } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const question = (title: string, answer: string, { settings = '', attributes = '' } = {}): string =>
  `<!-- wp:vendor-kb/accordion-item ${settings}-->
<details class="wp-block-vendor-kb-accordion-item"${attributes}><summary class="kb-faq-q">${title}</summary><div class="kb-faq-a"><!-- wp:paragraph -->
<p>${answer}</p>
<!-- /wp:paragraph --></div></details>
<!-- /wp:vendor-kb/accordion-item -->`;
const accordion = (settings: Readonly<Record<string, unknown>>, items: readonly string[]): string =>
  `<!-- wp:vendor-kb/accordion ${JSON.stringify(settings)} -->
<div class="wp-block-vendor-kb-accordion">${items.join('\n\n')}</div>
<!-- /wp:vendor-kb/accordion -->`;

/** Every knowledge base block in its variants. */
const CONTENT = [
  accordion({ layout: 'boxed', autoclose: true, headingLevel: 2 }, [
    question('Where do herons nest?', 'In tall trees.', { attributes: ' id="nests"' }),
    question('What do they eat?', 'Fish &amp; frogs.'),
    question('Do they migrate?', 'Some of them.'),
  ]),
  accordion({ iconPosition: 'left', faqSchema: false }, [question('Is this a question?', 'It is an answer.')]),
  `<!-- wp:vendor-kb/content-toggle {"style":"button","labelClosed":"Show the table","labelOpen":"Hide the table"} -->
<details class="wp-block-vendor-kb-content-toggle"><summary class="kb-toggle-label">The table</summary><div class="kb-toggle-content"><!-- wp:table -->
<figure class="wp-block-table"><table><thead><tr><th>Bird</th><th>Wings</th></tr></thead><tbody><tr><td>Egret</td><td>1.4 m</td></tr></tbody></table></figure>
<!-- /wp:table --></div></details>
<!-- /wp:vendor-kb/content-toggle -->`,
  `<!-- wp:vendor-kb/markdown -->
<pre class="wp-block-vendor-kb-markdown">## In Markdown

With **strong** words.</pre>
<!-- /wp:vendor-kb/markdown -->`,
  '<!-- wp:vendor-kb/related-articles {"layout":"grid","columns":3,"showExcerpt":true,"showDate":true} /-->',
  '<!-- wp:vendor-kb/category-posts {"count":2,"orderBy":"title","order":"asc","pagination":true,"showCount":true} /-->',
].join('\n\n');

describeInBrowser('blocks for readers', (browser) => {
  let site: PublishedSite;
  let path: string;
  let visitor: Visitor;
  beforeAll(async () => {
    site = await publishSite();
    const { id: as } = await site.host.createUser('administrator');
    const make = async (route: string, body: Readonly<Record<string, unknown>>) =>
      (await site.host.request('POST', `/vendor-kb/v1/${route}`, { as, body })).data as { id: number; link: string };
    const category = await make('categories', { name: 'Waders' });
    const shared = { status: 'publish', categories: [category.id], tags: ['marsh'] };
    for (const title of ['Avocet', 'Bittern', 'Crane', 'Egret']) {
      await make('articles', { ...shared, title, content: `About the ${title.toLowerCase()}.`, excerpt: 'A wader.' });
    }
    const { link } = await make('articles', { ...shared, title: 'Herons', content: CONTENT, format: 'blocks' });
    path = new URL(link).pathname;
  });
  afterAll(() => site.close());

  async function read(options: { javaScriptEnabled?: boolean; width?: number; fragment?: string } = {}): Promise<Page> {
    const { javaScriptEnabled = true, width = 1280, fragment = '' } = options;
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await visitor.page.goto(path + fragment);
    return visitor.page;
  }

  async function leave(): Promise<void> {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  }

  describe.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('%s', (_, javaScriptEnabled) => {
    it('opens accordion questions by keyboard, one per group', async () => {
      const page = await read({ javaScriptEnabled });
      const nests = page.getByText('Where do herons nest?');
      await page.locator('summary', { has: nests }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('In tall trees.').waitFor({ state: 'visible' });
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.getByText('Fish & frogs.').waitFor({ state: 'visible' });
      expect(await page.getByText('In tall trees.').isVisible()).toBe(false);
      await leave();
    });

    it('labels a toggle with its next action', async () => {
      const page = await read({ javaScriptEnabled });
      await page.getByText('Show the table').click();
      await page.getByRole('cell', { name: 'Egret' }).waitFor({ state: 'visible' });
      await page.getByText('Hide the table').click();
      await expect.poll(() => page.getByRole('cell', { name: 'Egret' }).isVisible()).toBe(false);
      await leave();
    });

    it('paginates an article list and keeps it in view', async () => {
      const page = await read({ javaScriptEnabled });
      const list = page.getByRole('region', { name: /^Waders/ });
      expect(await list.getByRole('listitem').allInnerTexts()).toEqual(['Avocet', 'Bittern']);
      await list.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(/posts-1=2/);
      expect(await list.getByRole('listitem').allInnerTexts()).toEqual(['Crane', 'Egret']);
      expect(await list.getByRole('heading').evaluate((heading) => heading.getBoundingClientRect().top < 900)).toBe(
        true,
      );
      await leave();
    });
  });

  it('opens a question by a click anywhere in its row, up to the edge of its box', async () => {
    const page = await read();
    const box = page.locator('.is-layout-boxed > details').first();
    await box.click({ position: { x: 4, y: 20 } });
    await page.getByText('In tall trees.').waitFor({ state: 'visible' });
    await leave();
  });

  it.each(['#h-nests', '#nests'])('opens a linked question: %s', async (fragment) => {
    const page = await read({ fragment });
    await page.getByText('In tall trees.').waitFor({ state: 'visible' });
    await leave();
  });

  it('ignores an unknown fragment', async () => {
    const page = await read({ fragment: '#%E0%A4%A' });
    expect(await page.getByText('In tall trees.').isVisible()).toBe(false);
    await leave();
  });

  it('prints collapsed content', async () => {
    const page = await read();
    await page.emulateMedia({ media: 'print' });
    for (const answer of ['In tall trees.', 'Some of them.', 'Egret']) {
      const height = await page
        .locator('details')
        .getByText(answer)
        .evaluate((element) => element.getBoundingClientRect().height);
      expect([answer, height > 10]).toEqual([answer, true]);
    }
    // Everything is open in print, so no icon suggests otherwise.
    await page.locator('.is-layout-boxed > details').evaluateAll((all) => all[0]?.setAttribute('open', ''));
    const signs = await page
      .locator('.wp-block-vendor-kb-accordion summary')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').display));
    expect(new Set(signs)).toEqual(new Set(['none']));
    await leave();
  });

  it.each([
    [1280, 3],
    [640, 2],
    [390, 1],
  ])(
    'displays a grid with the selected number of columns, fewer on narrow screens (%i px: %i)',
    async (width, columns) => {
      const page = await read({ width });
      const places = await page
        .locator('aside.is-columns-3 li')
        .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().left)));
      expect(new Set(places).size).toBe(columns);
      await leave();
    },
  );

  it('exposes the questions of FAQ accordions to search engines', async () => {
    const page = await read();
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
    const faq = blocks.map((text) => JSON.parse(text)).filter((entry) => entry['@type'] === 'FAQPage');
    expect(faq).toHaveLength(1);
    expect(faq[0].mainEntity.map((entry: { name: string }) => entry.name)).toEqual([
      'Where do herons nest?',
      'What do they eat?',
      'Do they migrate?',
    ]);
    await leave();
  });

  it('has no violations, closed or open, light and dark, desktop and phone', async () => {
    const page = await read();
    await expectAccessible(page, [1280, 390]);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await leave();
  });
});
