import { type BlockDefinition, defineBlock } from '../definition/define-block.js';
import type { BlockAttribute, BlockMetadata } from '../definition/metadata.js';
import { accordion, accordionHeading, accordionItem, accordionPanel } from './accordion.js';
import { code } from './code.js';
import { embed } from './embed.js';
import { image } from './image.js';
import { buttons, column } from './layout.js';
import { list } from './list.js';

const TEXT: BlockAttribute = { type: 'string' };
const FLAG: BlockAttribute = { type: 'boolean' };

type BlockDescription = Pick<BlockMetadata, 'name' | 'title'> & Partial<BlockMetadata>;

/**
 * WordPress blocks that are shown as their stored HTML. Their attributes only describe the look; the content is in
 * the markup (block.json of @wordpress/block-library 11).
 */
const STORED: readonly BlockDescription[] = [
  { name: 'core/paragraph', title: 'Paragraph', attributes: { dropCap: FLAG } },
  { name: 'core/heading', title: 'Heading', attributes: { level: { type: 'integer', minimum: 1, maximum: 6 } } },
  { name: 'core/list-item', title: 'List item', parent: ['core/list'] },
  { name: 'core/quote', title: 'Quote' },
  { name: 'core/preformatted', title: 'Preformatted' },
  { name: 'core/table', title: 'Table', attributes: { hasFixedLayout: FLAG } },
  {
    name: 'core/gallery',
    title: 'Gallery',
    attributes: { columns: { type: 'integer', minimum: 1, maximum: 8 }, imageCrop: FLAG, linkTo: TEXT },
  },
  { name: 'core/separator', title: 'Separator' },
  { name: 'core/details', title: 'Details', attributes: { showContent: FLAG } },
  { name: 'core/columns', title: 'Columns', attributes: { isStackedOnMobile: FLAG } },
  { name: 'core/button', title: 'Button', parent: ['core/buttons'] },
  { name: 'core/html', title: 'Custom HTML' },
];

/** WordPress blocks that every host registers. Others are shown as their stored HTML. */
export const CORE_BLOCKS: readonly BlockDefinition[] = [
  ...STORED.map((metadata) => defineBlock({ metadata: { category: 'text', ...metadata } })),
  list,
  code,
  image,
  column,
  buttons,
  embed,
  accordion,
  accordionItem,
  accordionHeading,
  accordionPanel,
];
