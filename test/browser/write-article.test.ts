import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const WIDTHS = [1280, 320];
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describeInBrowser('plain text article form', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number; login: string; password: string };

  beforeAll(async () => {
    site = await publishSite();
    admin = await site.host.createUser('administrator');
    for (const name of ['Guides', 'Reference', 'News']) {
      await site.host.request('POST', '/vendor-kb/v1/categories', { as: admin.id, body: { name } });
    }
  });
  afterEach(async () => {
    await visitor?.close();
  });
  afterAll(() => site.close());

  async function open(path: string, { javaScriptEnabled = true, width = 1280, clock = false } = {}): Promise<Page> {
    const viewport = { width, height: 900 };
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport });
    if (clock) await visitor.page.clock.install();
    await signIn(visitor.page, site.host, admin);
    await visitor.page.goto(path);
    return visitor.page;
  }
  async function store(body: object): Promise<number> {
    const { data } = await site.host.request('POST', '/vendor-kb/v1/articles', {
      as: admin.id,
      body: { title: 'Marsh birds', content: '## Reeds\n\nThey *sway*.\n', format: 'markdown', ...body },
    });
    return (data as { id: number }).id;
  }
  const contentOf = async (id: number): Promise<string> =>
    (await site.host.plugin('knowledge-base').articles.get(id))?.content ?? '';
  const area = (page: Page) => page.getByRole('textbox', { name: /^Content/ });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  describe.each([true, false])('JavaScript enabled: %s', (javaScriptEnabled) => {
    it('writes and publishes an article', async () => {
      const page = await open('/admin/kb/articles/write', { javaScriptEnabled });
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Herons');
      await area(page).fill('They *stand*.');
      await page.getByRole('combobox', { name: /^Main category/ }).selectOption({ label: 'Guides' });
      await page.getByRole('textbox', { name: /^Tags/ }).fill('birds, grey');
      await shoot(page, `write-new-${javaScriptEnabled}`);
      // Checked before axe reads the preview's styles, which the CSP blocks.
      expect(visitor.faults).toEqual([]);
      // axe needs JavaScript. The markup is the same without it.
      if (javaScriptEnabled) await expectAccessible(page, WIDTHS);
      await press(page, 'Publish');
      await page.getByText('Status: Published').waitFor();
      await page.goto('/kb/guides/herons');
      expect(await page.getByText('stand', { exact: true }).count()).toBe(1);
    });
  });

  it('selects the requested link in the text', async () => {
    const lines = Array.from({ length: 200 }, (_, line) => `Line ${line} of reeds.`);
    const id = await store({ content: `${lines.join('\n\n')}\n\n[gone](/kb/not-there)\n` });
    const page = await open(`/admin/kb/articles/${id}/edit?find=${encodeURIComponent('/kb/not-there')}`);
    await page.getByText('“/kb/not-there” is on line 401.').waitFor();
    await expect.poll(() => area(page).evaluate((field) => document.activeElement === field)).toBe(true);
    const chosen = await area(page).evaluate((field: HTMLTextAreaElement) => ({
      text: field.value.slice(field.selectionStart, field.selectionEnd),
      hasFocus: document.activeElement === field,
      isBelow: field.scrollTop > field.clientHeight,
    }));
    expect(chosen).toEqual({ text: '/kb/not-there', hasFocus: true, isBelow: true });
    expect(visitor.faults).toEqual([]);
  });

  it('displays a preview next to the text, or in its place on small screens', async () => {
    const id = await store({});
    const page = await open(`/admin/kb/articles/${id}/write`);
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Reeds' }).waitFor();
    await area(page).fill('## Rushes <script>alert(1)</script>\n\n<img src=x onerror=alert(2)>');
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('heading', { name: /^Rushes/ })
      .waitFor();
    await shoot(page, 'write-preview');
    await page.setViewportSize({ width: 390, height: 800 });
    await press(page, 'Preview');
    await press(page, 'Write');
    await shoot(page, 'write-phone');
    expect(visitor.faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  });

  it('supports Markdown buttons and shortcuts with undo', async () => {
    const id = await store({ content: 'one two' });
    const page = await open(`/admin/kb/articles/${id}/write`);
    await area(page).evaluate((field) =>
      (field as unknown as { setSelectionRange(a: number, b: number): void }).setSelectionRange(0, 3),
    );
    await area(page).press('Control+b');
    expect(await area(page).inputValue()).toBe('**one** two');
    await area(page).press('Control+b');
    expect(await area(page).inputValue()).toBe('one two');
    await press(page, 'Heading');
    expect(await area(page).inputValue()).toBe('## one two');
    await area(page).press('Control+z');
    expect(await area(page).inputValue()).toBe('one two');
    await area(page).press('Control+End');
    await press(page, 'Table');
    expect(await area(page).inputValue()).toContain('| --- | --- |');
    await area(page).press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect(await contentOf(id)).toContain('| --- | --- |');
    expect(visitor.faults).toEqual([]);
  });

  it('uploads dropped images at the drop position, reports failures and keeps the text', async () => {
    const id = await store({ content: 'Before.\n' });
    const page = await open(`/admin/kb/articles/${id}/write`);
    const drop = (name: string, type: string, bytes: number[]) =>
      area(page).evaluate(
        (field, file) => {
          // The test compiles for Node, so browser globals are declared here.
          const scope = globalThis as unknown as Record<string, new (...args: unknown[]) => never>;
          const { File, DataTransfer, DragEvent } = scope as unknown as {
            File: new (parts: unknown[], name: string, options: object) => object;
            DataTransfer: new () => { items: { add(file: object): void } };
            DragEvent: new (name: string, options: object) => never;
          };
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.type }));
          (field as unknown as { dispatchEvent(event: never): void }).dispatchEvent(
            new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
          );
        },
        { name, type, bytes },
      );
    await drop('pond.png', 'image/png', [...PIXEL]);
    await page.getByText('pond.png inserted.').waitFor();
    expect(await area(page).inputValue()).toMatch(/!\[describe the image\]\(\S+pond\S*\.png\)/);
    await drop('no.png', 'image/png', [1, 2, 3]);
    await page.getByText(/^Upload of no\.png failed\./).waitFor();
    const text = await area(page).inputValue();
    expect(text).toContain('Before.');
    expect(text).not.toContain('Uploading');
  });

  it('autosaves and restores the text after the window was closed', async () => {
    const id = await store({ content: 'Stored.' });
    const page = await open(`/admin/kb/articles/${id}/write`, { clock: true });
    await area(page).fill('Not saved yet.');
    await page.clock.runFor(5000);
    await page.getByText(/^Autosaved at/).waitFor();
    await visitor.close();
    expect(await contentOf(id)).toBe('Stored.');
    const later = await open(`/admin/kb/articles/${id}/write`);
    await shoot(later, 'write-autosave');
    await expectAccessible(later, WIDTHS);
    await later.getByRole('link', { name: 'Restore' }).click();
    await expect.poll(() => area(later).inputValue()).toBe('Not saved yet.');
    await press(later, 'Save draft');
    await later.getByText('Saved.').waitFor();
    expect(await contentOf(id)).toBe('Not saved yet.');
  });

  it('autosaves a new article and offers it when the next one is created', async () => {
    const page = await open('/admin/kb/articles/write', { clock: true });
    await page.getByLabel('Title').first().fill('Grebes at night');
    await area(page).fill('Not saved yet.');
    await page.clock.runFor(5000);
    await page.getByText(/^Autosaved at/).waitFor();
    await visitor.close();
    const later = await open('/admin/kb/articles/write');
    await shoot(later, 'write-new-kept');
    await later.getByRole('link', { name: 'Restore' }).click();
    await expect.poll(() => area(later).inputValue()).toBe('Not saved yet.');
    await press(later, 'Save draft');
    await later.waitForURL(/\/articles\/\d+\/write/);
    expect(await later.getByLabel('Title').first().inputValue()).toBe('Grebes at night');
    await later.goto('/admin/kb/articles/write');
    expect(await later.getByText('Unsaved draft from').count()).toBe(0);
  });

  it('asks for confirmation before leaving unsaved changes', async () => {
    const id = await store({});
    const page = await open(`/admin/kb/articles/${id}/write`);
    await area(page).pressSequentially('x');
    await page.goto('/admin').catch(() => undefined);
    expect(visitor.faults.join()).toContain('dialog');
  });

  it('fills the fields from a pasted file with front matter', async () => {
    const page = await open('/admin/kb/articles/write');
    await area(page).evaluate((field) => {
      const scope = globalThis as unknown as {
        DataTransfer: new () => { setData(type: string, text: string): void };
        ClipboardEvent: new (name: string, options: object) => never;
      };
      const clipboardData = new scope.DataTransfer();
      clipboardData.setData('text/plain', '---\ntitle: Grebes\ntags: [divers]\n---\n\nThey dive.\n');
      (field as unknown as { dispatchEvent(event: never): void }).dispatchEvent(
        new scope.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await page.getByText('Fields filled in.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Grebes');
    expect(await area(page).inputValue()).toBe('They dive.\n');
  });

  it.each([true, false])('displays a conflict and merges both texts, JavaScript: %s', async (javaScriptEnabled) => {
    const id = await store({ content: 'One.\n\nTwo.\n\nThree.\n\nFour.\n' });
    const page = await open(`/admin/kb/articles/${id}/write`, { javaScriptEnabled });
    await area(page).fill('One.\n\nTwo.\n\nThree.\n\nFour, mine.\n');
    await site.host.request('PUT', `/vendor-kb/v1/articles/${id}`, {
      as: admin.id,
      body: { content: 'One, theirs.\n\nTwo.\n\nThree.\n\nFour.\n' },
    });
    await press(page, 'Save draft');
    await page.getByText('Another user saved this article').waitFor();
    if (javaScriptEnabled) await page.getByRole('dialog').waitFor();
    await shoot(page, `write-conflict-${javaScriptEnabled}`);
    if (javaScriptEnabled) await expectAccessible(page, WIDTHS);
    await press(page, 'Merge both');
    await page.getByText('Both versions merged. Review').waitFor();
    await press(page, 'Save draft');
    await page.getByText('Saved.').waitFor();
    expect(await contentOf(id)).toBe('One, theirs.\n\nTwo.\n\nThree.\n\nFour, mine.\n');
  });
});
