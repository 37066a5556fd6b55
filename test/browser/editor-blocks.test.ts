import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, violationsIn } from '../support/accessibility.js';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { button, CANVAS, canvas, describeWriter, insertBySlash, paragraph, save } from './opened-editor.js';

const question = (title: string, answer: string): string => `<!-- wp:vendor-kb/accordion-item -->
<details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">${title}</summary><div class="kb-faq-a"><!-- wp:paragraph -->
<p>${answer}</p>
<!-- /wp:paragraph --></div></details>
<!-- /wp:vendor-kb/accordion-item -->`;

const accordion = (...questions: string[]): string => `<!-- wp:vendor-kb/accordion -->
<div class="wp-block-vendor-kb-accordion">${questions.join('\n\n')}</div>
<!-- /wp:vendor-kb/accordion -->`;

const BEFORE = paragraph('Before');

describeInBrowser('knowledge base blocks in the editor', (browser) => {
  const writer = describeWriter(browser);
  const { open, edit } = writer;
  let category: number;
  beforeAll(async () => {
    category = await writer.category('Kitchen');
    for (const title of ['Fish soup', 'Onion soup', 'Bread']) {
      await writer.store(BEFORE, { title, ...about(), status: 'publish' });
    }
  });

  const about = () => ({ tags: ['soup'], categories: [category] });
  const store = (content: string, fields: object = {}): Promise<number> =>
    writer.store(content, { title: 'Soups', ...fields });
  const stored = async (id: number): Promise<string> => (await writer.read(id)).content.raw;

  const focused = (page: Page): Promise<string | null> =>
    page.evaluate("document.querySelector('iframe').contentDocument.activeElement.getAttribute('aria-label')");

  it("moves from the label of a toggle to its content and keeps the marker on the label's line", async () => {
    const page = await open('/admin/kb/articles/new');
    await page.keyboard.type('Passwords');
    await page.keyboard.press('Enter');
    await insertBySlash(page, 'toggle', 'Content toggle');
    const label = canvas(page).locator('.kb-toggle-label [contenteditable]');
    await expect.poll(() => label.count()).toBe(1);
    await label.click();
    await page.keyboard.type('Where is it?');
    const lines = await canvas(page)
      .locator('.kb-toggle-label')
      .evaluate((summary) => {
        const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(summary);
        const [height, ...rest] = [String(summary.clientHeight), paddingTop, paddingBottom, lineHeight].map(
          Number.parseFloat,
        );
        const [top = 0, bottom = 0, line = 1] = rest;
        return ((height ?? 0) - top - bottom) / line;
      });
    expect(lines).toBeLessThan(1.5);
    if (process.env.MORTISE_SHOTS) await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/toggle.png` });
    await page.keyboard.press('Enter');
    await expect.poll(() => canvas(page).locator('details p').count()).toBe(1);
    await page.keyboard.type('Here.');
    // Enter works from anywhere in the label and moves to the existing content.
    await label.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Right ');
    const content = await stored(await save(page));
    expect(content).toContain('<summary class="kb-toggle-label">Where is it?</summary>');
    expect(content).toContain('Right ');
    expect(content).toMatch(/<p>(?:Right Here\.|Here\.Right )<\/p>/);
  });

  const details = (summary: string, answer: string): string => `<!-- wp:details -->
<details class="wp-block-details"><summary>${summary}</summary><!-- wp:paragraph -->
<p>${answer}</p>
<!-- /wp:paragraph --></details>
<!-- /wp:details -->`;
  const item = (title: string, answer: string): string => `<!-- wp:accordion-item -->
<div class="wp-block-accordion-item"><!-- wp:accordion-heading -->
<h3 class="wp-block-accordion-heading has-icon has-icon-right"><button type="button" class="wp-block-accordion-heading__toggle"><span class="wp-block-accordion-heading__toggle-title">${title}</span><span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3>
<!-- /wp:accordion-heading -->

<!-- wp:accordion-panel -->
<div role="region" class="wp-block-accordion-panel"><!-- wp:paragraph -->
<p>${answer}</p>
<!-- /wp:paragraph --></div>
<!-- /wp:accordion-panel --></div>
<!-- /wp:accordion-item -->`;

  /** Converts the selected blocks to questions with the menu of the toolbar. */
  async function convert(page: Page, selected: string): Promise<string> {
    await page.getByRole('toolbar').getByRole('button', { name: selected, exact: true }).click();
    await page.getByRole('menuitem', { name: 'FAQ / Accordion' }).click();
    return stored(await save(page));
  }
  const questions = accordion(question('How?', 'So.'), question('Why?', 'Because.'));

  it('converts an accordion of WordPress to questions', async () => {
    const items = `${item('How?', 'So.')}\n\n${item('Why?', 'Because.')}`;
    const content = `<!-- wp:accordion -->\n<div role="group" class="wp-block-accordion">${items}</div>\n<!-- /wp:accordion -->`;
    const page = await edit(await store(content));
    await canvas(page).getByText('How?', { exact: true }).click();
    await page
      .locator('.block-editor-block-breadcrumb')
      .getByRole('button', { name: 'Accordion', exact: true })
      .click();
    expect(await convert(page, 'Accordion')).toBe(questions);
  });

  it('converts selected details to questions', async () => {
    const page = await edit(await store(`${details('How?', 'So.')}\n\n${details('Why?', 'Because.')}`));
    await canvas(page).getByText('How?', { exact: true }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+a');
    expect(await convert(page, 'Multiple blocks selected')).toBe(questions);
  });

  it('writes and moves accordion questions by keyboard, which open for visitors without JavaScript', async () => {
    const page = await open('/admin/kb/articles/new');
    await page.keyboard.type('Passwords');
    await page.keyboard.press('Enter');
    await insertBySlash(page, 'faq', 'FAQ / Accordion');
    await expect.poll(() => focused(page)).toBe('Question');
    await page.keyboard.type('How do I reset it?');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).not.toBe('Question');
    await page.keyboard.type('By mail.');
    // Enter twice, as when ending a list.
    await page.keyboard.press('Enter');
    await expect.poll(() => canvas(page).locator('details p').count()).toBe(2);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Question');
    await page.keyboard.type('Where is the mail?');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).not.toBe('Question');
    await page.keyboard.type('In the spam folder.');
    await button(page, 'Insert block').waitFor();
    await canvas(page).getByRole('button', { name: 'Add question' }).click();
    await expect.poll(() => focused(page)).toBe('Question');
    await page.keyboard.type('And <then> & now?');
    await page.keyboard.press('Alt+F10');
    await button(page, 'Move up').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => canvas(page).locator('summary').allTextContents())
      .toEqual(['How do I reset it?', 'And <then> & now?', 'Where is the mail?']);

    const id = await save(page);
    const grammar = accordion(
      question('How do I reset it?', 'By mail.'),
      question('And &lt;then> &amp; now?', ''),
      question('Where is the mail?', 'In the spam folder.'),
    );
    expect(await stored(id)).toBe(grammar);
    await page.reload();
    await canvas(page).getByText('By mail.').waitFor();
    expect(await canvas(page).locator('.block-editor-warning').count()).toBe(0);

    const { link } = await writer.change(id, { status: 'publish', categories: [category] });
    const reader = await openVisitor(browser(), writer.site.url, { javaScriptEnabled: false });
    await reader.page.goto(link);
    const answer = reader.page.getByText('In the spam folder.');
    expect(await answer.isVisible()).toBe(false);
    await reader.page.locator('summary', { hasText: 'Where is the mail?' }).click();
    await expect.poll(() => answer.isVisible()).toBe(true);
    expect(reader.faults).toEqual([]);
    await reader.close();
  });

  it('inserts related articles, previews them, and accepts a manual selection', async () => {
    const id = await store(BEFORE, about());
    const page = await edit(id);
    await canvas(page).getByText('Before').click();
    await button(page, 'Insert block').click();
    await expect
      .poll(() => page.locator('.block-editor-inserter__panel-title').first().textContent())
      .toBe('Knowledge base');
    await page.getByRole('option', { name: 'Related articles' }).click();
    await canvas(page).getByText('Onion soup').waitFor();
    // The preview is inert: nothing in it can get the focus.
    expect(await canvas(page).locator('.me-preview-picture').getAttribute('inert')).toBe('');

    await page.getByLabel('Based on').selectOption({ label: 'Manual selection' });
    await canvas(page).getByText('None of the selected articles').waitFor();
    await page.getByLabel('Search articles by title').fill('soup');
    await button(page, 'Add Fish soup').click();
    await button(page, 'Add Onion soup').click();
    await button(page, 'Move Onion soup up').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Onion soup moved to position 1 of 2.').waitFor();
    const preview = canvas(page).locator('.me-preview-picture a');
    await expect.poll(() => preview.allTextContents()).toEqual(['Onion soup', 'Fish soup']);
    await save(page);
    expect(await stored(id)).toMatch(/<!-- wp:vendor-kb\/related-articles {"by":"manual","ids":\[\d+,\d+\]} \/-->/);
  });

  it('selects a category by name', async () => {
    const id = await store('<!-- wp:vendor-kb/category-posts /-->');
    const page = await edit(id);
    await canvas(page).getByText('This article has no category yet').click();
    await page.getByRole('combobox', { name: 'Category' }).fill('kit');
    await page.getByRole('option', { name: 'Kitchen' }).click();
    await canvas(page).getByText('Fish soup').waitFor();
    await page.getByLabel('Layout').selectOption({ label: 'Grid' });
    await canvas(page).locator('.me-preview .is-layout-grid').waitFor();
    await save(page);
    expect(await stored(id)).toBe(`<!-- wp:vendor-kb/category-posts {"category":${category},"layout":"grid"} /-->`);
  });

  it('previews Markdown as readers see it and stores it as written', async () => {
    const id = await store(
      '<!-- wp:vendor-kb/markdown -->\n<pre class="wp-block-vendor-kb-markdown">Soup</pre>\n<!-- /wp:vendor-kb/markdown -->',
    );
    const page = await edit(id);
    await canvas(page).getByRole('textbox', { name: 'Markdown' }).fill('\nSome **soup** &amp; <b>');
    await page.getByRole('toolbar').getByRole('button', { name: 'Preview' }).click();
    await canvas(page).locator('.me-preview strong').filter({ hasText: 'soup' }).waitFor();
    await save(page);
    expect(await stored(id)).toContain('>\n\nSome **soup** &amp;amp; &lt;b&gt;</pre>');
    await page.reload();
    expect(await canvas(page).getByRole('textbox', { name: 'Markdown' }).inputValue()).toBe(
      '\nSome **soup** &amp; <b>',
    );
  });

  it('creates a link card without requesting the URL', async () => {
    const page = await edit(await store(BEFORE));
    await canvas(page).getByText('Before').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await insertBySlash(page, 'link card', 'Link card');
    const address = canvas(page).getByLabel('URL', { exact: true });
    await address.fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await canvas(page).getByText('Invalid URL.').waitFor();
    await address.fill('https://elsewhere.example/talk');
    await page.keyboard.press('Enter');
    await canvas(page).locator('.is-link-card').getByText('elsewhere.example', { exact: true }).waitFor();
    const id = await save(page);
    expect(await stored(id)).toContain('<!-- wp:embed {"url":"https://elsewhere.example/talk"} -->');
  });

  it('reports a failed preview, keeps the last one, and retries', async () => {
    const page = await edit(await store('<!-- wp:vendor-kb/related-articles /-->', about()));
    await canvas(page).getByText('Onion soup').click({ force: true });
    writer.forgive('ERR_INTERNET_DISCONNECTED');
    await page.route('**/blocks/preview', (route) => route.abort('internetdisconnected'));
    await page.getByLabel('Show date').check();
    await canvas(page).getByText('The server is unreachable.').waitFor();
    expect(await canvas(page).getByText('Onion soup').isVisible()).toBe(true);
    await page.unroute('**/blocks/preview');
    await canvas(page).getByRole('button', { name: 'Retry' }).click();
    await canvas(page).locator('.me-preview time').first().waitFor();
    expect(await canvas(page).getByText('The server is unreachable.').count()).toBe(0);
  });

  it('has accessible settings and accessible block content', async () => {
    const content = [
      accordion(question('Why?', 'So.')),
      '<!-- wp:vendor-kb/related-articles {"by":"manual"} /-->',
      '<!-- wp:vendor-kb/category-posts /-->',
      '<!-- wp:embed /-->',
    ];
    const page = await edit(await store(content.join('\n\n'), about()));
    await canvas(page).getByText('None of the selected articles').click();
    await page.getByLabel('Search articles by title').fill('soup');
    await button(page, 'Add Onion soup').click();
    await button(page, 'Remove Onion soup').waitFor();
    await expectAccessible(page, [1280], undefined, CANVAS);
    const parts = ['.wp-block-vendor-kb-accordion > button', '.me-preview', '.me-card', '.kb-faq-q'];
    const frame = page.frame({ name: 'editor-canvas' }) ?? expect.unreachable();
    // The packages set an attribute that the element's role does not allow.
    expect(await violationsIn(frame, parts, ['aria-allowed-attr'])).toEqual([]);
    await canvas(page).locator('.kb-faq-q').click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, [390], undefined, CANVAS);
  });
});
