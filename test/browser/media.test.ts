import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { apng, bomb, jpeg, png } from '../core/media/pictures.js';
import { violationsOf } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

describeInBrowser('media library in the admin area', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let folder: string;
  let ada: { id: number; login: string; password: string };
  beforeAll(async () => {
    site = await publishSite();
    ada = await site.host.createUser('editor');
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-media-browser-'));
    await writeFile(path.join(folder, 'tower.jpg'), await jpeg(1600, 1200));
    await writeFile(path.join(folder, 'bridge.png'), await png(900, 500));
    await writeFile(path.join(folder, 'spinner.png'), await apng());
    await writeFile(path.join(folder, 'notes.jpg'), 'no picture at all');
    await writeFile(path.join(folder, 'huge.png'), bomb());
  });
  afterEach(async () => {
    await visitor.close();
    for (const id of await site.host.media.idsAfter(0, 100)) await site.host.media.delete(id);
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = (name: string): string => path.join(folder, name);
  const main = (page: Page) => page.getByRole('main');
  const titles = (page: Page) => page.locator('.m-media-title').allTextContents();

  async function open(place: string, { javaScriptEnabled = true, width = 1280, as = ada } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 800 } });
    await signIn(visitor.page, site.host, as);
    await visitor.page.goto(place);
    return visitor.page;
  }

  it('uploads several files without JavaScript and reports failures', async () => {
    const page = await open('/admin/media', { javaScriptEnabled: false });
    expect(await main(page).textContent()).toContain('No files yet. Upload the first one above.');
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('tower.jpg'), file('bridge.png')]);
    await page.getByRole('button', { name: 'Upload files' }).click();
    await expect.poll(() => main(page).textContent()).toContain('2 files uploaded.');
    expect((await titles(page)).sort()).toEqual(['bridge', 'tower']);
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('notes.jpg'), file('tower.jpg')]);
    await page.getByRole('button', { name: 'Upload files' }).click();
    await expect
      .poll(() => main(page).textContent())
      .toContain('1 of 2 files uploaded. notes.jpg: This file type is not allowed.');
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('huge.png')]);
    await page.getByRole('button', { name: 'Upload files' }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('The image has too many pixels. Resize it and try again.');
    await page.getByRole('button', { name: 'Upload files' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Choose a file to upload.');
    expect(visitor.faults).toEqual([]);
  });

  it('uploads with JavaScript, refreshes the grid, and displays progress and errors per file', async () => {
    const page = await open('/admin/media');
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles([file('tower.jpg'), file('notes.jpg'), file('bridge.png')]);
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await expect
      .poll(() => uploads.getByRole('listitem').allTextContents())
      .toEqual(['tower.jpgUploaded', 'notes.jpgThis file type is not allowed.', 'bridge.pngUploaded']);
    await expect.poll(async () => (await titles(page)).sort()).toEqual(['bridge', 'tower']);
    await uploads.getByRole('link', { name: 'tower.jpg' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('tower.jpg');
    // The browser console also logs the rejection of one file.
    expect(visitor.faults.filter((fault) => !fault.includes('415'))).toEqual([]);
  });

  it.each([true, false])(
    'notes that the sizes of an animated PNG are still, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await open('/admin/media', { javaScriptEnabled });
      const note = 'The sizes of animated PNGs show only the first frame.';
      await page.getByLabel('Files', { exact: true }).setInputFiles([file('spinner.png'), file('bridge.png')]);
      if (javaScriptEnabled) {
        await expect
          .poll(() => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').allTextContents())
          .toEqual([`spinner.pngUploaded – ${note}`, 'bridge.pngUploaded']);
      } else {
        await page.getByRole('button', { name: 'Upload files' }).click();
        await expect.poll(() => main(page).textContent()).toContain(`2 files uploaded. ${note}`);
      }
      const [id = 0] = await site.host.media.idsAfter(0, 1);
      await page.goto(`/admin/media/${id}`);
      await page.getByLabel('File', { exact: true }).setInputFiles([file('spinner.png')]);
      await page.getByRole('button', { name: 'Replace file' }).click();
      await expect.poll(() => main(page).textContent()).toContain(`File replaced. ${note}`);
      expect(visitor.faults).toEqual([]);
    },
  );

  it('accepts dropped files and cancels an upload', async () => {
    const page = await open('/admin/media');
    await page.route('**/api/mortise/v1/media', () => undefined);
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'.repeat(100)], 'dropped.jpg', { type: 'image/jpeg' }));
      return data;
    });
    await page.dispatchEvent('.m-upload', 'dragover', { dataTransfer: transfer });
    await page.dispatchEvent('.m-upload', 'drop', { dataTransfer: transfer });
    const row = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Cancel: dropped.jpg' }).press('Enter');
    await expect.poll(() => row.textContent()).toBe('dropped.jpgCancelled');
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByRole('main').getByRole('status').textContent()).toBe('dropped.jpg: Cancelled');
    expect(visitor.faults).toEqual([]);
  });

  it('searches and filters', async () => {
    await site.host.media.create(await jpeg(200, 200), { filename: 'Old tower.jpg' });
    await site.host.media.create(await jpeg(200, 200), { filename: 'bridge.jpg' });
    await site.host.media.create(Buffer.from('%PDF-1.7\n'), { filename: 'tower plan.pdf' });
    const page = await open('/admin/media', { javaScriptEnabled: false });
    await page.getByRole('searchbox').fill('TOWER');
    await page.getByRole('button', { name: 'Filter' }).click();
    expect((await titles(page)).sort()).toEqual(['Old tower', 'tower plan']);
    await page.getByLabel('Type').selectOption('Documents');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect.poll(() => titles(page)).toEqual(['tower plan']);
    expect(visitor.faults).toEqual([]);
  });

  describe.each([true, false])('JavaScript enabled: %s', (javaScriptEnabled) => {
    it('edits metadata and the focal point, replaces the file, and deletes it after confirmation', async () => {
      const { id } = await site.host.media.create(await jpeg(1600, 1200), { filename: 'tower.jpg', authorId: ada.id });
      const page = await open(`/admin/media/${id}`, { javaScriptEnabled });
      await page.getByLabel('Title').fill('The tower');
      await page.getByLabel('Alt text').fill('A tower at dusk');
      if (javaScriptEnabled) {
        const image = page.locator('m-focal-point img');
        const box = await image.boundingBox();
        await image.click({ position: { x: (box?.width ?? 0) * 0.25, y: (box?.height ?? 0) * 0.75 } });
      } else {
        await page.getByLabel('Focal point from left (%)').fill('25');
        await page.getByLabel('Focal point from top (%)').fill('75');
      }
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => main(page).textContent()).toContain('File saved.');
      expect(await site.host.media.get(id)).toMatchObject({
        title: 'The tower',
        altText: 'A tower at dusk',
        focalPoint: { x: 0.25, y: 0.75 },
        version: 2,
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => site.host.media.get(id)).toMatchObject({ version: 2 });

      await page.getByRole('textbox', { name: 'URL' }).isVisible();
      await page.locator('input[type="file"]').setInputFiles(file('notes.jpg'));
      await page.getByRole('button', { name: 'Replace file' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('This file type is not allowed.');
      await page.locator('input[type="file"]').setInputFiles(file('bridge.png'));
      await page.getByRole('button', { name: 'Replace file' }).click();
      await expect.poll(() => main(page).textContent()).toContain('File replaced.');
      expect(await page.locator('h1').textContent()).toBe('bridge.png');

      await page.getByRole('link', { name: 'Delete' }).click();
      await expect.poll(() => main(page).textContent()).toContain('Permanently delete this file?');
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => main(page).textContent()).toContain('File deleted.');
      expect(await site.host.media.get(id)).toBeNull();
      expect(visitor.faults).toEqual([]);
    });
  });

  it('displays files of other users to authors, but rejects their edits and deletions', async () => {
    const { id } = await site.host.media.create(await jpeg(), { filename: 'tower.jpg', authorId: ada.id });
    const author = await site.host.createUser('author');
    const page = await open(`/admin/media/${id}`, { as: author });
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Delete' }).count()).toBe(0);
    await page.goto(`/admin/media/${id}/delete`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => main(page).textContent()).toContain('This file belongs to another user.');
    expect(await site.host.media.get(id)).not.toBeNull();
    const answer = await page.goto('/admin/media/999999');
    expect(answer?.status()).toBe(404);
  });

  it.each([1280, 390])('is accessible at a width of %i without horizontal scrolling', async (width) => {
    const { id } = await site.host.media.create(await jpeg(1600, 1200), {
      filename: 'a-name-that-is-rather-long-and-has-no-blanks-in-it-whatsoever-as-cameras-write-them.jpg',
      altText: 'A tower',
    });
    await site.host.media.create(Buffer.from('%PDF-1.7\n'), { filename: 'plan.pdf' });
    const page = await open('/admin/media', { width });
    for (const place of ['/admin/media', `/admin/media/${id}`, `/admin/media/${id}/delete`]) {
      await page.goto(place);
      await page.waitForLoadState('networkidle');
      expect(await violationsOf(page), place).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(width);
      if (process.env.MORTISE_SHOTS) {
        const name = `${place.replaceAll('/', '_').replace(String(id), 'file')}-${width}.png`;
        await page.screenshot({ path: path.join(process.env.MORTISE_SHOTS, name), fullPage: true });
      }
    }
    expect(visitor.faults).toEqual([]);
  });
});
