import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { definePlugin } from 'mortise';
import { watermark } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { jpeg, noise, png } from '../core/media/pictures.js';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

declare module 'mortise' {
  interface PluginApis {
    'acme-gate': { shut(): void; open(): void };
  }
}

/** Blocks marking while shut. */
const gate = definePlugin({
  name: 'acme-gate',
  version: '1.0.0',
  setup({ hooks }) {
    let way = Promise.resolve();
    let release = (): void => undefined;
    hooks.addAction('vendor_watermark_before_apply', () => way);
    return {
      shut() {
        way = new Promise((resolve) => {
          release = resolve;
        });
      },
      open: () => release(),
    };
  },
});

const PATH = '/admin/watermark';

describeInBrowser('watermark library in the admin area', (browser) => {
  let site: PublishedSite;
  let storage: string;
  let visitor: Visitor;
  let ada: { id: number; login: string; password: string };

  beforeAll(async () => {
    storage = await mkdtemp(path.join(tmpdir(), 'mortise-watermark-browser-'));
    site = await publishSite({ plugins: [watermark(), gate], storage: `file:${storage}` });
    ada = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    site.host.plugin('acme-gate').open();
    const active = await plugin().runs.active();
    if (active) await plugin().runs.cancel(active.id);
    await visitor.close();
    for (const id of await site.host.media.idsAfter(0, 100)) await site.host.media.delete(id);
    expect(visitor.faults).toEqual([]);
  });
  afterAll(async () => {
    await site.close();
    await rm(storage, { recursive: true, force: true });
  });

  const plugin = () => site.host.plugin('watermark');
  const main = (page: Page) => page.getByRole('main');
  const card = (page: Page, title: string) => page.locator('.wm-card').filter({ hasText: title });
  const badge = (page: Page, title: string) => card(page, title).locator('.m-badge');
  /** Finds a button by image and name (`Apply watermark: Barn`). Visually hidden text follows a space. */
  const button = (page: Page, name: string) =>
    main(page).getByRole('button', { name: new RegExp(`^${name.replace(': ', ' ?: ')}$`) });
  const failures = (page: Page) => page.locator('.wm-failures li');

  async function upload(title: string, content?: Buffer): Promise<number> {
    return (await site.host.media.create(content ?? (await jpeg(800, 600)), { filename: `${title}.jpg`, title })).id;
  }

  /** Uploads an image and truncates its stored file without a checksum mismatch. */
  async function uploadTruncated(title: string): Promise<number> {
    const whole = await noise('png', 400);
    const half = whole.subarray(0, whole.length / 2);
    const id = await upload(title, whole);
    const files = await readdir(storage, { recursive: true, withFileTypes: true });
    for (const entry of files.filter((each) => each.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      if (whole.equals(await readFile(file))) await writeFile(file, half);
    }
    const sha256 = createHash('sha256').update(half).digest('hex');
    await site.host.db.query.updateTable('attachments').set({ sha256 }).where('id', '=', id).execute();
    return id;
  }

  async function isMarked(id: number): Promise<boolean> {
    const attachment = await site.host.media.get(id);
    const [picture] = await plugin().markStatusesOf(attachment ? [attachment] : []);
    return picture?.isMarked ?? false;
  }

  async function open(place = PATH, { javaScriptEnabled = true, width = 1280, as = ada } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, as);
    await visitor.page.goto(place);
    return visitor.page;
  }

  it.each([true, false])(
    'marks, restores, excludes and includes an image, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const id = await upload('Barn');
      await upload('Tower');
      const page = await open(PATH, { javaScriptEnabled });
      const press = async (name: string, then: string) => {
        await button(page, `${name}: Barn`).click();
        await expect.poll(() => badge(page, 'Barn').textContent()).toBe(then);
      };
      await press('Apply watermark', 'Watermarked');
      expect(await isMarked(id)).toBe(true);
      expect(await main(page).textContent()).toContain('Watermark applied to Barn.');
      expect(await badge(page, 'Tower').textContent()).toBe('Original');
      await press('Remove watermark', 'Original');
      expect(await isMarked(id)).toBe(false);
      await press('Apply watermark', 'Watermarked');
      await press('Exclude', 'Excluded');
      expect(await isMarked(id)).toBe(false);
      expect(await button(page, 'Apply watermark: Barn').count()).toBe(0);
      await press('Include', 'Original');
    },
  );

  it('keeps its place after an action: focuses the next button and announces the result', async () => {
    await upload('Barn');
    const page = await open();
    await button(page, 'Apply watermark: Barn').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => badge(page, 'Barn').textContent()).toBe('Watermarked');
    expect(await page.locator('#wm-status').textContent()).toContain('Watermark applied to Barn.');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Remove watermark: Barn');
  });

  it('links to the upload page while there are no images', async () => {
    const page = await open();
    await main(page).getByText('No images in the media library yet. Upload some to add watermarks.').waitFor();
    await main(page).getByRole('link', { name: 'Upload images' }).click();
    await page.waitForURL('**/admin/media');
  });

  it('applies a bulk action to several images', async () => {
    const ids = [await upload('Barn'), await upload('Tower'), await upload('Bridge')];
    const page = await open();
    await page.getByLabel('Select page').check();
    expect(await main(page).textContent()).toContain('3 selected');
    await page.getByLabel('Select Tower').uncheck();
    await page.getByLabel('Bulk action').selectOption('Apply watermark');
    await button(page, 'Go').click();
    await main(page).getByText('Done: 2. Unchanged: 0. Failed: 0.').first().waitFor();
    expect(await Promise.all(ids.map(isMarked))).toEqual([true, false, true]);
    await button(page, 'Go').click();
    await main(page).getByText('Select up to 100 images').first().waitFor();
  });

  it('toggles the original of a marked image and overlays both', async () => {
    const id = await upload('Barn');
    await plugin().apply(id);
    const page = await open();
    const image = card(page, 'Barn').locator('img');
    const source = await image.getAttribute('src');
    const toggle = button(page, 'Original: Barn');
    await toggle.focus();
    await page.keyboard.press('Space');
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    expect(await image.getAttribute('src')).toContain(`${PATH}/pictures/${id}/original`);
    await expect.poll(() => image.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth)).toBe(300);
    await toggle.click();
    await expect.poll(() => image.getAttribute('src')).toBe(source);

    await main(page).getByRole('link', { name: 'Barn' }).click();
    const slider = page.getByRole('slider', { name: 'Compare with original' });
    await slider.focus();
    await page.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toBe('100% original');
    await expectAccessible(page, [1280, 390]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await shoot(page, 'picture-390-dark');
  });

  it('displays originals, and both images side by side, without JavaScript', async () => {
    const id = await upload('Barn');
    await plugin().apply(id);
    const page = await open(PATH, { javaScriptEnabled: false });
    await main(page).getByRole('link', { name: 'Originals' }).click();
    await expect.poll(() => card(page, 'Barn').locator('img').getAttribute('src')).toContain('/original');
    await main(page).getByRole('link', { name: 'Barn' }).click();
    await expect.poll(() => main(page).getByRole('figure').count()).toBe(2);
    await button(page, 'Remove watermark').click();
    await expect.poll(() => main(page).textContent()).toContain('Visitors see the original.');
  });

  it('filters by status, searches, and pages through the library without counting it', async () => {
    const first = await upload('Barn 01');
    for (let number = 2; number <= 30; number += 1) await upload(`Barn ${String(number).padStart(2, '0')}`);
    await site.host.media.create(await png(100, 100), { filename: 'dot.png' });
    await plugin().apply(first);
    const page = await open(PATH, { javaScriptEnabled: false });
    expect(await page.locator('.wm-card').count()).toBe(24);
    await main(page).getByRole('link', { name: 'Older' }).click();
    await expect.poll(() => page.locator('.wm-card').count()).toBe(7);
    expect(await main(page).getByRole('link', { name: 'Older' }).count()).toBe(0);
    await main(page).getByRole('link', { name: 'Newer' }).click();
    await expect.poll(() => page.locator('.wm-card').count()).toBe(24);
    await page.getByLabel('Status').selectOption('Watermarked');
    await button(page, 'Filter').click();
    await expect.poll(() => page.locator('.wm-title').allTextContents()).toEqual(['Barn 01']);
    await page.getByLabel('Status').selectOption('Unsupported');
    await button(page, 'Filter').click();
    await expect.poll(() => card(page, 'dot').textContent()).toContain('Too small for the watermark.');
    await page.getByLabel('Status').selectOption('All statuses');
    await page.getByRole('searchbox').fill('BARN 07');
    await button(page, 'Filter').click();
    await expect.poll(() => page.locator('.wm-title').allTextContents()).toEqual(['Barn 07']);
  });

  it('marks all images with progress that survives a reload, a pause and a resume', async () => {
    const ids: number[] = [];
    for (let number = 1; number <= 6; number += 1) ids.push(await upload(`Barn ${number}`));
    site.host.plugin('acme-gate').shut();
    const page = await open();
    await button(page, 'Apply to all').click();
    const bar = page.getByRole('progressbar', { name: 'Applying watermarks' });
    await bar.waitFor();
    expect(await bar.getAttribute('max')).toBe('6');
    await expectAccessible(page, [1280, 390]);
    await shoot(page, 'running-390-dark');
    await page.reload();
    await bar.waitFor();
    await button(page, 'Pause').click();
    await button(page, 'Resume').waitFor();
    expect(await main(page).textContent()).toContain('Paused');
    site.host.plugin('acme-gate').open();
    await button(page, 'Resume').click();
    // The page updates itself without interaction, including the images.
    await main(page).getByText('6 watermarked').first().waitFor();
    await button(page, 'Apply to all').waitFor();
    expect(await Promise.all(ids.map(isMarked))).toEqual(ids.map(() => true));
    await expect.poll(() => badge(page, 'Barn 1').textContent()).toBe('Watermarked');
    await page.goto(`${PATH}/activity`);
    expect(await page.getByRole('row').nth(1).textContent()).toContain('6 watermarked');
  });

  it('starts, pauses and cancels a library run without JavaScript', async () => {
    await upload('Barn');
    site.host.plugin('acme-gate').shut();
    const page = await open(PATH, { javaScriptEnabled: false });
    await button(page, 'Apply to all').click();
    await expect.poll(() => main(page).textContent()).toContain('Started.');
    await main(page).getByRole('link', { name: 'Refresh' }).click();
    await button(page, 'Pause').click();
    await expect.poll(() => main(page).textContent()).toContain('Job paused.');
    await button(page, 'Resume').click();
    await button(page, 'Cancel').click();
    await expect.poll(() => main(page).textContent()).toContain('Job cancelled.');
    expect(await button(page, 'Apply to all').count()).toBe(1);
  });

  it.each([true, false])('lists failed images and retries them, with JavaScript: %s', async (javaScriptEnabled) => {
    await upload('Barn');
    const broken = await uploadTruncated('<b>Cut</b> in half');
    const page = await open(PATH, { javaScriptEnabled });
    await button(page, 'Apply to all').click();
    await vi.waitFor(async () => expect(await plugin().runs.active()).toBeNull(), { timeout: 15_000 });
    if (!javaScriptEnabled) await page.goto(PATH);
    // The reason depends on the decoder.
    const reason = /^<b>Cut<\/b> in half The image (?:file is incomplete|is damaged).* replace it/i;
    await expect
      .poll(() => failures(page).allTextContents(), { timeout: 10_000 })
      .toEqual([expect.stringMatching(reason)]);
    if (javaScriptEnabled) await shoot(page, 'failed-1280');
    await main(page).getByRole('link', { name: 'Details' }).click();
    expect(await page.getByRole('row').nth(1).textContent()).toMatch(/replace it/i);
    await site.host.media.replace(broken, await jpeg(800, 600));
    await page.goto(PATH);
    await button(page, 'Retry failed').click();
    // The script submits the form, so at first no run is active because none has started.
    await vi.waitFor(async () => expect(await isMarked(broken)).toBe(true), { timeout: 15_000 });
    await vi.waitFor(async () => expect(await plugin().runs.active()).toBeNull(), { timeout: 15_000 });
    await page.goto(PATH);
    expect(await failures(page).count()).toBe(0);
    expect(await main(page).textContent()).toContain('Last job: Retry failed');
  });

  it('rejects a second run while another is active', async () => {
    await upload('Barn');
    site.host.plugin('acme-gate').shut();
    const page = await open(PATH, { javaScriptEnabled: false });
    const other = await visitor.page.context().newPage();
    await other.goto(PATH);
    await button(page, 'Apply to all').click();
    await button(other, 'Remove from all').click();
    await expect
      .poll(() => other.getByRole('alert').textContent())
      .toContain('Another job is running on the whole library.');
    await button(page, 'Cancel').click();
  });

  it('serves originals only to managers and with no-store', async () => {
    const content = await jpeg(800, 600);
    const id = await upload('Barn', content);
    await plugin().apply(id);
    const page = await open();
    const original = `${PATH}/pictures/${id}/original`;
    const answer = await page.request.get(original);
    expect(answer.headers()).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
    });
    expect((await answer.body()).equals(content)).toBe(true);
    for (const place of [
      `${PATH}/pictures/999999/original`,
      `${PATH}/pictures/0x1/original`,
      `${PATH}/pictures/999999`,
    ]) {
      expect((await page.request.get(place)).status(), place).toBe(404);
    }
    await visitor.close();
    const editor = await site.host.createUser('editor');
    const theirs = await open('/admin', { as: editor });
    for (const place of [original, PATH, `${PATH}/pictures/${id}`, `${PATH}/progress`, `${PATH}/activity`]) {
      expect((await theirs.request.get(place)).status(), place).toBe(403);
    }
    expect((await theirs.request.post(PATH, { form: { _action: 'run', act: 'apply' } })).status()).toBe(403);
    const stranger = await fetch(`${site.url}${original}`, { redirect: 'manual' });
    expect(stranger.status).toBe(302);
  });

  it('rejects forms with a missing or foreign nonce, an unknown image or an unknown action', async () => {
    const id = await upload('Barn');
    const page = await open();
    const nonces = await page
      .locator('input[name="_nonce"]')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('value') ?? ''));
    const [runNonce = '', pictureNonce = ''] = nonces;
    const send = (form: Record<string, string>) =>
      page.request
        .post(PATH, { form, headers: { Origin: site.url }, maxRedirects: 0 })
        .then((answer) => answer.status());
    expect(await send({ _action: 'pictures', mark: String(id) })).toBe(403);
    expect(await send({ _action: 'pictures', mark: String(id), _nonce: runNonce })).toBe(403);
    expect(await send({ _action: 'run', act: 'apply', _nonce: pictureNonce })).toBe(403);
    expect(await send({ _action: 'pictures', mark: '999999', _nonce: pictureNonce })).toBe(422);
    expect(await send({ _action: 'pictures', mark: '1 or 1=1', _nonce: pictureNonce })).toBe(422);
    expect(await send({ _action: 'run', act: 'pause', id: '999999', _nonce: runNonce })).toBe(422);
    expect(await send({ _action: 'run', act: 'explode', _nonce: runNonce })).toBe(422);
    expect([await isMarked(id), await plugin().runs.active()]).toEqual([false, null]);
    // Submitting the same form twice has the effect of one submission.
    expect(await send({ _action: 'pictures', mark: String(id), _nonce: pictureNonce })).toBe(303);
    const version = (await site.host.media.get(id))?.version;
    expect(await send({ _action: 'pictures', mark: String(id), _nonce: pictureNonce })).toBe(303);
    expect((await site.host.media.get(id))?.version).toBe(version);
  });

  it('is accessible, fits a phone, and escapes titles', async () => {
    const ids = [
      await upload('<img src=x onerror=alert(1)>'),
      await upload('A-name-without-blanks-as-cameras-write-them'.repeat(3)),
    ];
    for (const id of ids) await plugin().apply(id);
    await upload('Tower');
    await site.host.media.create(await png(100, 100), { filename: 'dot.png' });
    const page = await open();
    expect(await card(page, '<img src=x onerror=alert(1)>').count()).toBe(1);
    await expectAccessible(page, [1280, 390], async (place) => {
      const [scheme, width] = place.split(', ');
      expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(Number(width));
      await shoot(page, `library-${width}-${scheme}`);
    });
  });
});
