import { isRecord } from '../core/record.js';
import type { User } from '../core/user.js';
import type { OwnedHooks } from '../hooks/hooks.js';
import type { BlockContext, BlockReader } from './definition/define-block.js';
import type { ParsedBlock } from './grammar/parsed-block.js';

declare module '../hooks/names.js' {
  interface Filters {
    /**
     * Replaces a block. If a callback returns HTML, that is shown, and neither the block nor its inner blocks are
     * rendered; `null` continues. The HTML is sanitized. While any of these five filters has a callback, texts of
     * blocks are rendered for each reader.
     */
    pre_render_block(
      html: string | null,
      block: ParsedBlock,
      reader: BlockReader,
    ): string | null | Promise<string | null>;
    /**
     * Filters a block before it is rendered; `parent` is the block around it. The block's name selects the renderer.
     */
    render_block_data(
      block: ParsedBlock,
      parent: ParsedBlock | null,
      reader: BlockReader,
    ): ParsedBlock | Promise<ParsedBlock>;
    /** Filters the context that a block receives from the blocks around it, before it is rendered. */
    render_block_context(
      context: BlockContext,
      block: ParsedBlock,
      reader: BlockReader,
    ): BlockContext | Promise<BlockContext>;
    /**
     * Filters the HTML of a block, which is sanitized afterwards. For a block that depends on the reader, it runs
     * once the reader is known; until then, the blocks around it contain a mark in its place.
     */
    render_block(html: string, block: ParsedBlock, reader: BlockReader): string | Promise<string>;
    /**
     * Filters the URLs of the modules that the block editor imports before it opens, for the user who opens it. A
     * plugin adds its own script, which registers blocks through `mortise/editor`:
     * `pages.assetHref('acme/recipe-card.js')`.
     */
    editor_scripts(
      scripts: readonly string[],
      reader: { readonly user: User },
    ): readonly string[] | Promise<readonly string[]>;
    /** Filters the HTML of blocks with one name: `render_block_core/paragraph`. */
    [name: `render_block_${string}/${string}`]: (
      html: string,
      block: ParsedBlock,
      reader: BlockReader,
    ) => string | Promise<string>;
  }
}

export function defineBlockHooks({ define }: OwnedHooks): void {
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed', decorating: true } as const;
  define('pre_render_block', { ...filter, accepts: (value) => value === null || isText(value) });
  define('render_block_data', { ...filter, accepts: isBlock });
  define('render_block_context', { ...filter, accepts: isRecord });
  define('render_block', { ...filter, accepts: isText });
  define('editor_scripts', { ...filter, accepts: (value) => Array.isArray(value) && value.every(isText) });
  define('render_block_{name}/{name}', { ...filter, accepts: isText });
}

const isText = (value: unknown): boolean => typeof value === 'string';

function isBlock(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.innerBlocks) && Array.isArray(value.innerContent);
}
