/**
 * The JSON Schema keywords a route may use for its arguments and its answer: those WordPress accepts
 * (host.md row 19), written in the 2020-12 form. `required` stands at the argument, as in WordPress.
 */
export interface JsonSchema {
  readonly type?: SchemaType | readonly SchemaType[];
  /** In PascalCase, as in `Article`, it names a component of the OpenAPI document and the type that clients get. */
  readonly title?: string;
  /** Makes this schema a target of `$ref`. */
  readonly $anchor?: string;
  /** `#` and the anchor of a schema that this one stands in: for trees. */
  readonly $ref?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A number; or, as in draft 4, whether `minimum` itself is excluded. */
  readonly exclusiveMinimum?: number | boolean;
  readonly exclusiveMaximum?: number | boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A schema that stands at a name: an argument of a route or a property of an object. */
export interface ArgumentSchema extends JsonSchema {
  /** Whether it must be there; a list, as in draft 4, names the members of an object that must. */
  readonly required?: boolean | readonly string[];
}

type TypeValue<T extends SchemaType, S> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? S extends { readonly items: infer I }
            ? ValueOf<I>[]
            : unknown[]
          : S extends { readonly properties: infer P }
            ? ValuesOf<P>
            : Record<string, unknown>;

/** The TypeScript type of a value that satisfies the schema literal `S`. */
export type ValueOf<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly type: infer T }
    ? T extends SchemaType
      ? TypeValue<T, S>
      : T extends readonly (infer U extends SchemaType)[]
        ? TypeValue<U, S>
        : unknown
    : S extends { readonly oneOf: readonly (infer Alternative)[] }
      ? ValueOf<Alternative>
      : unknown;

type Present<S> = S extends { readonly required: true } ? true : S extends { readonly default: unknown } ? true : false;

/** The type of an object whose members are described by `P`: required ones and those with a default are present. */
export type ValuesOf<P> = { [K in keyof P as Present<P[K]> extends true ? K : never]: ValueOf<P[K]> } & {
  [K in keyof P as Present<P[K]> extends true ? never : K]?: ValueOf<P[K]>;
};

/** Keywords that mean the same in both forms; what is not listed, here or below, is no keyword and is left out. */
const PLAIN_KEYWORDS = [
  'type',
  'title',
  '$anchor',
  '$ref',
  'description',
  'default',
  'format',
  'enum',
  'minProperties',
  'maxProperties',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const satisfies readonly (keyof JsonSchema)[];

/**
 * Translates a schema of ours into plain JSON Schema 2020-12: `required` at a member becomes the object's list.
 * The one translation feeds the validator and the documentation, so the two cannot differ.
 */
export function toJsonSchema(schema: ArgumentSchema): Record<string, unknown> {
  const { items, properties, patternProperties, additionalProperties, anyOf, oneOf } = schema;
  const plain: Record<string, unknown> = {};
  for (const keyword of PLAIN_KEYWORDS) if (schema[keyword] !== undefined) plain[keyword] = schema[keyword];
  addBound(plain, schema, 'minimum', 'exclusiveMinimum');
  addBound(plain, schema, 'maximum', 'exclusiveMaximum');
  if (items) plain.items = toJsonSchema(items);
  const listed = Array.isArray(schema.required) ? schema.required : [];
  if (properties || listed.length > 0) Object.assign(plain, objectMembers(properties ?? {}, listed));
  if (patternProperties) plain.patternProperties = mapValues(patternProperties, toJsonSchema);
  if (additionalProperties !== undefined) {
    plain.additionalProperties =
      typeof additionalProperties === 'boolean' ? additionalProperties : toJsonSchema(additionalProperties);
  }
  if (anyOf) plain.anyOf = anyOf.map(toJsonSchema);
  if (oneOf) plain.oneOf = oneOf.map(toJsonSchema);
  return plain;
}

/** Draft 4 says with a boolean that the bound itself is excluded, later drafts give the excluded bound. */
function addBound(
  plain: Record<string, unknown>,
  schema: JsonSchema,
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  const bound = schema[inclusive];
  const excluded = schema[exclusive] === true ? bound : schema[exclusive];
  if (typeof excluded === 'number') plain[exclusive] = excluded;
  if (bound !== undefined && schema[exclusive] !== true) plain[inclusive] = bound;
}

/** `{properties, required}` of an object with these members, of which those in `listed` are required too. */
export function objectMembers(
  members: Readonly<Record<string, ArgumentSchema>>,
  listed: readonly string[] = [],
): Record<string, unknown> {
  const own = Object.keys(members).filter((name) => members[name]?.required === true);
  const required = [...new Set([...own, ...listed])];
  const properties = mapValues(members, toJsonSchema);
  return required.length > 0 ? { properties, required } : { properties };
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
