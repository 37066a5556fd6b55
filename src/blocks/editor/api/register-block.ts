import {
  __unstableGetBlockProps as blockProps,
  __unstableGetInnerBlocksProps as innerBlocksProps,
  registerBlockType,
} from '@wordpress/blocks';
import { createElement, RawHTML } from '@wordpress/element';
import type { ComponentType, ReactElement } from 'react';
import type { BlockMetadata, BlockTemplate, EditedAttributesOf } from '../../definition/metadata.js';
import type { BlockDeprecation, BlockSave, SaveTools } from '../../definition/save.js';

/** What the component that edits a block is given. */
export interface BlockEditProps<Attributes> {
  readonly attributes: Attributes;
  setAttributes(changed: Partial<Attributes>): void;
  readonly clientId: string;
  readonly isSelected: boolean;
  /** What the blocks around say, as far as `usesContext` asks for it. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** The editor's side of a block. */
export interface EditorBlock<Attributes> {
  readonly edit: ComponentType<BlockEditProps<Attributes>>;
  /** Left out for a block of which nothing is stored but its settings: the server makes it. */
  readonly save?: BlockSave<Attributes>;
  readonly deprecated?: readonly BlockDeprecation[];
  /** An `<svg>` element; names of drawings mean nothing outside of WordPress. */
  readonly icon?: ReactElement;
  /** Blocks that a new one of these begins with; what stands in them is stored, so words that only invite do not. */
  readonly template?: BlockTemplate;
  /** In the language of the page, in place of what the metadata says. */
  readonly title?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly example?: BlockMetadata['example'];
}

const tools: SaveTools = {
  createElement: createElement as SaveTools['createElement'],
  blockProps,
  innerBlocksProps,
  richText: (value) => createElement(RawHTML, null, String(value ?? '')),
};

/**
 * Adds a block to the editor, by the metadata that the server has too.
 *
 * ```js
 * registerBlock(metadata, { edit: RecipeCard, icon: createElement('svg', ...) });
 * ```
 */
export function registerBlock<const M extends BlockMetadata>(
  metadata: M,
  { save, deprecated = [], ...settings }: EditorBlock<EditedAttributesOf<M>>,
): void {
  const saved = (made: BlockSave<never> | undefined) => made?.(tools) ?? (() => null);
  registerBlockType(
    metadata as never,
    {
      ...settings,
      save: saved(save as BlockSave | undefined),
      deprecated: deprecated.map((before) => ({ ...before, save: saved(before.save) })),
    } as never,
  );
}
