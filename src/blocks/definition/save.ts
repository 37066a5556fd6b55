/** React element. Only the WordPress packages need its type. */
export type SavedElement = object;

/**
 * Tools for writing a `save`: the same functions of the `@wordpress` packages in Node and in browsers. They are
 * passed in, so that the file of a save imports nothing and runs in both.
 */
export interface SaveTools {
  createElement(
    type: string,
    props: Readonly<Record<string, unknown>> | null,
    ...children: readonly unknown[]
  ): SavedElement;
  /** Props of the block's root element: its generated class, its anchor, its alignment. */
  blockProps(props?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Props of the element that contains the inner blocks. */
  innerBlocksProps(props?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Renders the content of a `rich-text` attribute, as a child. */
  richText(value: unknown): SavedElement;
}

/**
 * Creates the stored markup of a block from its attributes, like `save` in WordPress. It must depend only on its
 * arguments. A block with any other markup is invalid unless a {@link BlockDeprecation} matches it.
 */
export type BlockSave<Attributes = never> = (
  tools: SaveTools,
) => (props: { readonly attributes: Attributes }) => SavedElement;

/** Former version of a block's markup, and its migration. Lists are newest first. */
export interface BlockDeprecation {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly supports?: Readonly<Record<string, unknown>>;
  readonly save: BlockSave;
  /** @returns the current attributes */
  readonly migrate?: (attributes: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Whether to migrate a block even if it is valid. */
  readonly isEligible?: (attributes: Readonly<Record<string, unknown>>) => boolean;
}
