/**
 * JSON Schema keywords for arguments and responses of routes. They are those of WordPress, in the
 * 2020-12 form. `required` is set on the argument, as in WordPress.
 */
export interface JsonSchema {
  readonly type?: SchemaType | readonly SchemaType[];
  /** In PascalCase, such as `Article`, it names an OpenAPI component and the type in generated clients. */
  readonly title?: string;
  /** Makes this schema a target of `$ref`. */
  readonly $anchor?: string;
  /** `#` and the anchor of an enclosing schema, for trees. */
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
  /** Exclusive bound as a number or, as in draft 4, whether `minimum` itself is excluded. */
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

/** Named schema: an argument of a route or a property of an object. */
export interface ArgumentSchema extends JsonSchema {
  /** Whether the value is required; a list, as in draft 4, names an object's required members. */
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

/** TypeScript type of a value that satisfies the schema literal `S`. */
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

/** Type of an object with the members `P`: required ones and those with a default are always present. */
export type ValuesOf<P> = { [K in keyof P as Present<P[K]> extends true ? K : never]: ValueOf<P[K]> } & {
  [K in keyof P as Present<P[K]> extends true ? never : K]?: ValueOf<P[K]>;
};

/** Keywords that are the same in both forms; keywords not listed here or below are dropped. */
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
 * Converts a schema to plain JSON Schema 2020-12: `required` on a member becomes the object's list. Validator and
 * documentation share this conversion, so they cannot differ.
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

/** Draft 4 marks a bound as exclusive with a boolean; later drafts set the exclusive bound itself. */
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

/** Builds `{properties, required}` of an object; members in `listed` are required too. */
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
