import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const WIDTHS = [1280, 390, 320];
const TEXT = `${'The first half is for everybody who comes by. '.repeat(6)}\n\n## The rest\n\n${'The second half is not. '.repeat(12)}`;

describeInBrowser('restricted content', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let page: Page;
  let filePath: string;
  beforeAll(async () => {
    site = await publishSite();
    const as = await site.host.createUser('administrator');
    const write = async (title: string, access_rule: object) => {
      const body = { title, content: TEXT, status: 'publish', access_rule };
      expect(await site.host.request('POST', '/vendor-kb/v1/articles', { as, body })).toMatchObject({ status: 201 });
    };
    await write('Members', { mode: 'logged_in', teaser: 'first_section' });
    await write('Sesame', { mode: 'password', password: 'open', message: 'Ask the **porter** for the password.' });
    await write('Secret', { mode: 'nobody', listed: true });
    await write('Gate', { mode: 'logged_in', redirect_to_login: true });
    const plan = { title: 'Plan', content: TEXT, status: 'publish' };
    const { data: article } = await site.host.request('POST', '/vendor-kb/v1/articles', { as, body: plan });
    const { id: media_id } = await site.host.media.create(Buffer.from('%PDF-1.7'), {
      filename: 'plan.pdf',
      authorId: as.id,
    });
    const { data: file } = await site.host.request(
      'POST',
      `/vendor-kb/v1/articles/${(article as { id: number }).id}/attachments`,
      { as, body: { media_id, access_rule: { mode: 'password', password: 'open' } } },
    );
    filePath = `/kb/-/attachments/${(file as { id: number }).id}/plan.pdf`;
  });
  afterAll(() => site.close());

  describe.each([true, false])('JavaScript enabled: %s', (javaScriptEnabled) => {
    beforeAll(async () => {
      visitor = await openVisitor(browser(), site.url, { javaScriptEnabled });
      page = visitor.page;
    });
    afterAll(() => visitor.close());
    // Browsers log the expected 401 and 403 responses.
    afterEach(() => expect(visitor.faults.filter((fault) => !/40[13]/.test(fault))).toEqual([]));

    it('opens in place with its password and stays open', async () => {
      await page.goto('/kb/sesame');
      expect(await page.getByText('Ask the porter for the password.').isVisible()).toBe(true);
      expect(await page.getByText('first half').count()).toBe(0);
      await page.getByLabel('Password').fill('shut');
      await page.getByRole('button', { name: 'Open' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('Wrong password.');
      expect(await page.getByLabel('Password').getAttribute('aria-describedby')).toBe('kb-password-notice');
      await page.getByLabel('Password').fill('open');
      await page.getByLabel('Password').press('Enter');
      expect(new URL(page.url()).pathname).toBe('/kb/sesame');
      expect(await page.getByRole('heading', { name: 'Sesame' }).isVisible()).toBe(true);
      expect(await page.getByText('The second half is not.').isVisible()).toBe(true);
      await page.reload();
      expect(await page.getByText('The second half is not.').isVisible()).toBe(true);
    });

    it('displays the teaser and a login link that leads back', async () => {
      await page.goto('/kb/members');
      expect(await page.getByRole('heading', { name: 'Members' }).isVisible()).toBe(true);
      expect(await page.getByText('The first half is for everybody').isVisible()).toBe(true);
      expect(await page.getByText('The second half').count()).toBe(0);
      expect(await page.getByRole('heading', { name: 'The rest' }).count()).toBe(0);
      await page.locator('#content').getByRole('link', { name: 'Sign in' }).click();
      expect(new URL(page.url()).searchParams.get('redirect_to')).toBe('/kb/members');
    });

    it('omits the title when only its existence is public', async () => {
      const answer = await page.goto('/kb/secret');
      expect(answer?.status()).toBe(403);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Restricted article');
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      expect(answer?.headers()['cache-control']).toBe('private, no-store');
    });

    it('downloads a protected attachment of a public article after the password', async () => {
      await page.goto(filePath);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Restricted file');
      await page.getByLabel('Password').fill('open');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Open' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('plan.pdf');
    });

    it('redirects visitors to the login page when its rule says so', async () => {
      await page.goto('/kb/gate');
      expect(new URL(page.url()).pathname).toBe('/admin/login');
    });
  });

  describe('page layout', () => {
    beforeAll(async () => {
      visitor = await openVisitor(browser(), site.url);
      page = visitor.page;
    });
    afterAll(() => visitor.close());

    it.each(['/kb/members', '/kb/sesame', '/kb/secret', 'a file'])('is accessible on any screen: %s', async (path) => {
      await page.goto(path === 'a file' ? filePath : path);
      await expectAccessible(page, WIDTHS, async (place) => {
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect([place, overflow]).toEqual([place, 0]);
      });
    });
  });
});
