import { watermark } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const PATH = '/admin/watermark/design';

describeInBrowser('watermark design page', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let boss: { id: number };
  let logo: number;
  const plugin = () => site.host.plugin('watermark');

  beforeAll(async () => {
    site = await publishSite({ plugins: [watermark()] });
    boss = await site.host.createUser('administrator');
    const round =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><circle cx="150" cy="100" r="90" fill="#0a7"/></svg>';
    const content = await sharp(Buffer.from(round)).png().toBuffer();
    logo = (await site.host.media.create(content, { filename: 'logo.png', title: 'Logo' })).id;
    const lake = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#357' } });
    await site.host.media.create(await lake.jpeg().toBuffer(), { filename: 'lake.jpg', title: 'Lake' });
  });
  afterEach(async () => {
    await visitor.close();
    await site.host.options.delete('watermark_settings');
  });
  afterAll(() => site.close());

  async function open({ javaScriptEnabled = true, width = 1280, path = PATH } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 844 } });
    await signIn(visitor.page, site.host, boss);
    await visitor.page.goto(path);
    return visitor.page;
  }
  const image = async (page: Page): Promise<string> => (await page.locator('#design-image').getAttribute('src')) ?? '';
  /** Runs a change and waits until the preview differs. @returns the new preview URL */
  async function afterChange(page: Page, change: () => Promise<unknown>): Promise<string> {
    const before = await image(page);
    await change();
    await expect.poll(() => image(page)).not.toBe(before);
    return image(page);
  }

  it('previews each change immediately: position by arrow keys, text, color', async () => {
    const page = await open();
    await page.getByRole('radio', { name: 'Bottom right' }).focus();
    await afterChange(page, () => page.keyboard.press('ArrowUp'));
    expect(await page.getByRole('radio', { name: 'Right', exact: true }).isChecked()).toBe(true);
    await afterChange(page, () => page.keyboard.press('ArrowLeft'));
    expect(await page.getByRole('radio', { name: 'Center' }).isChecked()).toBe(true);
    await afterChange(page, () => page.getByRole('textbox', { name: 'Text' }).fill('Reed & Sons'));
    expect(await afterChange(page, () => page.getByLabel('Color', { exact: true }).fill('#ff0000'))).toContain(
      'data:image/webp',
    );
    expect(await page.getByText('Unsaved changes').count()).toBe(1);
    expect((await plugin().settings.get()).position).toBe('bottom-right');
    expect(visitor.faults).toEqual([]);
  });

  it('displays errors at the field, keeps the last valid preview, and rejects saving', async () => {
    const page = await open();
    const opacity = page.getByLabel('Opacity (%)');
    await opacity.fill('0');
    const message = 'Enter a whole number from 1 to 100.';
    await page.getByText(message).waitFor();
    expect(await opacity.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').filter({ hasText: 'Please check the highlighted fields.' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: `Opacity (%): ${message}` }).click();
    await expect.poll(() => opacity.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await opacity.inputValue()).toBe('0');
    await afterChange(page, () => opacity.fill('35'));
    expect(await page.getByText(message, { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Design saved.').waitFor();
    expect((await plugin().settings.get()).opacity).toBe(35);
    // The browser console also logs the rejected request.
    expect(visitor.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  it('saves only changed settings, displays them after a reload, and reverts to the saved ones', async () => {
    const page = await open();
    await afterChange(page, () => page.getByRole('radio', { name: 'Top left' }).check());
    // Another user changes a different setting, which is kept.
    await plugin().settings.save({ angle: 45 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Design saved.').waitFor();
    expect(await plugin().settings.get()).toMatchObject({ position: 'top-left', angle: 45 });
    await page.reload();
    expect(await page.getByRole('radio', { name: 'Top left' }).isChecked()).toBe(true);
    await afterChange(page, () => page.getByLabel('Tile', { exact: true }).check());
    expect(await page.getByRole('radio', { name: 'Top left' }).isVisible()).toBe(false);
    await afterChange(page, () => page.getByRole('link', { name: 'Discard changes' }).click());
    expect(await page.getByLabel('Tile', { exact: true }).isChecked()).toBe(false);
    expect(await page.getByText('Unsaved changes').count()).toBe(0);
    expect(visitor.faults).toEqual([]);
  });

  it('uses an image of the library, found by search, as the mark', async () => {
    const page = await open();
    await page.getByRole('radio', { name: 'Image' }).check();
    await page.getByText('Choose an image from the media library.', { exact: true }).waitFor();
    await page.getByPlaceholder('Search the media library').fill('logo');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('radio', { name: 'Lake' }).count()).toBe(0);
    await afterChange(page, () => page.getByRole('radio', { name: 'Logo' }).check());
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Design saved.').waitFor();
    expect(await plugin().settings.get()).toMatchObject({ type: 'image', image_id: logo });
    expect(visitor.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  it('works without JavaScript: a button renders the preview, and only saving stores it', async () => {
    const page = await open({ javaScriptEnabled: false });
    const before = await image(page);
    await page.getByRole('radio', { name: 'Top', exact: true }).check();
    await page.getByLabel('Preview image').selectOption('Sample image');
    await page.getByRole('button', { name: 'Preview' }).click();
    expect(await image(page)).not.toBe(before);
    const response = await page.request.get(await image(page));
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/webp']);
    expect(await page.getByText('Unsaved changes').count()).toBe(1);
    expect((await plugin().settings.get()).position).toBe('bottom-right');
    await page.getByRole('textbox', { name: 'Text' }).fill('   ');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('No watermark is set up yet.');
    await page.getByRole('textbox', { name: 'Text' }).fill('Acme');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => plugin().settings.get()).toMatchObject({ position: 'top', text: 'Acme' });
    expect(visitor.faults).toEqual([]);
  });

  it('reports images with an outdated design and links to them', async () => {
    const { attachments } = await site.host.media.list({ search: 'Lake' });
    const id = attachments[0]?.id ?? 0;
    await plugin().apply(id);
    const page = await open();
    expect(await page.getByText('Some images have an outdated watermark.').count()).toBe(0);
    await plugin().settings.save({ opacity: 33 });
    await page.reload();
    await page.getByRole('link', { name: 'Review and reapply' }).click();
    expect(new URL(page.url()).search).toBe('?status=outdated');
    await plugin().restore(id);
  });

  it('keeps the preview visible on a phone', async () => {
    const page = await open({ width: 390 });
    await page.getByLabel('Parallel images').scrollIntoViewIfNeeded();
    const box = await page.locator('#design-image').boundingBox();
    expect(box && box.y >= 0 && box.y + box.height < 500).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it('is accessible at any width, light and dark, including with an error', async () => {
    const page = await open();
    const folder = process.env.MORTISE_SHOTS;
    const shoot = (name: string) => async (place: string) => {
      await page.waitForTimeout(folder ? 300 : 0);
      if (folder)
        await page.screenshot({ path: `${folder}/design-${name}-${place.replace(', ', '-')}.png`, fullPage: true });
    };
    await expectAccessible(page, [1280, 390], shoot('text'));
    await page.getByRole('radio', { name: 'Image' }).check();
    await page.getByText('Choose an image from the media library.', { exact: true }).waitFor();
    await expectAccessible(page, [1280, 390], shoot('image'));
  });
});
