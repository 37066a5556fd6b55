import { isRecord } from '../core/record.js';
import type { User } from '../core/user.js';
import type { OwnedHooks } from '../hooks/hooks.js';
import type { BlockContext, BlockReader } from './definition/define-block.js';
import type { ParsedBlock } from './grammar/parsed-block.js';

declare module '../hooks/names.js' {
  interface Filters {
    /**
     * Stands in for a block: a callback that returns HTML has it shown, and neither the block nor those inside are
     * rendered. `null` goes on. What it returns is sanitised. As long as one of these five filters has a callback, texts of
     * blocks are rendered for each reader.
     */
    pre_render_block(
      html: string | null,
      block: ParsedBlock,
      reader: BlockReader,
    ): string | null | Promise<string | null>;
    /** A block before it is rendered; `parent` is the one around it. Its name decides which renderer it gets. */
    render_block_data(
      block: ParsedBlock,
      parent: ParsedBlock | null,
      reader: BlockReader,
    ): ParsedBlock | Promise<ParsedBlock>;
    /** What the blocks around say to a block, before it is rendered. */
    render_block_context(
      context: BlockContext,
      block: ParsedBlock,
      reader: BlockReader,
    ): BlockContext | Promise<BlockContext>;
    /**
     * The HTML of a block, which is sanitised afterwards. Where a block depends on who reads, it runs when that is known;
     * the blocks around have a mark in its place until then.
     */
    render_block(html: string, block: ParsedBlock, reader: BlockReader): string | Promise<string>;
    /**
     * Addresses of the modules that the editor of blocks imports before it opens, with whose page it is for. A plugin adds
     * that of its own script, which registers blocks by `mortise/editor`: `pages.assetHref('acme/recipe-card.js')`.
     */
    editor_scripts(
      scripts: readonly string[],
      reader: { readonly user: User },
    ): readonly string[] | Promise<readonly string[]>;
    /** The same for blocks of one name alone: `render_block_core/paragraph`. */
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
