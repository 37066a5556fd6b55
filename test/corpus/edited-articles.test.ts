import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ParsedBlock, parseBlocks, serializeBlocks } from 'mortise/blocks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const FOLDER = path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', 'wxr');
/** Soak tests edit every text, the others every third. */
const FULL = Boolean(process.env.MORTISE_FULL);
const STEP = FULL ? 1 : 3;
const MARK = 'Written here.';
const CANVAS = 'iframe[name="editor-canvas"]';

/** Block texts of a WordPress export, unmodified. */
async function blockTexts(): Promise<string[]> {
  if (!inject('services').includes('corpus')) return [];
  const xml = await readFile(path.join(FOLDER, '64-block-test-data.xml'), 'utf8');
  const texts = [...xml.matchAll(/<content:encoded><!\[CDATA\[([\s\S]*?)\]\]><\/content:encoded>/g)];
  return texts.map(([, text = '']) => text).filter((text) => text.includes('<!-- wp:'));
}

describeInBrowser('block articles in the editor', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let texts: string[];
  beforeAll(async () => {
    texts = await blockTexts();
    site = await publishSite();
    const { login, password } = await site.host.createUser('administrator');
    visitor = await openVisitor(browser(), site.url, { viewport: { width: 1280, height: 900 } });
    await visitor.page.goto('/admin/kb/articles/new');
    await logIn(visitor.page, login, password);
    await visitor.page.frameLocator(CANVAS).getByLabel('Title').waitFor();
  });
  afterAll(async () => {
    await visitor?.close();
    await site?.close();
  });

  const articles = () => site.host.plugin('knowledge-base').articles;

  async function edit(content: string): Promise<{ id: number; page: Page }> {
    const actor = { user: null, source: 'import' } as const;
    const { id } = await articles().create({ title: 'From a corpus', content, contentFormat: 'blocks' }, actor);
    const { page } = visitor;
    await page.goto(`/admin/kb/articles/${id}/edit`);
    await page.frameLocator(CANVAS).getByLabel('Title').waitFor();
    return { id, page };
  }

  /** Saves the article. @returns the stored content */
  async function save(page: Page, id: number): Promise<string> {
    const answered = page.waitForResponse(
      (response) => response.url().includes(`/articles/${id}`) && response.request().method() === 'PATCH',
    );
    await page.keyboard.press('Control+s');
    const answer = await answered;
    expect([answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([200, '']);
    await expect.poll(() => page.locator('.me-status').textContent()).toBe('Saved');
    return (await articles().get(id))?.content ?? '';
  }

  /** Appends text to the last paragraph or heading at any depth. @returns whether one exists */
  function write(page: Page): Promise<boolean> {
    return page.evaluate(`(async () => {
      const { dispatch, select } = await import('@wordpress/data');
      const store = select('core/block-editor');
      const isShown = (id) => store.getBlockParents(id).every((parent) => store.getBlockName(parent) !== 'core/missing');
      const written = store.getClientIdsWithDescendants().filter(isShown).map((id) => store.getBlock(id))
        .filter(({ name, isValid }) => isValid && /^core\\/(paragraph|heading)$/.test(name)).at(-1);
      if (!written) return false;
      dispatch('core/block-editor').updateBlockAttributes(written.clientId, { content: written.attributes.content + ' ${MARK}' });
      return true;
    })()`) as Promise<boolean>;
  }

  const withCorpus = it.runIf(inject('services').includes('corpus'));

  withCorpus(
    'are saved as they were opened, and differ in one block alone when one was changed',
    async () => {
      const different: number[] = [];
      const unsaved: number[] = [];
      const spread: string[] = [];
      let changed = 0;
      for (const [number, text] of texts.entries()) {
        if (number % STEP > 0) continue;
        const { id, page } = await edit(text);
        if ((await page.locator('.me-status').textContent()) !== 'Saved') unsaved.push(number);
        if ((await save(page, id)) !== text) different.push(number);
        if (!(await write(page))) continue;
        changed += 1;
        await expect.poll(() => page.locator('.me-status').textContent()).toBe('Unsaved changes');
        const differences = differencesOf(text, await save(page, id));
        if (differences !== 1) spread.push(`${number}: ${differences}`);
      }
      expect({ different, unsaved, spread }).toEqual({ different: [], unsaved: [], spread: [] });
      expect([texts.length, changed]).toEqual([62, FULL ? 59 : 21]);
    },
    600_000,
  );
});

/** Number of leaf blocks that differ, or NaN if their count differs. */
function differencesOf(before: string, after: string): number {
  const [one, other] = [before, after].map((text) => leavesOf(parseBlocks(text)));
  if (!one || !other || one.length !== other.length) return Number.NaN;
  return one.filter((leaf, index) => leaf !== other[index]).length;
}

/** Block comments and HTML in order, as written. */
function leavesOf(blocks: readonly ParsedBlock[]): string[] {
  return blocks.flatMap((block) => {
    const whole = serializeBlocks([block]);
    if (block.innerBlocks.length === 0) return [whole];
    const inner = block.innerBlocks.map((each) => serializeBlocks([each]));
    let rest = whole;
    const shell: string[] = [];
    for (const each of inner) {
      const at = rest.indexOf(each);
      shell.push(rest.slice(0, at));
      rest = rest.slice(at + each.length);
    }
    return [...shell, rest, ...leavesOf(block.innerBlocks)];
  });
}
