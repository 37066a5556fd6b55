import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

describeInBrowser('autocomplete fields', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number; login: string; password: string };
  let ada: number;
  let pond: number;
  beforeAll(async () => {
    site = await publishSite();
    admin = await site.host.createUser('administrator');
    const body = { login: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', password: 'a long pass phrase' };
    ada = ((await site.host.request('POST', '/mortise/v1/users', { as: admin.id, body })).data as { id: number }).id;
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    pond = (await site.host.media.create(bytes, { filename: 'pond.png', title: 'A pond' })).id;
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  async function open(place: string, { javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    visitor.page.setDefaultTimeout(8000);
    await signIn(visitor.page, site.host, admin);
    await visitor.page.goto(place);
    return visitor.page;
  }
  const articles = () => site.host.plugin('knowledge-base').articles;
  const options = (page: Page) =>
    page.locator('datalist option').evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));

  it('complete several users in turn and remove them with a button', async () => {
    const page = await open('/admin/kb/articles/write');
    await page.getByText('More options').click();
    const field = page.getByLabel('Contributors');
    await field.pressSequentially('lovel');
    await expect.poll(() => options(page)).toEqual([`${ada}: Ada Lovelace (ada)`]);
    await field.fill(`${ada}: Ada Lovelace (ada)`);
    const lines = page.locator('.m-lines li');
    await expect.poll(() => lines.count()).toBe(1);
    await field.fill(admin.login);
    await page.keyboard.press('Enter');
    await expect.poll(() => lines.count()).toBe(2);
    await page.getByRole('button', { name: `Remove ${admin.login}` }).click();
    await expect.poll(() => page.locator(':focus').getAttribute('type')).toBe('text');
    await page.locator('[name="picture"]').fill('pond.png');
    await page.getByLabel('Title').first().fill('Named by script');
    await shoot(page, 'naming-write');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/articles\/\d+\/write/);
    expect(await articles().byPath('en', 'named-by-script')).toMatchObject({
      contributors: [ada],
      featuredMedia: pond,
    });
    expect(await lines.allTextContents()).toEqual([`${ada}: Ada Lovelace (ada)×`]);
  });

  it('are plain text fields without JavaScript', async () => {
    const page = await open('/admin/kb/articles/write', { javaScriptEnabled: false });
    await page.getByText('More options').click();
    await page.getByLabel('Contributors').fill('ada');
    await page.getByLabel('Title').first().fill('Named by hand');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/articles\/\d+\/write/);
    expect((await articles().byPath('en', 'named-by-hand'))?.contributors).toEqual([ada]);
  });

  it('are part of the category form, in collapsed sections', async () => {
    const page = await open('/admin/kb/categories/new');
    await page.getByText('Appearance', { exact: true }).click();
    await page.getByRole('main').getByText('Access', { exact: true }).click();
    await page.locator('[name="image"]').fill('A pond');
    await page.locator('#create-access_users').fill('ada');
    await page.keyboard.press('Enter');
    // Content scrolled below the page header is not a violation of the form.
    await page.getByLabel('Name').first().focus();
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, [1280, 390], async (where) => {
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
      expect([where, wide]).toEqual([where, page.viewportSize()?.width]);
      await shoot(page, `category-form-${where.replace(', ', '-')}`);
    });
  });
});
