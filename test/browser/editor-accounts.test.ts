import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import {
  append,
  button,
  canvas,
  describeWriter,
  expectStatus,
  type Person,
  paragraph,
  titleOf,
} from './opened-editor.js';

vi.setConfig({ testTimeout: 60_000 });

describeInBrowser('several users on one computer', (browser) => {
  const writer = describeWriter(browser);
  const { store, read, edit } = writer;
  let carl: Person;
  beforeAll(async () => {
    carl = await writer.site.host.createUser('administrator');
  });

  const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
  async function logInElsewhere(page: Page, { login, password }: Person): Promise<void> {
    const other = await page.context().newPage();
    await other.goto('/admin/login?redirect_to=/admin');
    await logIn(other, login, password);
    await other.waitForURL(/\/admin\/?$/);
    await other.close();
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
  }
  async function logOutElsewhere(page: Page): Promise<string[]> {
    const other = await page.context().newPage();
    await other.goto('/admin/logout');
    const named = await other.locator('#unsaved:not([hidden]) li').allTextContents();
    if (process.env.MORTISE_SHOTS) await other.screenshot({ path: `${process.env.MORTISE_SHOTS}/logout.png` });
    await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await other.waitForURL(/\/kb\/?$/);
    await other.close();
    return named;
  }
  const keysOf = (page: Page, { id }: Person) =>
    page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('mortise-editor:${id}:'))`);

  describe('another user signing in in another tab', () => {
    it('blocks saving until the first user is back, then saves automatically', async () => {
      const id = await store(paragraph('Reeds sway.'));
      const page = await edit(id);
      writer.forgive('status of 401', 'status of 403');
      await append(page, 'Reeds sway.', ' Mine.');
      await writer.site.host.sessions.revokeAll(writer.user.id);
      await page.keyboard.press('Control+s');
      await alert(page, 'You are signed out').waitFor();
      await logInElsewhere(page, carl);
      await alert(page, 'Another user is signed in to this browser.').waitFor();
      expect(await alert(page, 'Another user').textContent()).toContain(`Sign in as ${writer.user.login}`);
      await page.keyboard.press('Control+s');
      await expectStatus(page, 'Not saved');
      expect(await read(id)).toMatchObject({ version: 1, content: { raw: paragraph('Reeds sway.') } });
      if (process.env.MORTISE_SHOTS) await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/other-user.png` });
      await logInElsewhere(page, writer.user);
      await expectStatus(page, 'Saved');
      const versions = await writer.site.host.request('GET', `/vendor-kb/v1/articles/${id}/revisions`, {
        as: writer.user.id,
      });
      expect(versions.data).toMatchObject([{ version: 2, author: writer.user.id }, { version: 1 }]);
    });

    it('creates no article from unsaved text and stores none of it on the server', async () => {
      const page = await writer.open('/admin/kb/articles/new');
      writer.forgive('status of 403');
      await titleOf(page).fill('Nobody else writes this');
      await logInElsewhere(page, carl);
      await page.keyboard.press('Control+s');
      await alert(page, 'Another user is signed in').waitFor();
      const { data } = await writer.site.host.request('GET', '/vendor-kb/v1/articles', {
        as: carl.id,
        query: { context: 'edit', status: ['draft', 'publish'] },
      });
      expect(JSON.stringify(data)).not.toContain('Nobody else writes this');
    });
  });

  describe('logout', () => {
    it('warns about unsaved text and removes it from the browser, including open tabs', async () => {
      const page = await writer.open('/admin/kb/articles/new');
      writer.forgive('status of 401', 'status of 403');
      await titleOf(page).fill('Secret of mine');
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      expect(await keysOf(page, writer.user)).toHaveLength(1);
      expect(await logOutElsewhere(page)).toEqual(['Secret of mine']);
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      expect(await keysOf(page, writer.user)).toEqual([]);
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('Secret of mine');
      // The editor warns that the text exists only in this tab.
      await page.keyboard.press('Control+s');
      await alert(page, 'You are signed out').waitFor();
      await page.getByText('No copy is saved in this browser. Do not close this tab.').waitFor();
      await logInElsewhere(page, writer.user);
      await expectStatus(page, 'Saved');
      await titleOf(page).fill('Another one');
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      expect(await keysOf(page, writer.user)).toHaveLength(1);
    });

    it('keeps everything when the logout fails', async () => {
      const page = await writer.open('/admin/kb/articles/new');
      writer.forgive('ERR_', 'Failed to load');
      await titleOf(page).fill('Kept');
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      const other = await page.context().newPage();
      await other.goto('/admin/logout');
      await other.context().setOffline(true);
      await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
      await expect.poll(() => other.url()).toMatch(/chrome-error|logout/);
      await other.context().setOffline(false);
      expect(await keysOf(page, writer.user)).toHaveLength(1);
    });

    it('keeps the unsaved text of other users, which they can restore', async () => {
      const id = await store(paragraph('Reeds sway.'));
      const page = await edit(id);
      writer.forgive('status of 401', 'status of 403');
      await append(page, 'Reeds sway.', ' Of the first.');
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      await logInElsewhere(page, carl);
      expect(await logOutElsewhere(page)).toEqual([]);
      expect(await keysOf(page, writer.user)).toHaveLength(1);
      await logInElsewhere(page, writer.user);
      const next = await page.context().newPage();
      await next.goto(`/admin/kb/articles/${id}/edit`);
      await button(next, 'Restore').click();
      await canvas(next).getByText('Reeds sway. Of the first.').waitFor();
    });
  });
});
