import { HostError } from '../errors.js';
import { coerce } from './coerce.js';
import type { Endpoint, RestRequest } from './route.js';
import { INVALID, type InvalidParameters, type Validator } from './validate.js';

/** Where the values of one request may come from, the first that has a name wins. */
export interface ParameterSources {
  readonly path: Readonly<Record<string, unknown>>;
  readonly json: Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export type SourceName = keyof ParameterSources;

/**
 * The order of sources. A deviation from WordPress: the path comes first, so that no body can turn
 * `/articles/7` into another article (host.md row 11).
 */
export const PARAMETER_ORDER: readonly SourceName[] = ['path', 'json', 'form', 'query'];

/**
 * Collects, coerces, completes and validates the arguments of a request; steps in the order of host.md row 13.
 * All that is wrong is reported in one answer.
 * @throws HostError 400 `rest_missing_callback_param` with `data.params` as a list of names,
 *   400 `rest_invalid_param` with `data.params` as `{name: message}` and `data.details` as `{name: {code, message}}`
 */
export async function resolveArguments(
  endpoint: Endpoint,
  sources: ParameterSources,
  order: readonly SourceName[],
  validator: Validator,
  request: RestRequest,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const [name, argument] of Object.entries(endpoint.args)) {
    const source = order.find((candidate) => Object.hasOwn(sources[candidate], name));
    if (source) values[name] = coerce(sources[source][name], argument);
    else if ('default' in argument) values[name] = argument.default;
    else if (argument.required) missing.push(name);
  }
  if (missing.length > 0) {
    throw new HostError('rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}.`, {
      status: 400,
      params: missing,
    });
  }
  const invalid = { ...undeclared(endpoint, sources), ...withNul(values), ...validator(values) };
  await runChecks(endpoint, values, invalid, request);
  assertValid(invalid);
  for (const [name, argument] of Object.entries(endpoint.args)) {
    if (argument.sanitize && Object.hasOwn(values, name)) values[name] = await argument.sanitize(values[name], request);
  }
  return values;
}

function undeclared(endpoint: Endpoint, sources: ParameterSources): InvalidParameters {
  if (!endpoint.strictBody) return {};
  const names = [...Object.keys(sources.json), ...Object.keys(sources.form)];
  return Object.fromEntries(
    names
      // A leading underscore marks parameters of the host (`_fields`, `_method`, `_locale`), which any call may carry.
      .filter((name) => !name.startsWith('_') && !Object.hasOwn(endpoint.args, name))
      .map((name) => [name, { code: INVALID, message: `${name} is not a parameter of this route.` }]),
  );
}

/** No database stores the character U+0000 in text, and none of our texts needs it. */
function withNul(values: Readonly<Record<string, unknown>>): InvalidParameters {
  const names = Object.keys(values).filter((name) =>
    [values[name]].flat().some((value) => typeof value === 'string' && value.includes('\0')),
  );
  return Object.fromEntries(
    names.map((name) => [name, { code: INVALID, message: `${name} must not contain the NUL character.` }]),
  );
}

async function runChecks(
  endpoint: Endpoint,
  values: Record<string, unknown>,
  invalid: InvalidParameters,
  request: RestRequest,
): Promise<void> {
  for (const [name, argument] of Object.entries(endpoint.args)) {
    if (!argument.validate || Object.hasOwn(invalid, name) || !Object.hasOwn(values, name)) continue;
    const verdict = await argument.validate(values[name], request);
    if (verdict !== true) invalid[name] = { code: INVALID, message: verdict };
  }
}

function assertValid(invalid: InvalidParameters): void {
  const names = Object.keys(invalid);
  if (names.length === 0) return;
  throw new HostError('rest_invalid_param', `Invalid parameter(s): ${names.join(', ')}.`, {
    status: 400,
    params: Object.fromEntries(Object.entries(invalid).map(([name, { message }]) => [name, message])),
    details: invalid,
  });
}
