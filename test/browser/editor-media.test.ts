import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bomb, jpeg, png } from '../core/media/pictures.js';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser } from '../support/browser.js';
import { CANVAS, canvas, describeWriter, type Person, paragraph, save } from './opened-editor.js';

const EMPTY_IMAGE = '<!-- wp:image -->\n<figure class="wp-block-image"><img alt=""/></figure>\n<!-- /wp:image -->';
const SHOTS = process.env.MORTISE_SHOTS;

describeInBrowser('images in the editor', (browser) => {
  const writer = describeWriter(browser);
  const { read } = writer;
  let folder: string;
  beforeAll(async () => {
    const { site, user } = writer;
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-editor-media-'));
    await writeFile(file('tower.jpg'), await jpeg(1600, 1200));
    await writeFile(file('bridge.png'), await png(900, 500));
    await writeFile(file('huge.png'), bomb());
    for (let number = 1; number <= 34; number++) {
      const title = number === 20 ? 'Heron at dusk' : `Bird ${number}`;
      await site.host.media.create(await png(40 + number, 40), {
        filename: `bird-${number}.png`,
        title,
        altText: `Bird number ${number}`,
        authorId: user.id,
      });
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const file = (name: string): string => path.join(folder, name);
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Media library' });
  const options = (page: Page) => dialog(page).getByRole('option');
  const placeholder = (page: Page) => canvas(page).getByRole('document', { name: 'Block: Image' });
  const shot = async (page: Page, name: string): Promise<void> => {
    if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  };

  async function edit(content = EMPTY_IMAGE, as?: Person): Promise<{ page: Page; id: number }> {
    const id = await writer.store(content, {}, as);
    const page = await writer.edit(id, { as });
    return { page, id };
  }

  it('are found and selected in the library by keyboard, and get an alternative text', async () => {
    const { page, id } = await edit();
    await placeholder(page).click();
    await canvas(page).getByRole('button', { name: 'Media Library' }).click();
    await expect.poll(() => options(page).count()).toBe(30);
    expect(await dialog(page).textContent()).toContain('30 of 34');
    await shot(page, 'media-dialog');
    // Arrow down from the last row loads the next page of files.
    await options(page).last().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => options(page).count()).toBe(34);
    await dialog(page).getByLabel('Search files').fill('heron');
    await expect.poll(() => options(page).count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await dialog(page).getByLabel('Alt text').fill('A heron in the reeds');
    await dialog(page).getByRole('button', { name: 'Save details' }).click();
    await dialog(page).getByText('File details saved.').waitFor();
    await expectAccessible(page, [1280, 390], async (place) => shot(page, `media-one-${place}`), CANVAS);
    await page.setViewportSize({ width: 1280, height: 800 });
    await options(page).first().focus();
    await page.keyboard.press('Enter');
    await canvas(page).getByRole('img', { name: 'A heron in the reeds' }).waitFor();
    await save(page);
    expect((await read(id)).content.raw).toMatch(
      /^<!-- wp:image \{"id":\d+,"sizeSlug":"full","linkDestination":"none"\} -->\n<figure class="wp-block-image size-full"><img src="\/media\/\d+-[\da-f]{16}\/bird-20\.png" alt="A heron in the reeds" class="wp-image-\d+"\/><\/figure>\n<!-- \/wp:image -->$/,
    );
  });

  it('are uploaded with progress, displayed in a fitting size, and never stored as blob URLs', async () => {
    const { page, id } = await edit();
    await placeholder(page).click();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/mortise/v1/media', async (route) => {
      await released;
      await route.continue();
    });
    await canvas(page).locator('input[type=file]').setInputFiles(file('tower.jpg'));
    await canvas(page).getByRole('progressbar', { name: 'Uploading tower.jpg' }).waitFor();
    expect(await canvas(page).getByRole('img').first().getAttribute('src')).toMatch(/^blob:/);
    await save(page);
    expect((await read(id)).content.raw).not.toContain('blob:');
    await shot(page, 'media-upload');
    release();
    const picture = canvas(page).locator('.wp-block-image img');
    await expect.poll(() => picture.getAttribute('src')).toMatch(/^\/media\/\d+-[\da-f]{16}\/tower-large\.jpg$/);
    expect(await canvas(page).getByRole('progressbar').count()).toBe(0);
    await save(page);
    const { content, link } = await read(id);
    expect(content.raw).toMatch(/"sizeSlug":"large".*tower-large\.jpg" alt="" class="wp-image-\d+"/s);
    expect(link).not.toBe('');
    // The packages offer the sizes that exist in the library.
    await page.getByRole('tab', { name: 'Settings' }).click();
    await shot(page, 'media-settings');
    await page.getByLabel('Resolution').selectOption({ label: 'Full size' });
    await expect.poll(() => picture.getAttribute('src')).toMatch(/\/tower\.jpg$/);
  });

  it("display the server's upload error at the block, and uploads can be cancelled", async () => {
    const { page, id } = await edit();
    writer.forgive('status of 4');
    await placeholder(page).click();
    await canvas(page).locator('input[type=file]').setInputFiles(file('huge.png'));
    const alert = canvas(page).getByRole('alert').filter({ hasText: 'huge.png could not be uploaded.' });
    await alert.waitFor({ timeout: 25_000 });
    expect(await alert.textContent()).toMatch(/pixels/);
    await shot(page, 'media-refused');
    await page.route('**/mortise/v1/media', () => new Promise(() => undefined));
    await canvas(page).locator('input[type=file]').setInputFiles(file('bridge.png'));
    await expect.poll(() => alert.count()).toBe(0);
    await canvas(page).getByRole('button', { name: 'Cancel upload of bridge.png' }).click();
    await expect.poll(() => canvas(page).getByRole('progressbar').count()).toBe(0);
    await canvas(page).getByText('Drag and drop an image').waitFor();
    await save(page);
    expect((await read(id)).content.raw).toBe(EMPTY_IMAGE);
  });

  it('are accepted by paste and drop', async () => {
    const { page, id } = await edit(paragraph('Reeds sway.'));
    const bytes = [...(await png(300, 200))];
    const give = (kind: 'paste' | 'drop') =>
      canvas(page)
        .getByText('Reeds sway.')
        .evaluate(
          (element, { bytes: fileBytes, kind: how }) => {
            const view = element.ownerDocument.defaultView;
            if (!view) return;
            const transfer = new view.DataTransfer();
            transfer.items.add(new view.File([new Uint8Array(fileBytes)], `${how}.png`, { type: 'image/png' }));
            const { left, bottom } = element.getBoundingClientRect();
            const place = { bubbles: true, cancelable: true, clientX: left + 5, clientY: bottom - 1 };
            if (how === 'paste')
              element.dispatchEvent(new view.ClipboardEvent('paste', { ...place, clipboardData: transfer }));
            else
              for (const type of ['dragenter', 'dragover', 'drop'])
                element.dispatchEvent(new view.DragEvent(type, { ...place, dataTransfer: transfer }));
          },
          { bytes, kind },
        );
    await canvas(page).getByText('Reeds sway.').click();
    await page.keyboard.press('End');
    await give('paste');
    await expect.poll(() => canvas(page).locator('.wp-block-image img[src*="/paste.png"]').count()).toBe(1);
    await give('drop');
    await expect.poll(() => canvas(page).locator('.wp-block-image img[src*="/drop.png"]').count()).toBe(1);
    await save(page);
    const { raw } = (await read(id)).content;
    expect(raw).not.toContain('blob:');
    expect(raw.match(/<figure class="wp-block-image/g)).toHaveLength(2);
  });

  it('fill a gallery, including files uploaded in the dialog', async () => {
    const { page, id } = await edit(
      '<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped"></figure>\n<!-- /wp:gallery -->',
    );
    await canvas(page).getByRole('document', { name: 'Block: Gallery' }).click();
    await canvas(page).getByRole('button', { name: 'Media Library' }).click();
    await options(page).first().waitFor();
    writer.forgive('status of 4');
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles([file('bridge.png'), file('huge.png')]);
    await dialog(page).getByRole('alert').filter({ hasText: 'huge.png could not be uploaded.' }).waitFor();
    await dialog(page).getByRole('option', { name: 'bridge', selected: true }).waitFor();
    await dialog(page).getByRole('option', { name: 'Bird 33' }).click();
    await dialog(page).getByText('2 selected').waitFor();
    await shot(page, 'media-gallery');
    await dialog(page).getByRole('button', { name: 'Insert' }).click();
    await expect.poll(() => canvas(page).locator('.wp-block-gallery .wp-block-image img').count()).toBe(2);
    await save(page);
    const { raw } = (await read(id)).content;
    expect(raw.match(/<!-- wp:image/g)).toHaveLength(2);
    expect(raw).toContain('alt="Bird number 33"');
    await shot(page, 'media-gallery-canvas');
  });

  it('have no upload button for users who may not upload', async () => {
    const { page } = await edit(EMPTY_IMAGE, await writer.site.host.createUser('contributor'));
    await placeholder(page).click();
    await canvas(page).getByRole('button', { name: 'Insert from URL' }).waitFor();
    expect(await canvas(page).locator('input[type=file]').count()).toBe(0);
    expect(
      await canvas(page)
        .getByRole('button', { name: /Upload|Media Library/ })
        .count(),
    ).toBe(0);
  });
});
