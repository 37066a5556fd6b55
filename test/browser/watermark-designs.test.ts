import { watermark } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Design } from '../../src/plugins/watermark/settings/designs.js';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const PATH = '/admin/watermark/designs';
const PNG: Design = { name: 'Graphics', when: { mime_types: ['image/png'] }, changes: { position: 'center' } };
const LARGE: Design = { name: 'Large photos', when: { min_width: 1000 }, changes: { opacity: 90 } };

describeInBrowser('watermark designs', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let boss: { id: number; login: string };
  let news: number;
  const settings = () => site.host.plugin('watermark').settings;
  const names = async () => (await settings().designs()).map(({ name }) => name);

  beforeAll(async () => {
    site = await publishSite({ plugins: [watermark()] });
    boss = await site.host.createUser('administrator');
    const { terms } = site.host.content;
    news = (await terms.create({ taxonomy: 'category', slug: 'news', name: 'News', locale: 'en' })).id;
    await terms.create({ taxonomy: 'post_tag', slug: 'red', name: 'Red', locale: 'en' });
    const lake = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#357' } });
    await site.host.media.create(await lake.jpeg().toBuffer(), { filename: 'lake.jpg', title: 'Lake' });
    const chart = sharp({ create: { width: 500, height: 300, channels: 3, background: '#eee' } });
    await site.host.media.create(await chart.png().toBuffer(), { filename: 'chart.png', title: 'Chart' });
  });
  afterEach(async () => {
    await visitor.close();
    await site.host.options.delete('watermark_settings');
    await site.host.options.delete('watermark_designs');
  });
  afterAll(() => site.close());

  async function open({ javaScriptEnabled = true, width = 1280, path = PATH } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 844 } });
    visitor.page.setDefaultTimeout(5000);
    await signIn(visitor.page, site.host, boss);
    await visitor.page.goto(path);
    return visitor.page;
  }
  const applies = (page: Page) => page.locator('#design-applies');

  it.each([true, false])('adds, edits and deletes a design, with JavaScript: %s', async (javaScriptEnabled) => {
    const page = await open({ javaScriptEnabled });
    await page.getByText('Applies to all images.').waitFor();
    await page.getByRole('link', { name: 'Add design' }).click();
    await page.getByLabel('Name').fill('News photos');
    await page.getByRole('group', { name: 'File types' }).getByLabel('JPEG').check();
    expect(await page.getByLabel('Red').count()).toBe(0);
    await page.getByLabel('News').check();
    await page.getByLabel('Minimum width (px)').fill('600');
    await page.getByLabel('Uploaders').fill(boss.login);
    await page.getByRole('radio', { name: 'Top left' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Design saved.').waitFor();
    const user = (await site.host.users.get(boss.id))?.name ?? '';
    await page
      .getByText(
        `Applies to images with file type JPEG, width of at least 600 px, category News, and uploader ${user}.`,
      )
      .waitFor();
    await page.getByText('Applies to all other images.').waitFor();
    const when = { mime_types: ['image/jpeg'], categories: [news], uploaders: [boss.id], min_width: 600 };
    expect(await settings().designs()).toEqual([{ name: 'News photos', when, changes: { position: 'top-left' } }]);

    await page.getByRole('link', { name: 'Edit: News photos' }).click();
    await page.getByRole('heading', { level: 1, name: 'News photos' }).waitFor();
    expect(await page.getByLabel('Uploaders').inputValue()).toBe(boss.login);
    await page.getByLabel('Name').fill('Photos: A & B?');
    await page.getByLabel('News').uncheck();
    await page.getByLabel('Uploaders').fill('');
    // A setting that equals the default design again follows it.
    await page.getByRole('radio', { name: 'Bottom right' }).check();
    await page.getByLabel('Opacity (%)').fill('35');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Design saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Photos: A & B?' }).waitFor();
    expect(await settings().designs()).toEqual([
      { name: 'Photos: A & B?', when: { mime_types: ['image/jpeg'], min_width: 600 }, changes: { opacity: 35 } },
    ]);

    await page.getByRole('link', { name: 'Designs', exact: true }).first().click();
    await page.getByRole('link', { name: 'Delete: Photos: A & B?' }).click();
    await page.getByRole('button', { name: 'Delete design' }).click();
    await page.getByText('Design “Photos: A & B?” deleted.').waitFor();
    expect(await settings().designs()).toEqual([]);
    expect(visitor.faults).toEqual([]);
  });

  it('changes the order by buttons, and by the arrow keys of a grip', async () => {
    await settings().save({ designs: [PNG, LARGE, { ...PNG, name: 'Other graphics' }] });
    let page = await open({ javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Move down: Graphics', exact: true }).click();
    await page.getByText('“Graphics” moved to position 2 of 3.').waitFor();
    expect(await names()).toEqual(['Large photos', 'Graphics', 'Other graphics']);
    await visitor.close();
    page = await open();
    await page.locator('[data-name="Other graphics"] .m-grip').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(names).toEqual(['Other graphics', 'Large photos', 'Graphics']);
    expect(visitor.faults).toEqual([]);
  });

  it('shows which design applies to the chosen image, with the unsaved rule', async () => {
    await settings().save({ designs: [PNG, LARGE] });
    const page = await open({ path: '/admin/watermark/design' });
    await page.getByLabel('Preview image').selectOption('Lake');
    await expect.poll(() => applies(page).textContent()).toBe('The design “Large photos” applies to the image.');
    await page.goto(`${PATH}/edit?name=Large+photos`);
    await page.getByLabel('Preview image').selectOption('Lake');
    await expect.poll(() => applies(page).textContent()).toBe('This design applies to the image.');
    await page.getByLabel('Minimum width (px)').fill('1201');
    await expect.poll(() => applies(page).textContent()).toBe('The default design applies to the image.');
    await page.getByLabel('Preview image').selectOption('Chart');
    await expect.poll(() => applies(page).textContent()).toBe('The design “Graphics” applies to the image.');
    expect(visitor.faults).toEqual([]);
  });

  it('previews a new design without JavaScript, and keeps what was entered', async () => {
    const page = await open({ javaScriptEnabled: false, path: `${PATH}/new` });
    await page.getByLabel('Name').fill('Wide');
    await page.getByLabel('Minimum width (px)').fill('1000');
    await page.getByRole('radio', { name: 'Center' }).check();
    await page.getByLabel('Preview image').selectOption('Lake');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect.poll(() => applies(page).textContent()).toBe('This design applies to the image.');
    expect(await page.getByLabel('Name').inputValue()).toBe('Wide');
    expect(await page.getByRole('radio', { name: 'Center' }).isChecked()).toBe(true);
    const source = (await page.locator('#design-image').getAttribute('src')) ?? '';
    expect((await page.request.get(source)).status()).toBe(200);
    expect(await settings().designs()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Design saved.').waitFor();
    expect(await settings().designs()).toEqual([
      { name: 'Wide', when: { min_width: 1000 }, changes: { position: 'center' } },
    ]);
  });

  it('reports what is wrong at the field', async () => {
    await settings().save({ designs: [PNG] });
    const page = await open({ path: `${PATH}/new` });
    const save = () => page.getByRole('button', { name: 'Save' }).click();
    await save();
    await page.getByRole('link', { name: 'Name: Enter a name.' }).waitFor();
    await page.getByLabel('Name').fill('graphics');
    await page.getByLabel('Uploaders').fill('nobody-here');
    await page.getByLabel('Minimum width (px)').fill('20');
    await page.getByLabel('Maximum width (px)').fill('10');
    await save();
    await page.getByRole('link', { name: 'Name: Another design has this name.' }).waitFor();
    await page.getByRole('link', { name: 'Uploaders: There is no user “nobody-here”.' }).waitFor();
    await page.getByRole('link', { name: /Maximum width.*The maximum must not be below the minimum/ }).waitFor();
    await page.getByLabel('Name').fill('Empty');
    await page.getByLabel('Uploaders').fill('');
    await page.getByLabel('Minimum width (px)').fill('');
    await page.getByLabel('Maximum width (px)').fill('');
    await save();
    await page.getByRole('link', { name: /File types: Add at least one condition/ }).waitFor();
    expect(await names()).toEqual(['Graphics']);
  });

  it('merges the settings that two users change, and says if the design is gone', async () => {
    await settings().save({ designs: [PNG] });
    const page = await open({ path: `${PATH}/edit?name=Graphics` });
    await page.getByLabel('Opacity (%)').fill('20');
    await settings().save({ designs: [{ ...PNG, changes: { position: 'top', angle: 45 } }, LARGE] });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Design saved.').waitFor();
    expect(await settings().designs()).toEqual([
      { ...PNG, changes: { position: 'top', angle: 45, opacity: 20 } },
      LARGE,
    ]);
    await settings().save({ designs: [LARGE] });
    expect((await page.goto(`${PATH}/edit?name=Graphics`))?.status()).toBe(404);
    await page.getByText('This design does not exist.').waitFor();
  });

  it('is accessible at any width, light and dark', async () => {
    await settings().save({ designs: [PNG, LARGE] });
    for (const path of [PATH, `${PATH}/edit?name=Graphics`, `${PATH}/delete?name=Graphics`]) {
      const page = await open({ path });
      await expectAccessible(page, [1440, 390]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await visitor.close();
    }
    await open();
  });

  it('admits administrators only', async () => {
    visitor = await openVisitor(browser(), site.url, {});
    await signIn(visitor.page, site.host, await site.host.createUser('editor'));
    for (const path of ['', '/new', '/edit?name=Graphics', '/delete?name=Graphics']) {
      expect([path, (await visitor.page.goto(`${PATH}${path}`))?.status()]).toEqual([path, 403]);
    }
  });
});
