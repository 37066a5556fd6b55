import type { BlockSave } from '../../../../blocks.js';
import { save as accordion } from './accordion/save.js';
import { save as accordionItem } from './accordion-item/save.js';
import { save as contentToggle } from './content-toggle/save.js';
import { save as markdown } from './markdown/save.js';

/** Stored markup of blocks, used for comparison. */
export const saves: Readonly<Record<string, BlockSave>> = {
  'vendor-kb/accordion': accordion as BlockSave,
  'vendor-kb/accordion-item': accordionItem as BlockSave,
  'vendor-kb/content-toggle': contentToggle as BlockSave,
  'vendor-kb/markdown': markdown as BlockSave,
};
