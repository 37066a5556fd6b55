import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser } from '../support/browser.js';
import { append, button, CANVAS, canvas, describeWriter, expectStatus, paragraph, titleOf } from './opened-editor.js';

const REEDS = paragraph('Reeds sway.');
/** Markup our code would never write: odd spacing, order, quotes, a missing line end, an unknown block. */
const ODD = [
  '\r\n\r\n<!--   wp:heading   {"level": 3}  -->\r\n<h3 class="wp-block-heading">Where</h3>\r\n<!--  /wp:heading  -->',
  REEDS,
  '<!-- wp:acme/chart {"b":1, "a":2} --><b>chart</b><!-- /wp:acme/chart --><!-- wp:acme/void {"x":"\\u002d-"} /-->',
  '  Text of nobody <em>in HTML</em>  ',
  '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item --><li>One</li><!-- /wp:list-item -->\n\n\n<!-- wp:list-item -->\n<li>Two</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
  '<!-- wp:paragraph {"align":"nowhere"} -->\n<div>This is no paragraph.</div>\n<!-- /wp:paragraph -->\n\n\n',
].join('\n\n\n');
const UNCLOSED = `${REEDS}\n<!-- wp:columns -->\n<div class="wp-block-columns"><!-- wp:column -->\nNobody closes this.`;

vi.setConfig({ testTimeout: 60_000 });

describeInBrowser('editor history and source', (browser) => {
  const writer = describeWriter(browser);
  const { store, read, edit } = writer;
  const patch = (id: number, body: object) =>
    writer.site.host.request('PATCH', `/vendor-kb/v1/articles/${id}`, { as: writer.user.id, body });
  const source = (page: Page) => page.getByLabel('Source code');
  const importText = async (content: string): Promise<number> => {
    const actor = { user: null, source: 'import' } as const;
    const { articles } = writer.site.host.plugin('knowledge-base');
    return (await articles.create({ title: 'Odd', content, contentFormat: 'blocks' }, actor)).id;
  };
  async function fromMenu(page: Page, item: RegExp): Promise<void> {
    await button(page, 'Editor options').click();
    await page.getByRole('menuitem', { name: item }).click();
  }

  describe('unusually formatted document', () => {
    it('keeps every byte except the changed text at any depth', async () => {
      const id = await importText(ODD);
      const page = await edit(id);
      writer.forgive('is deprecated', 'Block validation');
      await append(page, 'Reeds sway.', ' Softly.');
      await append(page, 'Two', ' and a half');
      await page.keyboard.press('Control+s');
      await expectStatus(page, 'Saved');
      expect((await read(id)).content.raw).toBe(
        ODD.replace('Reeds sway.', 'Reeds sway. Softly.').replace('Two', 'Two and a half'),
      );
    });

    it('keeps unclosed blocks', async () => {
      const id = await importText(UNCLOSED);
      const page = await edit(id);
      writer.forgive('Block validation', 'Block successfully updated');
      await append(page, 'Reeds sway.', ' Softly.');
      // It cannot be stored like this again. The author has to close the blocks.
      await page.keyboard.press('Control+Shift+Alt+m');
      expect(await source(page).inputValue()).toBe(UNCLOSED.replace('sway.', 'sway. Softly.'));
    });
  });

  describe('conflict', () => {
    const THEIRS = `${REEDS}\n\n${paragraph('Theirs is here.')}`;

    async function conflict(): Promise<{ id: number; page: Page }> {
      const id = await store(`${REEDS}\n\n${paragraph('Herons wait.')}`);
      const page = await edit(id);
      writer.forgive('status of 412');
      const otherTab = await page.context().newPage();
      await otherTab.goto(`/admin/kb/articles/${id}/edit`);
      await otherTab.locator('.me-bar').waitFor();
      await otherTab.keyboard.press('Control+Shift+Alt+m');
      await source(otherTab).fill(THEIRS);
      await otherTab.keyboard.press('Control+s');
      await expectStatus(otherTab, 'Saved');
      await otherTab.close();
      await append(page, 'Reeds sway.', ' Mine.');
      await page.keyboard.press('Control+s');
      await page.getByRole('dialog', { name: 'Conflicting versions' }).waitFor();
      return { id, page };
    }

    it('displays the other user and the differences, and allows overwriting', async () => {
      const { id, page } = await conflict();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/^\S.* saved this article on/).waitFor();
      await dialog.getByText('Added:  Mine. End of change.').waitFor();
      expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
        'Changed: Paragraph',
        'Changed: Paragraph',
      ]);
      await dialog.getByRole('button', { name: 'Overwrite' }).click();
      await expectStatus(page, 'Saved');
      expect((await read(id)).content.raw).toContain('Herons wait.');
    });

    it('allows deciding later, and restores the local copy after using theirs', async () => {
      const { id, page } = await conflict();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await append(page, 'Herons wait.', ' More.');
      await button(page, 'Compare versions').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Use theirs (keep my copy)' }).click();
      await canvas(page).getByText('Theirs is here.').waitFor();
      await expectStatus(page, 'Saved');
      await button(page, 'Restore').click();
      await canvas(page).getByText('Herons wait. More.').waitFor();
      await page.keyboard.press('Control+s');
      await expectStatus(page, 'Saved');
      expect((await read(id)).content.raw).toContain('Mine.');
    });

    it('describes changed settings in words next to the text', async () => {
      const marsh = await writer.category('Marsh');
      const moor = await writer.category('Moor');
      const id = await store(REEDS, { categories: [marsh], tags: ['reeds'], excerpt: 'Of birds.' });
      const page = await edit(id);
      writer.forgive('status of 412');
      await patch(id, { categories: [moor, marsh], tags: ['reeds', 'wind'], excerpt: 'Of wind.' });
      await page.getByRole('tab', { name: 'Article' }).click();
      await page.getByLabel('Moor').check();
      await page.getByLabel('Marsh').uncheck();
      await button(page, 'Access').click();
      await page.getByLabel('Readers').selectOption('Specific roles');
      await page.getByLabel('Editor', { exact: true }).check();
      await button(page, 'Review').click();
      await page.getByLabel('Review date').fill('2030-05-01');
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Conflicting versions' });
      await dialog.getByText('Moor, Marsh').waitFor();
      const changedTexts = await dialog.locator('.me-difference-changed').allInnerTexts();
      expect(changedTexts.map((each) => each.replace(/\s+/g, ' '))).toEqual([
        'Changed: Readers Removed: Inherit from category End of change. Added: Specific roles: Editor End of change.',
        'Changed: Categories Removed: Moor, Marsh End of change. Added: Moor End of change.',
        'Changed: Review date Removed: – End of change. Added: 2030-05-01 End of change.',
      ]);
      if (process.env.MORTISE_SHOTS)
        await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/conflict-fields.png` });
      await dialog.getByRole('button', { name: 'Overwrite' }).click();
      await expectStatus(page, 'Saved');
      // Fields unchanged here keep their new server values.
      expect(await read(id)).toMatchObject({ categories: [moor], tags: ['reeds', 'wind'], review_by: '2030-05-01' });
    });

    it('is accessible, light and dark, desktop and phone', async () => {
      const { page } = await conflict();
      await page.getByRole('dialog').getByText('Changed: Paragraph').first().waitFor();
      await expectAccessible(
        page,
        [1280, 390],
        async (place) => {
          if (process.env.MORTISE_SHOTS)
            await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/conflict-${place}.png` });
        },
        CANVAS,
      );
    });
  });

  describe('versions', () => {
    it('are compared and restored by keyboard, and unsaved text can be restored afterwards', async () => {
      const id = await store(REEDS);
      await patch(id, { content: paragraph('Reeds stand.') });
      const page = await edit(id);
      await append(page, 'Reeds stand.', ' Unsaved.');
      await button(page, 'Editor options').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Versions');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Versions' });
      await dialog.getByRole('button', { name: /^Version 1/ }).focus();
      await page.keyboard.press('Enter');
      await dialog.getByText('Changed: Paragraph').waitFor();
      expect(await dialog.locator('del').allTextContents()).toEqual(['Removed: sway End of change.']);
      if (process.env.MORTISE_SHOTS) await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/versions.png` });
      await dialog.getByRole('button', { name: 'Restore version 1' }).click();
      await dialog.getByText(/are kept as a copy/).waitFor();
      await dialog.getByRole('button', { name: 'Restore (keep my copy)' }).click();
      await canvas(page).getByText('Reeds sway.').waitFor();
      expect(await read(id)).toMatchObject({ version: 3, content: { raw: REEDS } });
      await expectStatus(page, 'Saved');
      await button(page, 'Restore').click();
      await canvas(page).getByText('Reeds stand. Unsaved.').waitFor();
    });

    it('are accessible and fill a phone screen', async () => {
      const id = await store(REEDS);
      await patch(id, { content: paragraph('Reeds stand.') });
      const page = await edit(id);
      await fromMenu(page, /^Versions/);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Version 1/ })
        .click();
      await page.getByRole('dialog').getByText('Changed: Paragraph').waitFor();
      await expectAccessible(
        page,
        [1280, 390],
        async (place) => {
          if (process.env.MORTISE_SHOTS)
            await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/versions-${place}.png` });
        },
        CANVAS,
      );
      await page.keyboard.press('Escape');
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Editor options');
    });
  });

  describe('source view', () => {
    it('displays the stored bytes, and edits become blocks that can be undone', async () => {
      const id = await importText(ODD);
      const page = await edit(id);
      writer.forgive('is deprecated', 'Block validation');
      await canvas(page).getByText('Reeds sway.').click();
      await page.keyboard.press('Control+Shift+Alt+m');
      expect(await source(page).inputValue()).toBe(ODD.replaceAll('\r\n', '\n'));
      await source(page).fill(ODD.replaceAll('\r\n', '\n').replace('sway', 'bend'));
      if (process.env.MORTISE_SHOTS) await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/code.png` });
      await page.keyboard.press('Control+s');
      await expectStatus(page, 'Saved');
      expect((await read(id)).content.raw).toBe(ODD.replace('sway', 'bend'));
      await page.keyboard.press('Control+Shift+Alt+m');
      await canvas(page).getByText('Reeds bend.').waitFor();
      await button(page, 'Undo').click();
      await canvas(page).getByText('Reeds sway.').waitFor();
      await button(page, 'Redo').click();
      await canvas(page).getByText('Reeds bend.').waitFor();
      await page.keyboard.press('Control+s');
      await expectStatus(page, 'Saved');
      expect((await read(id)).content.raw).toBe(ODD.replace('sway', 'bend'));
    });

    it('replaces the block editor for documents too large for it and returns their bytes unchanged', async () => {
      const deep = `${'<!-- wp:group -->\n<div class="wp-block-group">'.repeat(10_000)}x${'</div>\n<!-- /wp:group -->'.repeat(10_000)}`;
      const id = await importText(deep);
      const page = await edit(id);
      await page.getByText('This article has too many blocks').waitFor();
      expect(await source(page).inputValue()).toBe(deep);
      await page.keyboard.press('Control+Shift+Alt+m');
      expect(await source(page).inputValue()).toBe(deep);
      await source(page).fill(REEDS);
      await page.keyboard.press('Control+Shift+Alt+m');
      await canvas(page).getByText('Reeds sway.').waitFor();
    });

    it('opens hostile documents without running them and keeps their bytes', async () => {
      const hostile = [
        '<!-- wp:paragraph {"content":"</script><script>alert(1)</script>&quot;"} -->',
        '<!-- wp:heading {"level":"<img src=x onerror=alert(1)>"} -->\n<h2>&lt;</h2>\n<!-- /wp:heading -->',
        '<!-- wp:image {"id":{"a":[]}} -->\n<figure><img src="x" onerror="alert(1)"/></figure>\n<!-- /wp:image -->',
        `<!-- wp:list ${JSON.stringify({ values: 'x'.repeat(200_000) })} /-->`,
        '<!-- /wp:nothing --> <!-- wp:a { -->',
      ].join('\n');
      const id = await importText(hostile);
      const page = await edit(id);
      writer.forgive(
        'Content Security Policy',
        'Content-Security-Policy',
        'Failed to load resource',
        'Block validation',
        'console: ',
      );
      await titleOf(page).waitFor();
      await page.keyboard.press('Control+Shift+Alt+m');
      expect(await source(page).inputValue()).toBe(hostile);
      expect(writer.visitor.faults.filter((fault) => /^dialog|^script/.test(fault))).toEqual([]);
    });
  });

  describe('invalid blocks', () => {
    const INVALID =
      '<!-- wp:heading -->\n<h2 class="wp-block-heading" style="x:y" data-a>Odd</h2>\n<!-- /wp:heading -->';

    async function open(): Promise<{ id: number; page: Page }> {
      const id = await importText(`${REEDS}\n\n${INVALID}\n\n${INVALID}`);
      const page = await edit(id);
      writer.forgive('Block validation');
      await page.getByText('2 blocks contain invalid content').waitFor();
      return { id, page };
    }
    const stored = async (page: Page, id: number): Promise<string> => {
      await page.keyboard.press('Control+s');
      await expectStatus(page, 'Saved');
      return (await read(id)).content.raw;
    };

    it('are kept unchanged', async () => {
      const { id, page } = await open();
      if (process.env.MORTISE_SHOTS) await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/recovery.png` });
      await button(page, 'Keep as is').click();
      await append(page, 'Reeds sway.', ' So.');
      expect(await stored(page, id)).toBe(`${paragraph('Reeds sway. So.')}\n\n${INVALID}\n\n${INVALID}`);
    });

    it('are all recovered with one click', async () => {
      const { id, page } = await open();
      await button(page, 'Recover all').click();
      const heading = '<!-- wp:heading -->\n<h2 class="wp-block-heading">Odd</h2>\n<!-- /wp:heading -->';
      await expect.poll(() => page.getByText('2 blocks contain').count()).toBe(0);
      expect(await stored(page, id)).toBe(`${REEDS}\n\n${heading}\n\n${heading}`);
    });

    it('are recovered or converted to HTML one by one', async () => {
      const { id, page } = await open();
      const frame = canvas(page);
      await frame.getByRole('button', { name: 'Attempt recovery' }).first().click();
      await page.getByText('1 block contains invalid content').waitFor();
      await frame.getByRole('button', { name: 'More options' }).click();
      await page.getByRole('menuitem', { name: 'Convert to HTML' }).click();
      const [, html = ''] = INVALID.split('\n');
      expect(await stored(page, id)).toBe(
        `${REEDS}\n\n<!-- wp:heading -->\n<h2 class="wp-block-heading">Odd</h2>\n<!-- /wp:heading -->\n\n<!-- wp:html -->\n${html}\n<!-- /wp:html -->`,
      );
    });
  });

  it('lists keyboard shortcuts, which work as described', async () => {
    const id = await store(`${REEDS}\n\n${paragraph('Herons wait.')}`);
    const page = await edit(id);
    await canvas(page).getByText('Herons wait.').click();
    await page.keyboard.press('Shift+Alt+h');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await expectAccessible(
      page,
      [1280, 390],
      async (place) => {
        if (process.env.MORTISE_SHOTS)
          await page.screenshot({ path: `${process.env.MORTISE_SHOTS}/keys-${place}.png` });
      },
      CANVAS,
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    const texts = (): Promise<string[]> => canvas(page).locator('[data-type="core/paragraph"]').allTextContents();
    const steps: [keys: string, after: string[]][] = [
      ['Control+Shift+Alt+t', ['Herons wait.', 'Reeds sway.']],
      ['Control+Shift+Alt+y', ['Reeds sway.', 'Herons wait.']],
      ['Control+Shift+d', ['Reeds sway.', 'Herons wait.', 'Herons wait.']],
      ['Shift+Alt+z', ['Reeds sway.', 'Herons wait.']],
      ['Control+z', ['Reeds sway.', 'Herons wait.', 'Herons wait.']],
      ['Control+Shift+z', ['Reeds sway.', 'Herons wait.']],
    ];
    for (const [keys, after] of steps) {
      await page.keyboard.press(keys);
      await expect.poll(texts, { message: keys }).toEqual(after);
    }
    await canvas(page).getByText('Herons wait.').click();
    await page.keyboard.press('Control+Alt+y');
    await expect.poll(async () => (await texts()).length).toBe(3);
    await page.keyboard.press('Control+Alt+t');
    await expect.poll(async () => (await texts()).length).toBe(4);
    await page.keyboard.press('Alt+F10');
    await expect.poll(() => page.evaluate('document.activeElement.closest(".me-bar-block") !== null')).toBe(true);
  });
});
