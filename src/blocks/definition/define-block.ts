import type { TemplateData } from '../../core/templates/names.js';
import type { User } from '../../core/user.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import type { AttributesOf, BlockMetadata } from './metadata.js';

/** What the blocks around have to say to those inside, by name. */
export type BlockContext = Readonly<Record<string, unknown>>;

/** Who reads, and what. Whoever shows blocks may hand over more: `load` and `render` get the same object. */
export interface BlockReader {
  /** Null for strangers. */
  readonly user: User | null;
  /** BCP 47, of the text. */
  readonly locale: string;
  /** What is around the outermost blocks: `postId` and `postType`, where it is a text of a post. */
  readonly context: BlockContext;
}

/** What renderers of blocks that are the same for everybody work with. Of one document, and only while it is rendered. */
export interface BlockTools {
  /** BCP 47, of the text. */
  readonly locale: string;
  /** The HTML of a Markdown text. Not safe yet: the whole document is sanitised at the end. */
  markdown(source: string): Promise<string>;
  /** `faq` becomes `faq-1`, `faq-2` ...: for what has to have a name of its own in the document. */
  uniqueName(prefix: string): string;
  /**
   * The HTML that a template makes, which a site can replace by its own. SafeHtml in its data may be of the author: the
   * whole document is sanitised at the end.
   * @param name one of those that a registered block names in `templates`
   */
  template<K extends keyof TemplateData & string>(name: K, data: TemplateData[K]): string;
}

/** A block that is about to be rendered. */
export interface BlockInput<A> {
  /** Of the right types, with defaults: what does not fit its schema is as if it were not there. */
  readonly attributes: A;
  /** What the block holds, blocks inside rendered. Of an author, and not safe yet. */
  readonly content: string;
  readonly block: ParsedBlock;
  /** What the blocks around say, as far as `usesContext` asks for it. */
  readonly context: BlockContext;
}

/** A dynamic block for one reader; `content` has been rendered too. */
export type DynamicInput<A> = Pick<BlockInput<A>, 'attributes' | 'content' | 'context'>;

/** How a block is shown that is the same for everybody. What it returns is sanitised with the document. */
export interface StaticRendering<A> {
  /** Without it the stored HTML is shown. */
  readonly render?: (input: BlockInput<A>, tools: BlockTools) => string | Promise<string>;
  /** Context for the blocks inside, besides what `providesContext` names. */
  readonly provide?: (attributes: A, tools: BlockTools) => BlockContext;
  /** Names of the templates that `render` works with: what was rendered is rendered anew when one of them is another. */
  readonly templates?: readonly (keyof TemplateData & string)[];
}

/** How a block is shown that depends on who reads, or on more than the text. */
export interface DynamicRendering<A, Data> {
  /**
   * Gets what all blocks of this kind in a document need, in one call. It answers for this reader alone: what they may
   * not read must not be in it.
   * @returns one item for each block, in their order
   */
  readonly load: (blocks: readonly DynamicInput<A>[], reader: BlockReader) => Promise<readonly Data[]>;
  /** @returns HTML, which is sanitised before it is shown; empty for nothing */
  readonly render: (input: DynamicInput<A>, data: Data, reader: BlockReader) => string | Promise<string>;
}

/** A block as the registry knows it. */
export interface BlockDefinition {
  readonly metadata: BlockMetadata;
  /** Classes of its markup that stay, besides `wp-block-*`, `has-*`, `is-*` and `align*`: `['acme-recipe-*']`. */
  readonly classes?: readonly string[];
  readonly static?: StaticRendering<Readonly<Record<string, unknown>>>;
  readonly dynamic?: DynamicRendering<Readonly<Record<string, unknown>>, unknown>;
}

interface Described<M extends BlockMetadata> {
  readonly metadata: M;
  readonly classes?: readonly string[];
}

/**
 * Declares a block with the types of its attributes.
 *
 * ```ts
 * export const note = defineBlock({ metadata, render: ({ attributes, content }) => `<aside>${content}</aside>` });
 * export const latest = defineBlock({ metadata, load: loadLatest, render: (input, articles) => listOf(articles) });
 * ```
 */
export function defineBlock<const M extends BlockMetadata, Data>(
  definition: Described<M> & DynamicRendering<AttributesOf<M>, Data>,
): BlockDefinition;
export function defineBlock<const M extends BlockMetadata>(
  definition: Described<M> & StaticRendering<AttributesOf<M>>,
): BlockDefinition;
export function defineBlock({
  metadata,
  classes = [],
  ...rendering
}: Described<BlockMetadata> & (DynamicRendering<never, unknown> | StaticRendering<never>)): BlockDefinition {
  // The attributes are checked against this metadata before any of these functions sees them.
  return 'load' in rendering
    ? { metadata, classes, dynamic: rendering as BlockDefinition['dynamic'] & object }
    : { metadata, classes, static: rendering as BlockDefinition['static'] & object };
}
