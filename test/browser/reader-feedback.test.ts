import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const WIDTHS = [1280, 390, 320];

describeInBrowser('article feedback', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    site = await publishSite();
    const as = await site.host.createUser('administrator');
    await site.host.request('POST', '/vendor-kb/v1/articles', {
      as,
      body: { title: 'Boil an egg', content: 'Wait for **five** minutes.', status: 'publish' },
    });
  });
  afterAll(() => site.close());

  describe.each([true, false])('JavaScript enabled: %s', (javaScriptEnabled) => {
    beforeAll(async () => {
      visitor = await openVisitor(browser(), site.url, { javaScriptEnabled });
      page = visitor.page;
    });
    afterAll(() => visitor.close());
    afterEach(() => expect(visitor.faults).toEqual([]));

    it('accepts a vote or stars, thanks the reader and keeps the selection', async () => {
      await page.goto('/kb/boil-an-egg');
      const rating = page.getByRole('region', { name: 'Was this article helpful?' });
      await rating.getByRole('button', { name: 'Yes' }).click();
      await expect.poll(() => rating.getByRole('status').textContent()).toBe('Thanks for your rating.');
      expect(await rating.getByRole('button', { name: 'Yes' }).getAttribute('aria-pressed')).toBe('true');
      await rating.getByLabel('4 stars').check();
      await rating.getByRole('button', { name: 'Rate' }).click();
      await expect.poll(() => rating.getByLabel('4 stars').isChecked()).toBe(true);
      expect(new URL(page.url()).hash).toBe('#kb-rating');
    });

    it('asks for the problem after a negative vote', async () => {
      await page.goto('/kb/boil-an-egg');
      const feedback = page.getByRole('region', { name: 'Feedback' });
      expect(await feedback.getByLabel('Message').isVisible()).toBe(false);
      await page.getByRole('button', { name: 'No', exact: true }).click();
      await expect.poll(() => feedback.getByRole('status').textContent()).toContain('What went wrong?');
      await feedback.getByLabel('Type of feedback').selectOption('Mistake');
      await feedback.getByLabel('Message').fill('It takes longer.');
      await feedback.getByRole('button', { name: 'Send', exact: true }).click();
      await expect.poll(() => feedback.getByRole('status').textContent()).toBe('Thank you. We received your message.');
    });

    it('opens its form only on request and keeps the input after an error', async () => {
      await page.goto('/kb/boil-an-egg');
      const feedback = page.getByRole('region', { name: 'Feedback' });
      await feedback.getByText('Send feedback').click();
      await feedback.getByLabel('Message').fill('It takes longer.');
      await feedback.getByLabel('Your email (optional)').fill('ada@example.com');
      await feedback.getByRole('button', { name: 'Send', exact: true }).click();
      await expect.poll(() => feedback.getByLabel('Message').inputValue()).toBe('It takes longer.');
      expect(await feedback.getByText('We need your consent').isVisible()).toBe(true);
      const consent = feedback.getByLabel('You may keep my email address');
      expect(await consent.getAttribute('aria-describedby')).toBe('kb-fault-consent');
    });
  });

  describe('page layout', () => {
    beforeAll(async () => {
      visitor = await openVisitor(browser(), site.url);
      page = visitor.page;
    });
    afterAll(() => visitor.close());

    it.each(['/kb/boil-an-egg', '/kb/boil-an-egg?thanks=low', '/kb/boil-an-egg?thanks=feedback'])(
      'is accessible and has no horizontal overflow: %s',
      async (path) => {
        await page.goto(path);
        await expectAccessible(page, WIDTHS, async (place) => {
          const overflow = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect([place, overflow]).toEqual([place, 0]);
        });
      },
    );
  });
});
