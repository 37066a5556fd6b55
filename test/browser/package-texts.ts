import type { Page } from 'playwright-core';

/**
 * Runs before the editor packages load, because some request texts immediately. Wraps every untranslated text in ⟦ and
 * ⟧.
 * Also exposes the page's shared modules to tests.
 */
const MARKS = `import { addFilter as watch } from '@wordpress/hooks';
import { hasTranslation as known } from '@wordpress/i18n';
{
  const mark = (said, text, context) => (known(text, context) ? said : '⟦' + said + '⟧');
  watch('i18n.gettext', 'test/marks', mark);
  watch('i18n.gettext_with_context', 'test/marks', mark);
  watch('i18n.ngettext', 'test/marks', (said, single) => mark(said, single));
  watch('i18n.ngettext_with_context', 'test/marks', (said, single, plural, count, context) => mark(said, single, context));
  globalThis.sharedModule = (name) => import(name);
}
`;

/** Call it before the editor is opened. */
export async function markUntranslated(page: Page): Promise<void> {
  await page.route('**/editor/main.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${MARKS}\n${await response.text()}` });
  });
}

interface WatchedDocument extends Document {
  /** Untranslated texts that it has displayed or announced. */
  marked?: Set<string>;
}

/** Collects untranslated texts that a page and its canvas have displayed or announced since the first call. */
export async function untranslatedOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) {
    const texts = await frame.evaluate(watchMarks).catch((error: unknown) => {
      // Previews of blocks are frames that come and go.
      if (frame.isDetached()) return [];
      throw error;
    });
    found.push(...texts);
  }
  return found;
}

/** Runs in the page. */
function watchMarks(): string[] {
  const watched: WatchedDocument = document;
  if (watched.marked) return [...watched.marked];
  const marked = new Set<string>();
  const names = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'data-title'];
  const add = (text: string | null): void => {
    for (const each of text?.match(/⟦[^⟧]*⟧/g) ?? []) marked.add(each);
  };
  // Nodes may come from another frame, whose classes are others.
  const isElement = (node: Node): node is Element => node.nodeType === 1;
  const addAttributes = (element: Element): void => {
    for (const name of names) add(element.getAttribute(name));
  };
  const addAll = (node: Node): void => {
    if (!isElement(node)) add(node.nodeValue);
    else if (node.outerHTML.includes('⟦')) {
      for (const element of [node, ...node.querySelectorAll('*')]) addAttributes(element);
      add(node.textContent);
    }
  };
  for (const root of document.children) addAll(root);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes) addAll(node);
      if (isElement(target)) addAttributes(target);
      else add(target.nodeValue);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: names });
  watched.marked = marked;
  return [...marked];
}

type Select = (
  store: string,
) => Record<'getClientIdsWithDescendants', () => string[]> & Record<'getBlockName', (id: string) => string>;
type Dispatch = (store: string) => Record<'selectBlock', (id: string) => Promise<void>>;

interface SharedModules {
  sharedModule(name: '@wordpress/data'): Promise<{ select: Select; dispatch: Dispatch }>;
}

/** First block of each type in the text. */
export async function blocksOfEachKind(page: Page): Promise<{ readonly id: string; readonly name: string }[]> {
  return page.evaluate(async () => {
    const { select } = await (window as unknown as SharedModules).sharedModule('@wordpress/data');
    const { getClientIdsWithDescendants, getBlockName } = select('core/block-editor');
    const firsts = new Map<string, string>();
    for (const id of getClientIdsWithDescendants().reverse()) firsts.set(getBlockName(id), id);
    return [...firsts].map(([name, id]) => ({ name, id }));
  });
}

export async function selectBlock(page: Page, id: string): Promise<void> {
  await page.evaluate(async (block) => {
    const { dispatch } = await (window as unknown as SharedModules).sharedModule('@wordpress/data');
    await dispatch('core/block-editor').selectBlock(block);
  }, id);
}
