import { beforeAll, describe, expect, it, vi } from 'vitest';
import { describeInBrowser } from '../support/browser.js';
import { append, button, canvas, describeWriter, type Person, paragraph, save, titleOf } from './opened-editor.js';

vi.setConfig({ testTimeout: 60_000 });

const HOSTILE = [
  '<p>Shown</p><img src="/none.png" onerror="window.hacked = 1"><a href="java\tscript:window.hacked = 1">link</a>',
  '<iframe srcdoc="<script>parent.hacked = 1; parent.parent.hacked = 1</script>"></iframe>',
  '<form action="javascript:window.hacked = 1"><button formaction="javascript:1">go</button></form>',
  '<object data="data:text/html,<script>1</script>"></object><svg onload="window.hacked = 1"><a href="javascript:1">x</a></svg>',
].join('');

describeInBrowser('HTML in the editor', (browser) => {
  describe('disallowed for the author', () => {
    const writer = describeWriter(browser);
    let carl: Person;
    beforeAll(async () => {
      carl = await writer.site.host.createUser('author');
    });
    const source = `${paragraph('Reeds sway.')}\n\n${paragraph('Herons wait.')}`;

    async function paste(markup: string) {
      const id = await writer.store(source, {}, carl);
      const page = await writer.edit(id, { as: carl });
      // The policy blocks handlers even in documents that are only parsed.
      writer.forgive('Content Security Policy');
      await page.keyboard.press('Control+Shift+Alt+m');
      const field = page.getByLabel('Source code');
      await field.fill(`${source}\n\n${markup}`);
      await page.keyboard.press('Control+Shift+Alt+m');
      await canvas(page).getByText('Reeds sway.').waitFor();
      return { id, page };
    }
    const BOLD = paragraph('Two <b onclick="window.hacked = 1">herons</b>.');

    it('is reported with a diff when removed, and undo restores it', async () => {
      const { id, page } = await paste(BOLD);
      await save(page);
      await page.getByRole('alert').filter({ hasText: 'Some HTML was removed when saving' }).waitFor();
      expect((await writer.read(id)).content.raw).toBe(`${source}\n\n${paragraph('Two <b>herons</b>.')}`);
      await button(page, 'View removed HTML').click();
      const dialog = page.getByRole('dialog', { name: 'Removed HTML' });
      expect((await dialog.locator('del').allTextContents()).join()).toContain('onclick');
      if (process.env.MORTISE_SHOTS) await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/cleaned.png` });
      await dialog.getByRole('button', { name: 'Dismiss' }).click();
      await expect.poll(() => page.getByText('Some HTML was removed when saving').count()).toBe(0);
      await page.keyboard.press('Control+Shift+Alt+m');
      expect(await page.getByLabel('Source code').inputValue()).not.toContain('onclick');
      await page.keyboard.press('Control+Shift+Alt+m');
      await button(page, 'Undo').click();
      await page.keyboard.press('Control+Shift+Alt+m');
      expect(await page.getByLabel('Source code').inputValue()).toContain('onclick');
    });

    it('is removed while the author types in another block without losing text or caret', async () => {
      const { id, page } = await paste(BOLD);
      let goOn = (): void => {};
      const typed = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route(`**/articles/${id}`, async (route) => {
        const response = await route.fetch();
        await typed;
        await route.fulfill({ response });
      });
      await append(page, 'Herons wait.', ' One');
      await page.keyboard.press('Control+s');
      await page.keyboard.type(' two');
      goOn();
      await page.getByText('Some HTML was removed when saving').waitFor();
      await page.keyboard.type(' three.');
      await canvas(page).getByText('Herons wait. One two three.').waitFor();
      await page.unroute(`**/articles/${id}`);
      await save(page);
      const { content } = await writer.read(id);
      expect(content.raw).toContain('Herons wait. One two three.');
      expect(content.raw).not.toContain('onclick');
    });

    it('is not reported when only the spelling differs', async () => {
      const { page } = await paste(
        '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->',
      );
      await save(page);
      expect(await page.getByText('Some HTML was removed when saving').count()).toBe(0);
    });
  });

  describe('without a site CSP', () => {
    const writer = describeWriter(browser, { csp: 'off' });

    it.each([
      [
        'of blocks that nobody knows',
        (html: string) => `<!-- wp:acme/chart {"a":1} -->\n${html}\n<!-- /wp:acme/chart -->`,
      ],
      ['of HTML blocks', (html: string) => `<!-- wp:html -->\n${html}\n<!-- /wp:html -->`],
      ['outside of blocks', (html: string) => html],
      [
        'that does not fit its block',
        (html: string) => `<!-- wp:heading -->\n<h2 class="wp-block-heading" data-a>${html}</h2>\n<!-- /wp:heading -->`,
      ],
      ['in a text', (html: string) => paragraph(html)],
    ])('hostile HTML %s is inert on display and saved unchanged', async (_, blockOf) => {
      const content = `${paragraph('Reeds sway.')}\n\n${blockOf(HOSTILE)}`;
      const id = await writer.store(content);
      const page = await writer.edit(id);
      writer.forgive('Block validation', 'status of 404', 'Failed to load', 'deprecated');
      await canvas(page).getByText('Shown').first().waitFor();
      const html = (await canvas(page).locator('body').innerHTML()).toLowerCase();
      for (const part of ['onerror', 'script:', '<iframe', '<object', '<svg onload', 'srcdoc'])
        expect(html, part).not.toContain(part);
      await titleOf(page).click();
      expect(
        await page.evaluate('[window, ...Array.from(frames, (_, index) => frames[index])].some((each) => each.hacked)'),
      ).toBe(false);
      await append(page, 'Reeds sway.', ' Softly.');
      await save(page);
      expect((await writer.read(id)).content.raw).toBe(content.replace('sway.', 'sway. Softly.'));
    });
  });
});
