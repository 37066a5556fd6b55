import { createRequire } from 'node:module';
import { format } from 'node:util';
import type { BlockMetadata } from '../definition/metadata.js';
import type { BlockDeprecation, BlockSave, SaveTools } from '../definition/save.js';
import { addEditorSupports, type EditorHooks } from './editor-supports.js';

/** Used part of `@wordpress/blocks`. The types of the package depend on those of browsers. */
interface WordPressBlocks {
  readonly __unstableGetBlockProps: SaveTools['blockProps'];
  readonly __unstableGetInnerBlocksProps: SaveTools['innerBlocksProps'];
  registerBlockType(metadata: unknown, settings: unknown): unknown;
  parse(document: string): readonly WordPressBlock[];
}

interface WordPressElement {
  readonly createElement: (type: unknown, props: unknown, ...children: readonly unknown[]) => object;
  readonly RawHTML: unknown;
}

interface WordPressBlock {
  readonly name: string;
  readonly isValid: boolean;
  readonly validationIssues?: readonly { readonly args: readonly unknown[] }[];
}

/** Block with its save functions. */
export interface SavedBlock {
  readonly metadata: BlockMetadata;
  /** Null for a block that stores only its attributes. */
  readonly save: BlockSave | null;
  readonly deprecated: readonly BlockDeprecation[];
}

/** Check of stored markup against the output of its block's save. */
export interface SaveCheck {
  /** @param document one block without inner blocks; @returns why it is not valid, null if it is */
  faultOf(document: string): string | null;
}

/**
 * Loads `@wordpress/blocks` and registers blocks with it. Uses the CommonJS build, because the other one does not
 * load in Node, and loads it before there is a DOM, because with one it expects more of a browser than there is.
 * @throws Error `MODULE_NOT_FOUND` if the package or jsdom is not installed
 */
export function createSaveCheck(blocks: readonly SavedBlock[]): SaveCheck {
  const load = createRequire(import.meta.url);
  const wordpress = load('@wordpress/blocks') as WordPressBlocks;
  // Loads the copies that the package itself uses. A second copy would not share its hooks.
  const loadBeside = createRequire(load.resolve('@wordpress/blocks'));
  const { createElement, RawHTML } = loadBeside('@wordpress/element') as WordPressElement;
  addEditorSupports(loadBeside('@wordpress/hooks') as EditorHooks);
  const dom = createDom(load);
  const tools: SaveTools = {
    createElement,
    blockProps: wordpress.__unstableGetBlockProps,
    innerBlocksProps: wordpress.__unstableGetInnerBlocksProps,
    richText: (value) => createElement(RawHTML, null, String(value ?? '')),
  };
  const saved = (save: BlockSave | null) => save?.(tools) ?? (() => null);
  for (const { metadata, save, deprecated } of blocks) {
    const settings = {
      save: saved(save),
      deprecated: deprecated.map((before) => ({ ...before, save: saved(before.save) })),
    };
    withDom(dom, () => wordpress.registerBlockType(metadata, settings));
  }

  return {
    faultOf(document) {
      const [block] = withDom(dom, () => wordpress.parse(document));
      if (!block || block.isValid) return null;
      return reasonOf(block);
    },
  };
}

/** First difference, in the words of the package. */
function reasonOf({ validationIssues = [] }: WordPressBlock): string {
  const issue = validationIssues.find(({ args }) => !String(args[0]).startsWith('Block validation failed'));
  return issue
    ? format(...issue.args.map(plain))
        .replace(/\s+/g, ' ')
        .trim()
    : 'It differs from the result of save.';
}

/** Formats objects as JSON, because `%o` would print pages. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('%o', '%s');
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** Browser globals that `@wordpress/blocks` needs. */
interface Dom {
  readonly window: object;
  readonly document: object;
  readonly Node: object;
}

interface JSDOM {
  new (): { readonly window: { readonly document: object; readonly Node: object } };
}

/** Creates browser globals with jsdom. @throws Error `MODULE_NOT_FOUND` if jsdom is not installed */
function createDom(load: (name: string) => unknown): Dom {
  const { JSDOM: Browser } = load('jsdom') as { readonly JSDOM: JSDOM };
  const { window } = new Browser();
  return { window, document: window.document, Node: window.Node };
}

const NAMES = ['window', 'document', 'Node'] as const;

/**
 * Runs a synchronous call with browser globals, and removes them afterwards so that no other code detects a browser.
 */
function withDom<T>(dom: Dom, call: () => T): T {
  const globals = globalThis as Record<string, unknown>;
  for (const name of NAMES) globals[name] = dom[name];
  try {
    return call();
  } finally {
    for (const name of NAMES) delete globals[name];
  }
}
