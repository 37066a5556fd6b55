import { init as accordion } from '@wordpress/block-library/build-module/accordion/index.mjs';
import { init as accordionHeading } from '@wordpress/block-library/build-module/accordion-heading/index.mjs';
import { init as accordionItem } from '@wordpress/block-library/build-module/accordion-item/index.mjs';
import { init as accordionPanel } from '@wordpress/block-library/build-module/accordion-panel/index.mjs';
import { init as button } from '@wordpress/block-library/build-module/button/index.mjs';
import { init as buttons } from '@wordpress/block-library/build-module/buttons/index.mjs';
import { init as code } from '@wordpress/block-library/build-module/code/index.mjs';
import { init as column } from '@wordpress/block-library/build-module/column/index.mjs';
import { init as columns } from '@wordpress/block-library/build-module/columns/index.mjs';
import { init as details } from '@wordpress/block-library/build-module/details/index.mjs';
import { init as embed } from '@wordpress/block-library/build-module/embed/index.mjs';
import { init as gallery } from '@wordpress/block-library/build-module/gallery/index.mjs';
import { init as heading } from '@wordpress/block-library/build-module/heading/index.mjs';
import { init as html } from '@wordpress/block-library/build-module/html/index.mjs';
import { init as image } from '@wordpress/block-library/build-module/image/index.mjs';
import { init as list } from '@wordpress/block-library/build-module/list/index.mjs';
import { init as listItem } from '@wordpress/block-library/build-module/list-item/index.mjs';
import { init as missing } from '@wordpress/block-library/build-module/missing/index.mjs';
import { init as paragraph } from '@wordpress/block-library/build-module/paragraph/index.mjs';
import { init as preformatted } from '@wordpress/block-library/build-module/preformatted/index.mjs';
import { init as quote } from '@wordpress/block-library/build-module/quote/index.mjs';
import { init as separator } from '@wordpress/block-library/build-module/separator/index.mjs';
import { init as table } from '@wordpress/block-library/build-module/table/index.mjs';
import { setDefaultBlockName, setFreeformContentHandlerName, setUnregisteredTypeHandlerName } from '@wordpress/blocks';
import { createHigherOrderComponent } from '@wordpress/compose';
import { createElement } from '@wordpress/element';
import { addFilter } from '@wordpress/hooks';
import { unregisterFormatType } from '@wordpress/rich-text';
import type { ComponentType } from 'react';
import '@wordpress/format-library';
import { LinkCardEdit } from './link-card.js';
import type { Texts } from './texts/use-texts.js';

/** WordPress blocks that the server renders (specification of blocks, section 3). */
const BLOCKS = [
  [paragraph, heading, list, listItem, quote, code, preformatted, table],
  [image, gallery, separator, details, columns, column, buttons, button, html, embed],
  [accordion, accordionItem, accordionHeading, accordionPanel],
].flat();

/** Formats that need code outside the bundle: a formula typesetter, and a media library dialog. */
const LEFT_OUT = ['core/math', 'core/image'];

interface BlockSettings {
  readonly name: string;
  readonly supports?: Readonly<Record<string, unknown>>;
  readonly attributes?: Readonly<Record<string, object>>;
  readonly variations?: readonly { readonly attributes?: { readonly level?: number } }[];
}

/** Features of blocks that readers would not see. The settings of the editor cannot disable them. */
const UNSUPPORTED = { visibility: false, customCSS: false, allowedBlocks: false, renaming: false };

/** The title of an article is the level 1 heading. */
const LEVELS = [2, 3, 4, 5, 6];

function withoutWhatIsNotShown(settings: BlockSettings, name: string): BlockSettings {
  if (!name.startsWith('core/')) return settings;
  const supports = { ...settings.supports, ...UNSUPPORTED };
  // An embed is a link card here for any site, and a gallery a grid. Variations would only fill the inserter.
  if (name === 'core/embed') return { ...settings, supports, variations: [] };
  if (name === 'core/gallery') {
    return {
      ...settings,
      supports: { ...supports, layout: { default: { type: 'flex' }, allowEditing: false } },
      variations: [],
    };
  }
  // Imported ones can be edited and converted. New questions are written in the block of the knowledge base.
  if (name === 'core/accordion') return { ...settings, supports: { ...supports, inserter: false } };
  if (name === 'core/heading') {
    const attributes = {
      ...settings.attributes,
      levelOptions: { ...settings.attributes?.levelOptions, default: LEVELS },
    };
    // Each variation is a level.
    const variations = settings.variations?.filter((variation) => LEVELS.includes(variation.attributes?.level ?? 2));
    return { ...settings, supports, attributes, ...(variations ? { variations } : {}) };
  }
  return { ...settings, supports };
}

interface ImageEditProps {
  readonly name: string;
  readonly context: object;
}

/** Disables resizing: images have the selected size, since widths and aspect ratios would be styles. */
const withoutResizing = createHigherOrderComponent(
  (BlockEdit: ComponentType<ImageEditProps>) => (props: ImageEditProps) =>
    createElement(
      BlockEdit,
      props.name === 'core/image' ? { ...props, context: { ...props.context, allowResize: false } } : props,
    ),
  'withoutResizing',
);

/** Registers the core blocks, and the fallbacks for unknown blocks and for text outside of blocks. */
export function registerCoreBlocks(text: Texts): void {
  addFilter('blocks.registerBlockType', 'mortise/core-blocks', withoutWhatIsNotShown);
  addFilter('blocks.registerBlockType', 'mortise/embed', (settings: object, name: string) =>
    name === 'core/embed'
      ? { ...settings, title: text('card-title'), description: text('card-description'), edit: LinkCardEdit }
      : settings,
  );
  addFilter('editor.BlockEdit', 'mortise/image-size', withoutResizing);
  for (const init of BLOCKS) init();
  missing();
  for (const name of LEFT_OUT) unregisterFormatType(name);
  setDefaultBlockName('core/paragraph');
  setUnregisteredTypeHandlerName('core/missing');
  setFreeformContentHandlerName('core/html');
}
