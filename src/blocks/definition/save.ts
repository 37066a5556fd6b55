/** An element of React, whose type is nobody's concern but the packages'. */
export type SavedElement = object;

/**
 * What a save is written with: the same functions of the `@wordpress` packages in Node and in browsers, handed over so that
 * the file of a save imports nothing and runs in both.
 */
export interface SaveTools {
  createElement(
    type: string,
    props: Readonly<Record<string, unknown>> | null,
    ...children: readonly unknown[]
  ): SavedElement;
  /** Props of the element that is the block itself: its generated class, its anchor, its alignment. */
  blockProps(props?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Props of the element whose children are the blocks inside. */
  innerBlocksProps(props?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** What a `rich-text` attribute holds, as a child. */
  richText(value: unknown): SavedElement;
}

/**
 * The markup of a block that is stored, from its attributes: what `save` is to WordPress. It depends on its arguments
 * alone; other markup than what it makes is an invalid block, unless {@link BlockDeprecation} knows it.
 */
export type BlockSave<Attributes = never> = (
  tools: SaveTools,
) => (props: { readonly attributes: Attributes }) => SavedElement;

/** How a block was stored before, and what becomes of it: newest first. */
export interface BlockDeprecation {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly supports?: Readonly<Record<string, unknown>>;
  readonly save: BlockSave;
  /** @returns the attributes of today */
  readonly migrate?: (attributes: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Whether a valid block of this kind is to be migrated too. */
  readonly isEligible?: (attributes: Readonly<Record<string, unknown>>) => boolean;
}
