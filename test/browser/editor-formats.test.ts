import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { append, button, canvas, describeWriter, expectStatus, paragraph, titleOf } from './opened-editor.js';

const MARKDOWN = '## Reeds\n\nThey *sway*.\n';

vi.setConfig({ testTimeout: 60_000 });

describeInBrowser('article that is no longer in blocks', (browser) => {
  const writer = describeWriter(browser);
  const { store, read, change, edit } = writer;
  const markdown = { content: MARKDOWN, format: 'markdown' };
  const convert = async (page: Page): Promise<void> => {
    await page.waitForURL(/\/convert$/);
    await page
      .getByRole('main')
      .getByRole('button', { name: /Convert/ })
      .click();
    await page.waitForURL(/\/edit$/);
    await titleOf(page).waitFor();
  };

  it('opens the conversion page after a concurrent save and offers the local copy afterwards', async () => {
    const id = await store(paragraph('Reeds sway.'));
    const page = await edit(id);
    writer.forgive('status of 412');
    await append(page, 'Reeds sway.', ' Mine.');
    await change(id, markdown);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Conflicting versions' });
    await dialog.getByText('The other version is in Markdown').waitFor();
    await dialog.getByText('They *sway*.').waitFor();
    if (process.env.MORTISE_SHOTS) await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/foreign.png` });
    await dialog.getByRole('button', { name: 'Use theirs (keep my copy)' }).click();
    await page.waitForURL(/\/convert$/);
    expect((await read(id)).content).toMatchObject({ raw: MARKDOWN, format: 'markdown' });
    await convert(page);
    await canvas(page).getByText('They sway.').waitFor();
    await button(page, 'Restore').click();
    await canvas(page).getByText('Reeds sway. Mine.').waitFor();
  });

  it('is overwritten with the local version as blocks', async () => {
    const id = await store(paragraph('Reeds sway.'));
    const page = await edit(id);
    writer.forgive('status of 412');
    await append(page, 'Reeds sway.', ' Mine.');
    await change(id, markdown);
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Overwrite' }).click();
    await expectStatus(page, 'Saved');
    expect((await read(id)).content).toMatchObject({ raw: paragraph('Reeds sway. Mine.'), format: 'blocks' });
  });

  it('warns before restoring a Markdown version and keeps it as Markdown', async () => {
    const id = await store(paragraph('Reeds sway.'));
    await change(id, markdown);
    await change(id, { content: paragraph('Reeds bend.'), format: 'blocks' });
    const page = await edit(id);
    await append(page, 'Reeds bend.', ' Unsaved.');
    await button(page, 'Editor options').click();
    await page.getByRole('menuitem', { name: /^Versions/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    await dialog.getByRole('button', { name: /^Version 2/ }).click();
    await dialog.getByText('They *sway*.').waitFor();
    await dialog.getByRole('button', { name: 'Restore version 2' }).click();
    await dialog.getByText('This version is in Markdown, which cannot be edited here.').waitFor();
    await dialog.getByRole('button', { name: 'Restore (keep my copy)' }).click();
    await page.waitForURL(/\/convert$/);
    expect((await read(id)).content).toMatchObject({ raw: MARKDOWN, format: 'markdown' });
    await convert(page);
    await button(page, 'Restore').click();
    await canvas(page).getByText('Reeds bend. Unsaved.').waitFor();
  });

  it('stays in the editor when browser storage cannot hold the unsaved text', async () => {
    const id = await store(paragraph('Reeds sway.'));
    const page = await edit(id);
    writer.forgive('status of 412');
    await append(page, 'Reeds sway.', ' Mine.');
    await change(id, markdown);
    await page.evaluate('Storage.prototype.setItem = () => { throw new Error("QuotaExceededError"); }');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Conflicting versions' });
    await dialog.getByRole('button', { name: 'Use theirs (keep my copy)' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Not enough browser storage to keep a copy' }).waitFor();
    await page.keyboard.press('Escape');
    await canvas(page).getByText('Reeds sway. Mine.').waitFor();
    await page.getByText('No copy is saved in this browser. Do not close this tab.').waitFor();
  });
});
