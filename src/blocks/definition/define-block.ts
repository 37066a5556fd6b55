import type { TemplateData } from '../../core/templates/names.js';
import type { User } from '../../core/user.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import type { AttributesOf, BlockMetadata } from './metadata.js';

/** Context that blocks provide to their inner blocks, by name. */
export type BlockContext = Readonly<Record<string, unknown>>;

/** Reader of a document. The caller may add members: `load` and `render` receive the same object. */
export interface BlockReader {
  /** Null for anonymous visitors. */
  readonly user: User | null;
  /** Language of the text (BCP 47). */
  readonly locale: string;
  /** Context of the outermost blocks: `postId` and `postType` for the text of a post. */
  readonly context: BlockContext;
}

/** Tools for renderers whose output is the same for every reader. Valid only while one document is rendered. */
export interface BlockTools {
  /** Language of the text (BCP 47). */
  readonly locale: string;
  /** Renders Markdown to HTML. It is not safe yet: the whole document is sanitized at the end. */
  markdown(source: string): Promise<string>;
  /** Returns a name that is unique in the document: `faq` becomes `faq-1`, `faq-2` … */
  uniqueName(prefix: string): string;
  /**
   * Renders a template, which a site can override. SafeHtml in its data may come from the author: the whole document
   * is sanitized at the end.
   * @param name one of those that a registered block lists in `templates`
   */
  template<K extends keyof TemplateData & string>(name: K, data: TemplateData[K]): string;
}

/** Input of a static renderer. */
export interface BlockInput<A> {
  /** Typed attributes with defaults. A value that does not fit its schema is treated as absent. */
  readonly attributes: A;
  /** Content with inner blocks rendered. It comes from an author and is not safe yet. */
  readonly content: string;
  readonly block: ParsedBlock;
  /** Context from the surrounding blocks, limited to `usesContext`. */
  readonly context: BlockContext;
}

/** Input of a dynamic block for one reader; `content` is rendered as well. */
export type DynamicInput<A> = Pick<BlockInput<A>, 'attributes' | 'content' | 'context'>;

/** Rendering that is the same for every reader. Its output is sanitized with the document. */
export interface StaticRendering<A> {
  /** Renders the block. Without it, the stored HTML is shown. */
  readonly render?: (input: BlockInput<A>, tools: BlockTools) => string | Promise<string>;
  /** Returns context for inner blocks, in addition to `providesContext`. */
  readonly provide?: (attributes: A, tools: BlockTools) => BlockContext;
  /** Names of the templates that `render` uses. Cached documents are rendered again when one of them changes. */
  readonly templates?: readonly (keyof TemplateData & string)[];
}

/** Rendering that depends on the reader, or on more than the text. */
export interface DynamicRendering<A, Data> {
  /**
   * Loads the data for all blocks of this type in a document, in one call. The result is for this reader only: it
   * must not contain anything that they may not read.
   * @returns one item per block, in their order
   */
  readonly load: (blocks: readonly DynamicInput<A>[], reader: BlockReader) => Promise<readonly Data[]>;
  /** Renders one block with its data. @returns HTML, which is sanitized before it is shown; empty for nothing */
  readonly render: (input: DynamicInput<A>, data: Data, reader: BlockReader) => string | Promise<string>;
}

/** Block as stored in the registry. */
export interface BlockDefinition {
  readonly metadata: BlockMetadata;
  /** Classes allowed in its markup besides `wp-block-*`, `has-*`, `is-*` and `align*`: `['acme-recipe-*']`. */
  readonly classes?: readonly string[];
  readonly static?: StaticRendering<Readonly<Record<string, unknown>>>;
  readonly dynamic?: DynamicRendering<Readonly<Record<string, unknown>>, unknown>;
}

interface BlockWithMetadata<M extends BlockMetadata> {
  readonly metadata: M;
  readonly classes?: readonly string[];
}

/**
 * Declares a block with typed attributes.
 *
 * ```ts
 * export const note = defineBlock({ metadata, render: ({ attributes, content }) => `<aside>${content}</aside>` });
 * export const latest = defineBlock({ metadata, load: loadLatest, render: (input, articles) => listOf(articles) });
 * ```
 */
export function defineBlock<const M extends BlockMetadata, Data>(
  definition: BlockWithMetadata<M> & DynamicRendering<AttributesOf<M>, Data>,
): BlockDefinition;
export function defineBlock<const M extends BlockMetadata>(
  definition: BlockWithMetadata<M> & StaticRendering<AttributesOf<M>>,
): BlockDefinition;
export function defineBlock({
  metadata,
  classes = [],
  ...rendering
}: BlockWithMetadata<BlockMetadata> & (DynamicRendering<never, unknown> | StaticRendering<never>)): BlockDefinition {
  // The attributes are checked against this metadata before any of these functions is called.
  return 'load' in rendering
    ? { metadata, classes, dynamic: rendering as BlockDefinition['dynamic'] & object }
    : { metadata, classes, static: rendering as BlockDefinition['static'] & object };
}
