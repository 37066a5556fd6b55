/** Attribute types of WordPress's block.json; `rich-text` is the HTML of a line of text. */
export type AttributeType = 'string' | 'rich-text' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** Schema of one attribute, with the keywords of block.json. */
export interface BlockAttribute {
  readonly type: AttributeType | readonly AttributeType[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Schema of array items. The server only checks their type. */
  readonly items?: { readonly type: AttributeType };
  /** Part of the markup that the editor reads it from. It is not in the comment, so the server does not know it. */
  readonly source?: 'html' | 'rich-text' | 'text' | 'attribute' | 'query' | 'raw';
  readonly selector?: string;
  readonly attribute?: string;
  readonly query?: Readonly<Record<string, BlockAttribute>>;
  readonly role?: 'content' | 'local';
}

/** Initial blocks: name, attributes, inner blocks. */
export type BlockTemplate = readonly (
  | readonly [name: string]
  | readonly [name: string, attributes: Readonly<Record<string, unknown>>]
  | readonly [name: string, attributes: Readonly<Record<string, unknown>>, inner: BlockTemplate]
)[];

/** Block in an example. */
export interface BlockExample {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly innerBlocks?: readonly (BlockExample & { readonly name: string })[];
  readonly viewportWidth?: number;
}

/**
 * Metadata of a block as in block.json, read by the server, the editor and tests.
 *
 * Write it `as const satisfies BlockMetadata` in a file that imports only types, so that browsers can load it too.
 * @see https://schemas.wp.org/trunk/block.json
 */
export interface BlockMetadata {
  readonly $schema?: string;
  readonly apiVersion?: 3;
  /** Name with the namespace of its plugin: `acme/recipe-card`. */
  readonly name: `${string}/${string}`;
  readonly title: string;
  readonly description?: string;
  readonly category?: string;
  readonly icon?: string;
  readonly keywords?: readonly string[];
  readonly attributes?: Readonly<Record<string, BlockAttribute>>;
  readonly supports?: Readonly<Record<string, unknown>>;
  /** Blocks that it can be placed in directly. Default: anywhere. */
  readonly parent?: readonly string[];
  /** Blocks of which one must contain it, at any depth. */
  readonly ancestor?: readonly string[];
  /** Blocks allowed directly inside it. */
  readonly allowedBlocks?: readonly string[];
  /** Context for inner blocks: each name with the attribute that supplies its value. */
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

/** Attributes that the server knows: those in the comment, with defaults for absent ones. */
export type AttributesOf<M extends BlockMetadata> = M extends { readonly attributes: infer All }
  ? {
      readonly [Name in keyof All as All[Name] extends { readonly source: string } ? never : Name]: OrAbsent<All[Name]>;
    }
  : Readonly<Record<string, unknown>>;

/** All attributes, including those in the markup, as `save` and the editor receive them. */
export type EditedAttributesOf<M extends BlockMetadata> = M extends { readonly attributes: infer All }
  ? { readonly [Name in keyof All]: OrAbsent<All[Name]> }
  : Readonly<Record<string, unknown>>;
