import {
  type Block,
  __unstableGetBlockProps as blockProps,
  __unstableGetInnerBlocksProps as innerBlocksProps,
  registerBlockType,
} from '@wordpress/blocks';
import { createElement, RawHTML } from '@wordpress/element';
import type { ComponentType, ReactElement } from 'react';
import type { BlockMetadata, BlockTemplate, EditedAttributesOf } from '../../definition/metadata.js';
import type { BlockDeprecation, BlockSave, SaveTools } from '../../definition/save.js';

/** Props of the component that edits a block. */
export interface BlockEditProps<Attributes> {
  readonly attributes: Attributes;
  setAttributes(changed: Partial<Attributes>): void;
  readonly clientId: string;
  readonly isSelected: boolean;
  /** Context from the surrounding blocks, limited to `usesContext`. */
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * Conversion of other blocks into this one, offered in the block's menu. The same as an entry of `transforms.from` in
 * WordPress.
 */
export type BlockTransform =
  | {
      readonly type: 'block';
      /** Names of the blocks that can be converted. */
      readonly blocks: readonly string[];
      readonly isMultiBlock?: false;
      transform(attributes: Readonly<Record<string, unknown>>, innerBlocks: readonly Block[]): Block;
    }
  | {
      readonly type: 'block';
      readonly blocks: readonly string[];
      /** Converts all selected blocks together, with one list of attributes and one of inner blocks. */
      readonly isMultiBlock: true;
      transform(
        attributes: readonly Readonly<Record<string, unknown>>[],
        innerBlocks: readonly (readonly Block[])[],
      ): Block;
    };

/** Editor side of a block. */
export interface EditorBlock<Attributes> {
  readonly edit: ComponentType<BlockEditProps<Attributes>>;
  /** Omit it for a block that stores only its attributes and is rendered by the server. */
  readonly save?: BlockSave<Attributes>;
  readonly deprecated?: readonly BlockDeprecation[];
  /** `<svg>` element. Icon names have no meaning outside of WordPress. */
  readonly icon?: ReactElement;
  /** Initial inner blocks. Their content is stored, so use no placeholder text. */
  readonly template?: BlockTemplate;
  /** Title in the language of the page. Default: the title in the metadata. */
  readonly title?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly example?: BlockMetadata['example'];
  /** Blocks that can be converted into this one. Default: none. */
  readonly transforms?: { readonly from: readonly BlockTransform[] };
}

const tools: SaveTools = {
  createElement: createElement as SaveTools['createElement'],
  blockProps,
  innerBlocksProps,
  richText: (value) => createElement(RawHTML, null, String(value ?? '')),
};

/**
 * Registers a block in the editor, with the same metadata as on the server.
 *
 * ```js
 * registerBlock(metadata, { edit: RecipeCard, icon: createElement('svg', ...) });
 * ```
 */
export function registerBlock<const M extends BlockMetadata>(
  metadata: M,
  { save, deprecated = [], ...settings }: EditorBlock<EditedAttributesOf<M>>,
): void {
  const saved = (component: BlockSave<never> | undefined) => component?.(tools) ?? (() => null);
  registerBlockType(
    metadata as never,
    {
      ...settings,
      save: saved(save as BlockSave | undefined),
      deprecated: deprecated.map((before) => ({ ...before, save: saved(before.save) })),
    } as never,
  );
}
