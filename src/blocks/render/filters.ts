import type { OwnedHooks } from '../../hooks/hooks.js';
import type { BlockContext, BlockReader } from '../definition/define-block.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import type { MaybeLater } from './maybe-later.js';
import '../hooks.js';

/** Filters of blocks. Synchronous while no callback is registered, since awaiting costs time. */
export interface BlockFilters {
  /** Whether any of them has a callback. */
  areUsed(): boolean;
  instead(block: ParsedBlock, reader: BlockReader): MaybeLater<string | null>;
  data(block: ParsedBlock, parent: ParsedBlock | null, reader: BlockReader): MaybeLater<ParsedBlock>;
  context(context: BlockContext, block: ParsedBlock, reader: BlockReader): MaybeLater<BlockContext>;
  rendered(html: string, block: ParsedBlock, reader: BlockReader): MaybeLater<string>;
}

const OF_ALL = ['pre_render_block', 'render_block_data', 'render_block_context', 'render_block'] as const;
type OfOneBlock = `render_block_${string}/${string}`;

export function createBlockFilters(hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter' | 'on'>): BlockFilters {
  /** Filters for single block names that were ever used. The blocks of a document are not known before it is parsed. */
  const ofOne = new Set<OfOneBlock>();
  hooks.on('hookAdded', ({ kind, name }) => {
    if (kind === 'filter' && isOfOneBlock(name)) ofOne.add(name);
  });
  return {
    areUsed: () =>
      OF_ALL.some((name) => hooks.hasFilter(name)) ||
      (ofOne.size > 0 && [...ofOne].some((name) => hooks.hasFilter(name))),
    instead: (block, reader) =>
      hooks.hasFilter('pre_render_block') ? hooks.applyFiltersAsync('pre_render_block', null, block, reader) : null,
    data: (block, parent, reader) =>
      hooks.hasFilter('render_block_data')
        ? hooks.applyFiltersAsync('render_block_data', block, parent, reader)
        : block,
    context: (context, block, reader) =>
      hooks.hasFilter('render_block_context')
        ? hooks.applyFiltersAsync('render_block_context', context, block, reader)
        : context,
    rendered: (html, block, reader) =>
      ofOne.size > 0 || hooks.hasFilter('render_block') ? rendered(html, block, reader) : html,
  };

  async function rendered(html: string, block: ParsedBlock, reader: BlockReader): Promise<string> {
    const filtered = await hooks.applyFiltersAsync('render_block', html, block, reader);
    if (ofOne.size === 0) return filtered;
    const [namespace = '', name = ''] = (block.blockName ?? '').split('/');
    return hooks.applyFiltersAsync(`render_block_${namespace}/${name}`, filtered, block, reader);
  }
}

function isOfOneBlock(name: string): name is OfOneBlock {
  return name.startsWith('render_block_') && name.includes('/');
}
