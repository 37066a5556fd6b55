/** Used part of `@wordpress/hooks`. */
export interface EditorHooks {
  addFilter(name: string, namespace: string, callback: (...values: never[]) => unknown): void;
}

interface BlockType {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly supports?: Readonly<Record<string, unknown>>;
}

type Props = Readonly<Record<string, unknown>>;

/**
 * Adds what the editor adds to every block by its supports, in markup and attributes.
 *
 * This is the class of the block, a custom class, an anchor, and an alignment. In a browser,
 * `@wordpress/block-editor` adds them, which does not load outside of one. Without them, markup saved in a browser
 * would be invalid here.
 */
export function addEditorSupports({ addFilter }: EditorHooks): void {
  addFilter('blocks.registerBlockType', 'mortise/supports', (settings: BlockType) => ({
    ...settings,
    attributes: { ...attributesOf(settings), ...settings.attributes },
  }));
  addFilter('blocks.getSaveContent.extraProps', 'mortise/supports', (props: Props, type: BlockType, attrs: Props) => {
    const { anchor, align, className } = attrs;
    const classes = [
      ...(supports(type, 'className', true) ? [`wp-block-${type.name.replace(/^core\//, '').replace('/', '-')}`] : []),
      ...(supports(type, 'align', false) && align ? [`align${align}`] : []),
      props.className,
      ...(supports(type, 'customClassName', true) ? [className] : []),
    ];
    const names = [...new Set(classes.flatMap((names) => String(names ?? '').split(/\s+/)))].filter(
      (name) => name !== '',
    );
    return {
      ...props,
      ...(names.length > 0 && { className: names.join(' ') }),
      ...(supports(type, 'anchor', false) && anchor ? { id: anchor } : {}),
    };
  });
}

function attributesOf(type: BlockType): Record<string, unknown> {
  return {
    ...(supports(type, 'anchor', false) && {
      anchor: { type: 'string' },
    }),
    ...(supports(type, 'align', false) && {
      align: { type: 'string', enum: ['left', 'center', 'right', 'wide', 'full', ''] },
    }),
    ...(supports(type, 'customClassName', true) && { className: { type: 'string' } }),
  };
}

function supports({ supports: declared = {} }: BlockType, name: string, byDefault: boolean): boolean {
  return Boolean(declared[name] ?? byDefault);
}
