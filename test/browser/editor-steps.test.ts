import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { append, button, describeWriter, paragraph } from './opened-editor.js';

vi.setConfig({ testTimeout: 60_000 });

describeInBrowser('failed publishing', (browser) => {
  const writer = describeWriter(browser);
  const { store, read, change, edit } = writer;
  const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
  const statusText = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

  async function publishOffline(): Promise<{ id: number; page: Page; comeBack: () => Promise<void> }> {
    const id = await store(paragraph('Reeds sway.'));
    const page = await edit(id);
    writer.forgive('ERR_CONNECTION_REFUSED', 'ERR_EMPTY_RESPONSE');
    const goOn = await writer.site.goAway();
    await button(page, 'Publish').click();
    await alert(page, 'You are offline or the server is unreachable').waitFor();
    await page.getByText('“Publish” is not done yet and will be retried too.').waitFor();
    async function comeBack(): Promise<void> {
      await goOn();
      await page.evaluate('window.dispatchEvent(new Event("online"))');
    }
    return { id, page, comeBack };
  }

  it('is completed when the server is back', async () => {
    const { id, page, comeBack } = await publishOffline();
    if (process.env.MORTISE_SHOTS) await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/step-waits.png` });
    await comeBack();
    await statusText(page, 'Published.').waitFor();
    expect(await read(id)).toMatchObject({ status: 'publish', version: 2 });
  });

  it('is not completed with text written since, which is only saved', async () => {
    const { id, page, comeBack } = await publishOffline();
    await append(page, 'Reeds sway.', ' Half a sen');
    await comeBack();
    await statusText(page, '“Publish” did not run. Click the button again when you are ready.').waitFor();
    expect(await read(id)).toMatchObject({ status: 'draft', content: { raw: paragraph('Reeds sway. Half a sen') } });
    await button(page, 'Publish').click();
    await statusText(page, 'Published.').waitFor();
    expect(await statusText(page, '“Publish”').count()).toBe(0);
  });

  it('is not completed by a later manual save, which says so', async () => {
    const { host } = writer.site;
    const carl = await host.createUser('editor');
    const id = await store(paragraph('Reeds sway.'), {}, carl);
    const page = await edit(id, { as: carl });
    writer.forgive('status of 403');
    await host.users.update(carl.id, { roles: ['subscriber'] });
    await button(page, 'Publish').click();
    await alert(page, 'You don’t have permission to save this').waitFor();
    await host.users.update(carl.id, { roles: ['editor'] });
    await button(page, 'Save draft').click();
    await statusText(page, 'Content saved, but “Publish” did not run').waitFor();
    expect((await read(id)).status).toBe('draft');
  });

  it('is completed with the local version after overwriting a concurrent save', async () => {
    const id = await store(paragraph('Reeds sway.'));
    const page = await edit(id);
    writer.forgive('status of 412');
    await append(page, 'Reeds sway.', ' Mine.');
    await change(id, { content: paragraph('Theirs.') });
    await button(page, 'Publish').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Overwrite' }).click();
    await statusText(page, 'Published.').waitFor();
    expect(await read(id)).toMatchObject({ status: 'publish', content: { raw: paragraph('Reeds sway. Mine.') } });
  });
});
