import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

/** Of a plugin that is not there, spelt as WordPress would not spell it. */
const UNKNOWN = `<!-- wp:acme/chart {"kind":"bar","values":[1,2]} -->
<figure  class="chart" ><svg viewBox='0 0 1 1'></svg></figure>
<!-- /wp:acme/chart -->`;

/** Its texts are drawn by the packages. */
const CANVAS = 'iframe[name="editor-canvas"]';

const STORED = `<!-- wp:paragraph -->
<p>Reeds sway.</p>
<!-- /wp:paragraph -->

${UNKNOWN}`;

interface Stored {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string; readonly format: string };
  readonly status: string;
}

describeInBrowser('the editor of blocks', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let maria: { id: number; login: string; password: string };
  beforeAll(async () => {
    site = await publishSite();
    maria = await site.host.createUser('administrator');
  });
  /** What the browser says of a request that fails because the test wants it to. */
  let forgiven: string | null;
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults.filter((fault) => forgiven === null || !fault.includes(forgiven))).toEqual([]);
  });
  afterAll(() => site.close());

  const canvas = (page: Page): FrameLocator => page.frameLocator(CANVAS);
  const titleOf = (page: Page) => canvas(page).getByLabel('Title');
  const status = (page: Page) => page.locator('.me-status');
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function open(path: string, width = 1280): Promise<Page> {
    forgiven = null;
    visitor = await openVisitor(browser(), site.url, { viewport: { width, height: 800 } });
    await visitor.page.goto(path);
    await logIn(visitor.page, maria.login, maria.password);
    await titleOf(visitor.page).waitFor();
    return visitor.page;
  }

  async function write(content = STORED): Promise<number> {
    const body = { title: 'Marsh birds', content, format: 'blocks' };
    const { data } = await site.host.request('POST', '/vendor-kb/v1/articles', { as: maria.id, body });
    return (data as Stored).id;
  }

  async function read(id: number): Promise<Stored> {
    const path = `/vendor-kb/v1/articles/${id}`;
    const { data } = await site.host.request('GET', path, { as: maria.id, query: { context: 'edit' } });
    return data as Stored;
  }

  const edit = (id: number, width?: number): Promise<Page> => open(`/admin/kb/articles/${id}/edit`, width);

  async function saved(page: Page): Promise<void> {
    await expect.poll(() => status(page).textContent()).toBe('Saved');
  }

  it('writes an article from its title to its last block, by keyboard, as WordPress stores it', async () => {
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
    await page.keyboard.type('/heading');
    await page.getByRole('option', { name: 'Heading', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Where');
    expect(await status(page).textContent()).toBe('Not saved yet');

    await button(page, 'Insert a block').click();
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('list');
    await page.getByRole('option', { name: 'List', exact: true }).click();
    await page.keyboard.type('Reeds');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ponds');

    await page.keyboard.press('Control+s');
    await saved(page);
    expect(page.url()).toMatch(/\/admin\/kb\/articles\/\d+\/edit$/);
    const stored = await read(Number(/(\d+)\/edit$/.exec(page.url())?.[1]));
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

  it('takes back and repeats, and keeps an unknown block byte for byte', async () => {
    const id = await write();
    const page = await edit(id);
    expect(await status(page).textContent()).toBe('Saved');
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
    await saved(page);
    expect(await page.evaluate('document.activeElement.id')).toBe('me-save-draft');
    expect((await read(id)).content.raw).toBe(
      STORED.replace(UNKNOWN, `<!-- wp:paragraph -->\n<p>Gone again.</p>\n<!-- /wp:paragraph -->\n\n${UNKNOWN}`),
    );
    await page.reload();
    await canvas(page).getByText('Gone again.').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Marsh birds');
  });

  it('shows blocks as an outline, and settings of the one that is selected', async () => {
    const page = await edit(await write());
    await canvas(page).getByText('Reeds sway.').click();
    await page.getByRole('region', { name: 'Settings', exact: true }).getByText('Paragraph', { exact: true }).waitFor();
    await button(page, 'Outline of blocks').click();
    expect(await page.getByRole('treegrid').getByRole('row').count()).toBe(2);
    await page.getByRole('region', { name: 'Outline of blocks' }).getByRole('button', { name: 'Close' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('me-toggle-outline');
  });

  it('asks what to do when somebody else has saved, and loses nothing', async () => {
    const id = await write();
    const page = await edit(id);
    await site.host.request('PATCH', `/vendor-kb/v1/articles/${id}`, { as: maria.id, body: { title: 'Theirs' } });
    forgiven = 'status of 412';
    await titleOf(page).fill('Mine');
    await page.keyboard.press('Control+s');
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody else has saved' });
    await alert.waitFor();
    expect((await read(id)).title.raw).toBe('Theirs');
    await button(page, 'Save mine over it').click();
    await saved(page);
    expect((await read(id)).title.raw).toBe('Mine');
    // Where it was when the question came.
    expect(await page.evaluate('document.activeElement.name')).toBe('editor-canvas');
  });

  it('keeps the text while there is no connection, also for the next visit', async () => {
    const id = await write();
    const page = await edit(id);
    forgiven = 'ERR_INTERNET_DISCONNECTED';
    await page.route('**/vendor-kb/v1/articles/*', (route) => route.abort('internetdisconnected'));
    await titleOf(page).fill('Written on a train');
    await button(page, 'Save draft').click();
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
    expect(await status(page).textContent()).toBe('Not saved');
    await page.unroute('**/vendor-kb/v1/articles/*');

    // Another tab of the same browser, as after a crash.
    const next = await page.context().newPage();
    await next.goto(`/admin/kb/articles/${id}/edit`);
    await button(next, 'Go on with it').click();
    expect(await titleOf(next).inputValue()).toBe('Written on a train');
    await next.keyboard.press('Control+s');
    await saved(next);
    expect((await read(id)).title.raw).toBe('Written on a train');
  });

  it('gives modules of plugins the one React and the packages that it uses itself', async () => {
    const page = await edit(await write());
    const found = await page.evaluate(`(async () => {
      const [react, element, blocks, editor] = await Promise.all([
        import('react'), import('@wordpress/element'), import('@wordpress/blocks'), import('@wordpress/block-editor'),
      ]);
      return [react.useState === element.useState, blocks.getBlockTypes().length > 15, typeof editor.useBlockProps];
    })()`);
    expect(found).toEqual([true, true, 'function']);
  });

  describe('accessibility', () => {
    it('of its own parts is without fault, light and dark, on desks and phones', async () => {
      const page = await edit(await write());
      await canvas(page).getByText('Reeds sway.').click();
      await expectAccessible(page, [1280, 390], undefined, CANVAS);
    });

    it('holds with the inserter and with the outline open', async () => {
      const page = await edit(await write());
      await button(page, 'Insert a block').click();
      await page.getByRole('option', { name: 'Paragraph', exact: true }).waitFor();
      await expectAccessible(page, [1280], undefined, CANVAS);
      await button(page, 'Outline of blocks').click();
      await expectAccessible(page, [1280], undefined, CANVAS);
    });
  });
});
