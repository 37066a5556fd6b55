import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ArgumentSchema } from './schema.js';
import { objectMembers } from './schema.js';

/** Names and messages of the values that were refused; empty when all are valid. */
export type InvalidParameters = Record<string, string>;

/** Checks a set of coerced values and names every one that is wrong. */
export type Validator = (values: Record<string, unknown>) => InvalidParameters;

/**
 * Makes a factory of validators. All schemas of a host share one Ajv instance, so that a schema is compiled once
 * (about 3 ms each): call the factory lazily, at a route's first request.
 */
export function createValidators(): (members: Readonly<Record<string, ArgumentSchema>>) => Validator {
  const ajv = new Ajv2020({ allErrors: true, strict: false, coerceTypes: false, useDefaults: false });
  // ajv-formats is CommonJS: its callable default sits on `default` under NodeNext.
  addFormats.default(ajv, ['date-time', 'date', 'time', 'email', 'ipv4', 'ipv6', 'uri', 'uuid']);
  ajv.addFormat('ip', { validate: (text: string) => IP.test(text) });
  ajv.addFormat('hex-color', /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i);
  ajv.addFormat('slug', /^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u);

  return (members) => {
    const validate = ajv.compile({ type: 'object', ...objectMembers(members) });
    return (values) => (validate(values) ? {} : invalidParameters(validate.errors ?? []));
  };
}

const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*)$/i;

function invalidParameters(errors: readonly ErrorObject[]): InvalidParameters {
  const invalid: InvalidParameters = {};
  for (const error of errors) {
    const [name = '', ...rest] = error.instancePath.slice(1).split('/').map(unescapePointer);
    const place = [name, ...rest].join('.');
    if (name && !Object.hasOwn(invalid, name)) invalid[name] = `${place} ${describe(error)}.`;
  }
  return invalid;
}

/** JSON Pointer escapes, RFC 6901 section 3. */
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
    case 'additionalProperties':
      return `has no member "${params.additionalProperty}"`;
    default:
      return error.message ?? 'is not valid';
  }
}
