/** The types that WordPress's block.json knows; `rich-text` is HTML of a line of text. */
export type AttributeType = 'string' | 'rich-text' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** One attribute of a block, with the keywords of block.json. */
export interface BlockAttribute {
  readonly type: AttributeType | readonly AttributeType[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of the items of an array; the server looks at their type alone. */
  readonly items?: { readonly type: AttributeType };
  /** Where the editor reads it from the markup; such an attribute stands in no comment and is not known to the server. */
  readonly source?: 'html' | 'rich-text' | 'text' | 'attribute' | 'query' | 'raw';
  readonly selector?: string;
  readonly attribute?: string;
  readonly query?: Readonly<Record<string, BlockAttribute>>;
  readonly role?: 'content' | 'local';
}

/** Blocks to begin with: name, attributes, inner blocks. */
export type BlockTemplate = readonly (
  | readonly [name: string]
  | readonly [name: string, attributes: Readonly<Record<string, unknown>>]
  | readonly [name: string, attributes: Readonly<Record<string, unknown>>, inner: BlockTemplate]
)[];

/** A block as an example shows it. */
export interface BlockExample {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly innerBlocks?: readonly (BlockExample & { readonly name: string })[];
  readonly viewportWidth?: number;
}

/**
 * What block.json says of a block, read by the server, by the editor and by tests. Written `as const satisfies
 * BlockMetadata` in a file of its own that imports nothing but types, so that browsers can have it too.
 *
 * @see https://schemas.wp.org/trunk/block.json
 */
export interface BlockMetadata {
  readonly $schema?: string;
  readonly apiVersion?: 3;
  /** With the namespace of whoever brings it: `acme/recipe-card`. */
  readonly name: `${string}/${string}`;
  readonly title: string;
  readonly description?: string;
  readonly category?: string;
  readonly icon?: string;
  readonly keywords?: readonly string[];
  readonly attributes?: Readonly<Record<string, BlockAttribute>>;
  readonly supports?: Readonly<Record<string, unknown>>;
  /** Blocks that it may stand in directly; without it anywhere. */
  readonly parent?: readonly string[];
  /** Blocks one of which it has to stand in, at whatever depth. */
  readonly ancestor?: readonly string[];
  /** Blocks that may stand directly in it. */
  readonly allowedBlocks?: readonly string[];
  /** Names of the context for blocks inside, each with the attribute that it is. */
  readonly providesContext?: Readonly<Record<string, string>>;
  readonly usesContext?: readonly string[];
  readonly example?: BlockExample;
}

interface ValueOfType {
  readonly string: string;
  readonly 'rich-text': string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly array: readonly unknown[];
  readonly object: Readonly<Record<string, unknown>>;
  readonly null: null;
}

type TypeOf<T> = T extends readonly (infer One)[]
  ? TypeOf<One>
  : T extends keyof ValueOfType
    ? ValueOfType[T]
    : unknown;
type ItemsOf<A> = A extends { readonly type: 'array'; readonly items: { readonly type: infer T } }
  ? readonly TypeOf<T>[]
  : A extends { readonly type: infer T }
    ? TypeOf<T>
    : unknown;
type ValueOf<A> = A extends { readonly enum: readonly (infer One)[] } ? One : ItemsOf<A>;
type OrAbsent<A> = A extends { readonly default: unknown } ? ValueOf<A> : ValueOf<A> | undefined;

/** The attributes that the server knows: those of the comment, absent ones with their default. */
export type AttributesOf<M extends BlockMetadata> = M extends { readonly attributes: infer All }
  ? {
      readonly [Name in keyof All as All[Name] extends { readonly source: string } ? never : Name]: OrAbsent<All[Name]>;
    }
  : Readonly<Record<string, unknown>>;

/** All attributes, those that stand in the markup included, as `save` and the editor have them. */
export type EditedAttributesOf<M extends BlockMetadata> = M extends { readonly attributes: infer All }
  ? { readonly [Name in keyof All]: OrAbsent<All[Name]> }
  : Readonly<Record<string, unknown>>;
