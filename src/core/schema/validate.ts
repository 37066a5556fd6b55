import { isIP } from 'node:net';
import type { Ajv2020, ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { onDemand } from '../on-demand.js';
import { once } from '../once.js';
import { isRecord } from '../record.js';
import type { ArgumentSchema } from './schema.js';
import { objectMembers } from './schema.js';

const library = onDemand<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');
const formats = onDemand<typeof import('ajv-formats')>('ajv-formats');

/** Problem with one value. */
export interface InvalidParameter {
  /** WordPress's code for this kind of error, e.g. `rest_too_long`. */
  readonly code: string;
  /** Sentence that starts with the parameter's name. */
  readonly message: string;
}

/** Invalid values by name; empty if all are valid. */
export type InvalidParameters = Record<string, InvalidParameter>;

/** Code of errors without a specific one, such as those from a route's own check. */
export const INVALID = 'rest_invalid_param';

/** Validates a set of coerced values and reports every invalid one. @experimental */
export type Validator = (values: Record<string, unknown>) => InvalidParameters;

/** Compiles the schemas of a set of values. @experimental */
export type CreateValidator = (members: Readonly<Record<string, ArgumentSchema>>) => Validator;

/** Validates schemas. Stores none of them, and compiling the meta-schema takes 40 ms, so it is shared. */
const checker = once(() => createCompiler());

/**
 * Compiled validators by schema text, shared by all hosts of this process. Tests create hundreds of hosts with the
 * same routes, and compiling dominates their startup.
 */
const compiled = new LRUCache<string, ValidateFunction>({ max: 1_000 });

/**
 * Creates a factory of validators. Compiling takes about 3 ms per schema: call the factory lazily, at a route's first
 * request.
 * @experimental
 */
export function createValidators(): CreateValidator {
  const compiler = once(() => createCompiler({ meta: false, validateSchema: false }));
  return (members) => {
    const schema = { type: 'object', ...objectMembers(members) };
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? compile(schema, text);
    return (values) => (validate(values) ? {} : invalidParameters(validate.errors ?? []));
  };

  function compile(schema: object, text: string): ValidateFunction {
    checker().validateSchema(schema, true);
    const validate = compiler().compile(schema);
    compiled.set(text, validate);
    return validate;
  }
}

function createCompiler(options: Options = {}): Ajv2020 {
  const { Ajv2020 } = library();
  // Unknown formats are ignored, as in WordPress, without a log entry per compilation.
  const ajv = new Ajv2020({
    ...options,
    allErrors: true,
    strict: false,
    strictNumbers: true,
    coerceTypes: false,
    useDefaults: false,
    logger: false,
  });
  formats().default(ajv, ['date-time', 'date', 'time', 'email', 'ipv4', 'ipv6', 'uri', 'uuid']);
  // Ajv compares every pair of items, which takes minutes for a body with many small objects.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isWanted: boolean, items: readonly unknown[]) => !isWanted || !hasTwins(items),
    error: { message: 'must not have duplicate items' },
  });
  ajv.addFormat('ip', { validate: (text: string) => isIP(text) !== 0 });
  ajv.addFormat('hex-color', /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i);
  ajv.addFormat('slug', /^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u);
  return ajv;
}

/** Whether two items are the same JSON value, ignoring the order of object members. */
function hasTwins(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = JSON.stringify(item, (_name, value: unknown) => (isRecord(value) ? sorted(value) : value)) ?? '';
    if (seen.has(text)) return true;
    seen.add(text);
  }
  return false;
}

function sorted(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** WordPress error codes (`rest_validate_value_from_schema`) by failed keyword. */
const CODES: Readonly<Record<string, string>> = {
  type: 'rest_invalid_type',
  enum: 'rest_not_in_enum',
  pattern: 'rest_invalid_pattern',
  minimum: 'rest_out_of_bounds',
  maximum: 'rest_out_of_bounds',
  exclusiveMinimum: 'rest_out_of_bounds',
  exclusiveMaximum: 'rest_out_of_bounds',
  multipleOf: 'rest_invalid_multiple',
  minLength: 'rest_too_short',
  maxLength: 'rest_too_long',
  minItems: 'rest_too_few_items',
  maxItems: 'rest_too_many_items',
  uniqueItems: 'rest_duplicate_items',
  minProperties: 'rest_too_few_properties',
  maxProperties: 'rest_too_many_properties',
  required: 'rest_property_required',
  additionalProperties: 'rest_additional_properties_forbidden',
  anyOf: 'rest_no_matching_schema',
  oneOf: 'rest_no_matching_schema',
};

const ALTERNATIVE = /\/(?:anyOf|oneOf)\/\d+\//;

function invalidParameters(errors: readonly ErrorObject[]): InvalidParameters {
  const invalid: InvalidParameters = {};
  for (const error of errors) {
    // Errors of each alternative are less useful than the error that none matched, which follows.
    if (ALTERNATIVE.test(error.schemaPath)) continue;
    const [name = '', ...rest] = error.instancePath.slice(1).split('/').map(unescapePointer);
    const place = [name, ...rest].join('.');
    if (name && !Object.hasOwn(invalid, name))
      invalid[name] = { code: codeOf(error), message: `${place} ${describe(error)}.` };
  }
  return invalid;
}

function codeOf({ keyword, params }: ErrorObject): string {
  if (keyword === 'format') return `rest_invalid_${String(params.format).replaceAll('-', '_')}`;
  return CODES[keyword] ?? INVALID;
}

/** Decodes JSON Pointer escapes (RFC 6901 section 3). */
function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function describe(error: ErrorObject): string {
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'type':
      return `must be of type ${[params.type].flat().join(' or ')}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'anyOf':
      return 'must match at least one of the described forms';
    case 'oneOf':
      return 'must match exactly one of the described forms';
    case 'additionalProperties':
      return `has an unknown member "${params.additionalProperty}"`;
    default:
      return error.message ?? 'is not valid';
  }
}
