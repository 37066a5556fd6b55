import { createRequire } from 'node:module';
import { format } from 'node:util';
import type { BlockMetadata } from '../definition/metadata.js';
import type { BlockDeprecation, BlockSave, SaveTools } from '../definition/save.js';
import { addEditorSupports, type EditorHooks } from './editor-supports.js';
import { createDom, withDom } from './with-dom.js';

/** The part of `@wordpress/blocks` that is used, whose types ask for those of browsers. */
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

/** A block with what is stored of it. */
export interface SavedBlock {
  readonly metadata: BlockMetadata;
  /** Null where nothing is stored but settings. */
  readonly save: BlockSave | null;
  readonly deprecated: readonly BlockDeprecation[];
}

/** What says whether stored markup is what the save of its block makes. */
export interface SaveCheck {
  /** @param document one block, without those inside; @returns why it is not valid, null where it is */
  faultOf(document: string): string | null;
}

/**
 * Loads `@wordpress/blocks` and tells it of blocks. It is the CommonJS build, since the other one does not load in Node,
 * and it is loaded before there is a DOM, since with one it looks for more of a browser than there is.
 * @throws Error `MODULE_NOT_FOUND` where the package or jsdom is not installed
 */
export function createSaveCheck(blocks: readonly SavedBlock[]): SaveCheck {
  const load = createRequire(import.meta.url);
  const wordpress = load('@wordpress/blocks') as WordPressBlocks;
  // What it uses itself: a second copy would know nothing of its hooks.
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

/** The first thing that differs, in the words of the package. */
function reasonOf({ validationIssues = [] }: WordPressBlock): string {
  const issue = validationIssues.find(({ args }) => !String(args[0]).startsWith('Block validation failed'));
  return issue
    ? format(...issue.args.map(plain))
        .replace(/\s+/g, ' ')
        .trim()
    : 'It is not what its save makes.';
}

/** `%o` of an object would be pages. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('%o', '%s');
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
