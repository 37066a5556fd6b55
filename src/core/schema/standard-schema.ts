import type { ArgumentSchema, JsonSchema } from './schema.js';

/**
 * Schema of another library (zod, valibot, arktype ...) with the Standard Schema interface. Version 1
 * (https://standardschema.dev) and, for the documentation, its companion Standard JSON Schema.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export function isStandardSchema(value: unknown): value is StandardSchema {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value;
}

/**
 * Describes the arguments of a Standard Schema, for coercion, discovery and documentation. The schema itself
 * validates and sets defaults.
 * @returns the members of its JSON Schema; none if the library does not provide one
 */
export function describedArguments(schema: StandardSchema): Record<string, ArgumentSchema> {
  const described = schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' });
  return { ...withRequiredMembers((described ?? {}) as ArgumentSchema).properties };
}

/** Moves lists of required members to `required` on each member, as in Mortise's schemas. */
function withRequiredMembers<S extends JsonSchema>(schema: S & { readonly required?: unknown }): S {
  const { properties = {}, items, required } = schema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(([name, member]): [string, ArgumentSchema] => {
    const { required: _, ...rest } = withRequiredMembers(member);
    return [name, names.includes(name) ? { ...rest, required: true } : rest];
  });
  return {
    ...schema,
    ...(members.length > 0 ? { properties: Object.fromEntries(members) } : {}),
    ...(items ? { items: withRequiredMembers(items) } : {}),
  };
}

/** Returns the names along an issue's path: `['address', 'street']`. */
export function issuePath({ path = [] }: StandardIssue): string[] {
  return path.map((part) => String(typeof part === 'object' ? part.key : part));
}
