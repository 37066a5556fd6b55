import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import {
  append,
  button,
  canvas,
  describeWriter,
  expectStatus,
  paragraph,
  titleOf,
  withClock,
} from './opened-editor.js';

const STORED = `${paragraph('Reeds sway.')}\n\n${paragraph('Herons wait.')}\n`;

vi.setConfig({ testTimeout: 60_000 });

describeInBrowser('editor save failures', (browser) => {
  const writer = describeWriter(browser);
  const { store, read, edit } = writer;

  const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
  const autosave = async (id: number): Promise<unknown> => {
    const path = `/vendor-kb/v1/articles/${id}/autosave`;
    const { data } = await writer.site.host.request('GET', path, { as: writer.user.id });
    return (data as { autosave: { content: string } | null }).autosave;
  };

  it('autosaves every ten seconds and offers the text with a diff on the next visit', async () => {
    const id = await store(STORED);
    const page = await edit(id, withClock);
    await append(page, 'Reeds sway.', ' Softly.');
    await page.clock.runFor(10_000);
    await expect.poll(() => autosave(id)).toMatchObject({ base_version: 1 });
    expect(await read(id)).toMatchObject({ version: 1, content: { raw: STORED } });

    // The server offers its autosave to the same user in another browser.
    await page.evaluate('localStorage.clear()');
    const next = await page.context().newPage();
    await next.goto(`/admin/kb/articles/${id}/edit`);
    await button(next, 'Compare').click();
    const dialog = next.getByRole('dialog', { name: 'Unsaved draft' });
    await dialog.getByText('Changed: Paragraph').waitFor();
    expect(await dialog.locator('ins').allTextContents()).toEqual(['Added:  Softly. End of change.']);
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => next.getByRole('dialog').count()).toBe(0);
    await expectStatus(next, 'Unsaved changes');
    await next.keyboard.press('Control+s');
    await expectStatus(next, 'Saved');
    expect((await read(id)).content.raw).toBe(STORED.replace('sway.', 'sway. Softly.'));
    expect(await autosave(id)).toBeNull();
    await next.reload();
    await canvas(next).getByText('Reeds sway. Softly.').waitFor();
    expect(await button(next, 'Compare').count()).toBe(0);
  });

  it('resumes automatically when the server is back', async () => {
    const id = await store(STORED);
    const page = await edit(id);
    writer.forgive('ERR_CONNECTION_REFUSED', 'ERR_EMPTY_RESPONSE');
    await append(page, 'Reeds sway.', ' Offline.');
    const comeBack = await writer.site.goAway();
    await page.keyboard.press('Control+s');
    await alert(page, 'You are offline or the server is unreachable').waitFor();
    await page.getByText(/Retrying automatically at/).waitFor();
    await append(page, 'Herons wait.', ' On.');
    await comeBack();
    await page.evaluate('window.dispatchEvent(new Event("online"))');
    await expectStatus(page, 'Saved');
    expect((await read(id)).content.raw).toBe(STORED.replace('sway.', 'sway. Offline.').replace('wait.', 'wait. On.'));
  });

  it('retries after a delay for every temporary error', async () => {
    const id = await store(STORED);
    const page = await edit(id, withClock);
    writer.forgive('status of 503', 'status of 429');
    const answers = [
      { status: 503, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
      { status: 429, headers: { 'Retry-After': '6' }, json: { code: 'rest_rate_limited', message: 'Wait.', data: {} } },
    ];
    await page.route(`**/articles/${id}`, (route) => {
      const answer = route.request().method() === 'PATCH' ? answers.shift() : undefined;
      return answer ? route.fulfill(answer) : route.continue();
    });
    await titleOf(page).fill('Herons');
    await page.keyboard.press('Control+s');
    await alert(page, 'Server error').waitFor();
    await button(page, 'Retry now').click();
    await alert(page, 'Too many requests').waitFor();
    await page.clock.pauseAt(Date.now() + 2000);
    expect((await read(id)).title.raw).toBe('Marsh birds');
    await page.clock.runFor(6000);
    await page.clock.resume();
    await expectStatus(page, 'Saved');
    expect((await read(id)).title.raw).toBe('Herons');
  });

  it('creates one article and one version after a lost response, without a false conflict', async () => {
    const page = await writer.open('/admin/kb/articles/new');
    writer.forgive('ERR_FAILED');
    const lost = new Set(['POST', 'PATCH']);
    await page.route(/\/api\/vendor-kb\/v1\/articles(?:\/\d+)?(?:\?|$)/, async (route) => {
      if (!lost.delete(route.request().method())) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const total = async (): Promise<number> => {
      const rows = await writer.site.host.db.query.selectFrom('kb_articles').select('id').execute();
      return rows.length;
    };
    const before = await total();
    await titleOf(page).fill('Lost and found');
    await page.keyboard.press('Control+s');
    await alert(page, 'server is unreachable').waitFor();
    await titleOf(page).fill('Lost and found again');
    await button(page, 'Retry now').click();
    // The response to the second save is lost as well.
    await alert(page, 'server is unreachable').waitFor();
    await expectStatus(page, 'Not saved');
    await button(page, 'Retry now').click();
    await expectStatus(page, 'Saved');
    const id = Number(/(\d+)\/edit$/.exec(page.url())?.[1]);
    expect(await total()).toBe(before + 1);
    expect((await read(id)).title.raw).toBe('Lost and found again');
  });

  it('renews an expired nonce automatically', async () => {
    const id = await store(STORED);
    const page = await edit(id);
    writer.forgive('status of 403');
    const nonce = `**/vendor-kb/v1/articles/${id}/autosave`;
    await page.route(nonce, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-cms-nonce': '0'.repeat(20) } });
    });
    await page.reload();
    await titleOf(page).waitFor();
    await page.unroute(nonce);
    await titleOf(page).fill('Fresh');
    await page.keyboard.press('Control+s');
    await expectStatus(page, 'Saved');
    expect((await read(id)).title.raw).toBe('Fresh');
  });

  it('waits for a login in another tab after the session ends, then saves automatically', async () => {
    const id = await store(STORED);
    const page = await edit(id);
    writer.forgive('status of 401', 'status of 403');
    await append(page, 'Reeds sway.', ' Still here.');
    await writer.site.host.sessions.revokeAll(writer.user.id);
    await page.keyboard.press('Control+s');

    await alert(page, 'You are signed out').waitFor();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in (new tab)' }).click();
    const login = await opened;
    await logIn(login, writer.user.login, writer.user.password);
    await login.locator('.me-bar').waitFor();
    await login.close();
    await page.bringToFront();
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await expectStatus(page, 'Saved');
    expect((await read(id)).content.raw).toContain('Still here.');
  });

  it('reports a lost permission, a deleted article and an oversized text, and keeps the text locally', async () => {
    const { host } = writer.site;
    const id = await store(STORED);
    const page = await edit(id);
    writer.forgive('status of 403', 'status of 404', 'status of 413');
    await titleOf(page).fill('Kept');
    // At least one administrator has to remain.
    await host.createUser('administrator');
    await host.users.update(writer.user.id, { roles: ['subscriber'] });
    await page.keyboard.press('Control+s');
    await alert(page, 'You don’t have permission to save this').waitFor();
    await host.users.update(writer.user.id, { roles: ['administrator'] });

    await page.keyboard.press('Control+Shift+Alt+m');
    const source = page.getByLabel('Source code');
    await source.evaluate((field) => field.focus());
    await source.fill(paragraph('x'.repeat(2 * 1024 * 1024 + 1)));
    await page.keyboard.press('Control+s');
    await alert(page, 'too large').waitFor();
    await source.fill(STORED);
    await host.request('DELETE', `/vendor-kb/v1/articles/${id}`, { as: writer.user.id, query: { force: true } });
    await page.keyboard.press('Control+s');
    await alert(page, 'no longer exists').waitFor();
    const left = await page.evaluate('Object.entries(localStorage).map(([key, value]) => value).join()');
    expect(left).toContain('Kept');
  });

  describe('two tabs', () => {
    it('both restore their text after a crash', async () => {
      const id = await store(STORED);
      const page = await edit(id);
      const other = await page.context().newPage();
      await other.goto(`/admin/kb/articles/${id}/edit`);
      await titleOf(page).fill('One');
      await titleOf(other).fill('Other');
      // Phones kill hidden pages without warning.
      for (const each of [page, other]) await each.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      const third = await page.context().newPage();
      await third.goto(`/admin/kb/articles/${id}/edit`);
      await button(third, 'Restore').click();
      await expect.poll(() => titleOf(third).inputValue()).toBe('Other');
      await button(third, 'Restore').click();
      await expect.poll(() => titleOf(third).inputValue()).toBe('One');
    });
  });
});
