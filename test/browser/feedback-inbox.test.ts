import type { User } from 'mortise';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const WIDTHS = [1280, 390];

describeInBrowser('feedback inbox', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let editor: { id: number; login: string; password: string };
  let articleId: number;
  let closedId: number;

  beforeAll(async () => {
    site = await publishSite();
    editor = await site.host.createUser('editor');
    const administrator = await site.host.createUser('administrator');
    const write = async (body: object): Promise<number> => {
      const { data } = await site.host.request('POST', '/vendor-kb/v1/articles', { as: administrator, body });
      return (data as { id: number }).id;
    };
    articleId = await write({ title: 'Resetting a password', content: 'Press the button.', status: 'publish' });
    closedId = await write({ title: 'Secret', content: 'x', status: 'publish', access_rule: { mode: 'nobody' } });
    const messages = [
      { type: 'error', message: 'The button is green now.\n\nAnd it stands <b>below</b> the form.', name: 'Ada' },
      { type: 'question', message: 'What if I have no e-mail address any more?' },
      { type: 'praise', message: 'Thank you, this was what I had looked for.' },
    ];
    for (const body of messages) await tell(administrator, { article_id: articleId, ...body });
    await tell(administrator, { article_id: closedId, type: 'other', message: 'About what is closed.' });
  });
  afterEach(async () => {
    await visitor?.close();
    expect(visitor?.faults).toEqual([]);
  });
  afterAll(() => site.close());

  async function tell(as: User, body: object): Promise<void> {
    const { status, data } = await site.host.request('POST', '/vendor-kb/v1/feedback', { as, body });
    expect(status, JSON.stringify(data)).toBe(201);
  }

  async function open({ javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, editor);
    await visitor.page.goto('/admin/kb/feedback');
    return visitor.page;
  }
  const messagesOn = (page: Page) => page.locator('table tbody tr a').allTextContents();
  const notice = (page: Page) => page.locator('.m-notice').first().textContent();

  it('lists, filters and searches messages about articles the user may read', async () => {
    const page = await open();
    const text = await page.locator('table').textContent();
    expect(text).toContain('The button is green now. And it stands <b>below</b> the form.');
    expect(text).not.toContain('About what is closed');
    await expectAccessible(page, WIDTHS);
    await shoot(page, 'feedback-list');
    await page.goto('/admin/kb/feedback?type=praise');
    expect((await messagesOn(page)).join()).toContain('Thank you');
    expect((await messagesOn(page)).join()).not.toContain('green');
    await page.goto('/admin/kb/feedback?search=e-mail');
    expect((await messagesOn(page)).join()).toContain('What if I have no');
  });

  it.each([true, false])(
    'assigns, annotates, resolves and reopens each message, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled, width: 390 });
      await page.getByRole('link', { name: /^The button is green/ }).click();
      const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
      await press(javaScriptEnabled ? 'Start' : 'Reopen');
      expect(await notice(page)).toContain('1 message marked as “In progress”.');
      await press(javaScriptEnabled ? 'Assign to me' : 'Unassign');
      await page.getByRole('textbox', { name: /^Note/ }).fill('Somebody painted it.');
      await page.getByLabel('Fixed in version').fill('1');
      await press('Save');
      expect(await notice(page)).toContain('Feedback saved.');
      await press('Resolve');
      expect(await notice(page)).toContain('1 message marked as “Resolved”.');
      const main = await page.getByRole('main').textContent();
      expect(main).toContain('Somebody painted it.');
      expect(main).toContain('And it stands <b>below</b> the form.');
      if (!javaScriptEnabled) return;
      await shoot(page, 'feedback-item');
      await expectAccessible(page, WIDTHS);
    },
  );

  it('rejects a future version number and keeps the input', async () => {
    const page = await open();
    await page.getByRole('link', { name: /^What if/ }).click();
    await page.getByRole('textbox', { name: /^Note/ }).fill('To be kept');
    // The browser would block the submission.
    await page.locator('form', { has: page.getByLabel('Fixed in version') }).evaluate((form) => {
      (form as unknown as { noValidate: boolean }).noValidate = true;
    });
    await page.getByLabel('Fixed in version').fill('99');
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.getByRole('main').textContent()).toContain('Enter a version from 1 to 1.');
    expect(await page.getByRole('textbox', { name: /^Note/ }).inputValue()).toBe('To be kept');
  });

  it('changes the status of several messages', async () => {
    const page = await open();
    for (const box of await page.getByRole('checkbox', { name: /Feedback #[23] / }).all()) await box.check();
    await page.locator('select[name="bulk"]').first().selectOption('spam');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await expect.poll(() => notice(page)).toContain('2 messages marked as “Spam”.');
    expect(await messagesOn(page)).toHaveLength(2);
  });

  it('requires the moderation permission and hides messages about restricted articles', async () => {
    const { host } = site;
    const author = await host.createUser('author');
    expect((await host.visit('/admin/kb/feedback', { as: author })).status).toBe(403);
    const closed = await host.db.query
      .selectFrom('kb_feedback')
      .select('id')
      .where('article_id', '=', closedId)
      .executeTakeFirstOrThrow();
    for (const id of [closed.id, 987654, 'x']) {
      expect((await host.visit(`/admin/kb/feedback/${id}`, { as: editor })).status, String(id)).toBe(404);
    }
    const answer = await host.submit(`/admin/kb/feedback/${closed.id}`, 'step', { step: 'spam' }, { as: editor });
    expect(answer.status).toBe(404);
  });
});
