import { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import { coerce } from '../schema/coerce.js';
import { issuePath, type StandardSchema } from '../schema/standard-schema.js';
import { type CreateValidator, INVALID, type InvalidParameters, type Validator } from '../schema/validate.js';
import type { Argument, Endpoint, RestRequest, RouteVerdict } from './route.js';

/** Sources of a request's parameters; the first source with a name wins. */
export interface ParameterSources {
  readonly path: Readonly<Record<string, unknown>>;
  readonly json: Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export type SourceName = keyof ParameterSources;

/**
 * Default order of sources. Unlike WordPress, the path comes first, so that no body can turn `/articles/7` into another
 * article.
 */
export const PARAMETER_ORDER: readonly SourceName[] = ['path', 'json', 'form', 'query'];

/** Collects, coerces, defaults and validates request arguments. Validators are compiled at a route's first request. */
export type ResolveArguments = (
  endpoint: Endpoint,
  sources: ParameterSources,
  order: readonly SourceName[],
  request: RestRequest,
) => Record<string, unknown> | Promise<Record<string, unknown>>;

/** Sanitizes HTML without blocking the event loop. */
export type SanitizeText = (html: string) => Promise<string>;

/** Per-endpoint data that is computed once. */
interface Plan {
  readonly args: readonly (readonly [name: string, argument: Argument])[];
  readonly validate: Validator;
  /** Names of arguments with the format `html`, which are sanitized. */
  readonly html: readonly string[];
  /** Arguments with `validate` or `sanitize` functions; most endpoints have none. */
  readonly checked: readonly (readonly [name: string, argument: Argument])[];
}

/**
 * Creates the argument resolver. Steps: required, each argument, all together, sanitizing. All problems are reported in
 * one answer.
 * @returns a function that throws HostError 400 `rest_missing_callback_param` with `data.params` as a list of names,
 *   and 400 `rest_invalid_param` with `data.params` as `{name: message}` and `data.details` as `{name: {code,
 *   message}}`
 */
export function createResolveArguments(createValidator: CreateValidator, sanitize: SanitizeText): ResolveArguments {
  const plans = new WeakMap<Endpoint, Plan>();

  function planOf(endpoint: Endpoint): Plan {
    let plan = plans.get(endpoint);
    if (!plan) {
      const args = Object.entries(endpoint.args);
      const validate = endpoint.standard ? () => ({}) : createValidator(endpoint.args);
      const html = args.filter(([, { format }]) => format === 'html').map(([name]) => name);
      const checked = args.filter(([, { validate: check, sanitize }]) => check ?? sanitize);
      plan = { args, validate, html, checked };
      plans.set(endpoint, plan);
    }
    return plan;
  }

  return (endpoint, sources, order, request) => {
    const plan = planOf(endpoint);
    const values = endpoint.standard
      ? collectAll(sources, order, endpoint.args)
      : collect(plan, sources, order, request);
    const invalid = plan.validate(values);
    addUndeclared(invalid, endpoint, sources, request);
    addNul(invalid, values);
    if (plan.checked.length > 0 || plan.html.length > 0 || endpoint.validate || endpoint.standard) {
      return checkFurther(plan, endpoint, values, invalid, request, sanitize);
    }
    assertValid(invalid);
    return values;
  };
}

/** Runs the steps that only some routes need, because they call functions of the route or of another library. */
async function checkFurther(
  plan: Plan,
  endpoint: Endpoint,
  values: Record<string, unknown>,
  invalid: InvalidParameters,
  request: RestRequest,
  sanitize: SanitizeText,
): Promise<Record<string, unknown>> {
  await runChecks(plan, values, invalid, request);
  assertValid(invalid);
  for (const name of plan.html) {
    if (typeof values[name] === 'string') values[name] = await sanitize(values[name]);
  }
  const resolved = endpoint.standard ? await validateStandard(endpoint.standard, values) : values;
  if (endpoint.validate) assertValid(verdictOf(await endpoint.validate(resolved, request)));
  for (const [name, argument] of plan.checked) {
    if (argument.sanitize && Object.hasOwn(values, name)) {
      resolved[name] = await argument.sanitize(resolved[name], request);
    }
  }
  return resolved;
}

/**
 * Collects the coerced values by name, with defaults. An empty query argument of a read counts as absent, and so does a
 * rendered text without its source, as in WordPress, so that a client can send back what it read.
 */
function collect(
  { args }: Plan,
  sources: ParameterSources,
  order: readonly SourceName[],
  { method }: RestRequest,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const [name, argument] of args) {
    const source = firstWith(sources, order, name);
    const isEmpty = isRead(method) && source === sources.query && source[name] === '';
    const isSent = source && !isEmpty && !isRenderedOnly(source[name], argument);
    if (isSent) values[name] = coerce(source[name], argument);
    else if ('default' in argument) values[name] = argument.default;
    else if (argument.required === true) missing.push(name);
  }
  if (missing.length === 0) return values;
  throw new HostError('rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}.`, {
    status: 400,
    params: missing,
  });
}

/** Whether a text was sent as `{rendered}` without the `raw` that {@link coerce} reads. */
function isRenderedOnly(value: unknown, { type }: Argument): boolean {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string') && !type.includes('object'));
  return isText && isRecord(value) && Object.hasOwn(value, 'rendered') && !Object.hasOwn(value, 'raw');
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function firstWith(
  sources: ParameterSources,
  order: readonly SourceName[],
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  for (const key of order) if (Object.hasOwn(sources[key], name)) return sources[key];
  return undefined;
}

/**
 * Collects all sent values for a Standard Schema, and coerces those it describes. The schema has its own defaults and
 * required members. Names with a leading `_` belong to the host and are left out, because strict schemas would reject
 * them.
 */
function collectAll(
  sources: ParameterSources,
  order: readonly SourceName[],
  args: Endpoint['args'],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const key of order.toReversed()) {
    for (const [name, value] of Object.entries(sources[key])) {
      if (!name.startsWith('_')) values[name] = coerce(value, args[name] ?? {});
    }
  }
  return values;
}

async function validateStandard(schema: StandardSchema, values: unknown): Promise<Record<string, unknown>> {
  const result = await schema['~standard'].validate(values);
  if (!result.issues) return result.value as Record<string, unknown>;
  const invalid: InvalidParameters = {};
  for (const issue of result.issues) {
    const place = issuePath(issue);
    const name = place[0] ?? 'arguments';
    invalid[name] ??= { code: INVALID, message: `${place.join('.') || name}: ${issue.message}` };
  }
  assertValid(invalid);
  return {};
}

function verdictOf(verdict: RouteVerdict): InvalidParameters {
  if (verdict === true) return {};
  const messages = typeof verdict === 'string' ? { arguments: verdict } : verdict;
  return Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, { code: INVALID, message }]));
}

/**
 * Rejects undeclared parameters, where the route is strict or where ignoring one would answer another question than the
 * client asked: a list rejects filters of WordPress that it does not have. An update ignores members of its response that
 * cannot be changed, so that a client can send back what it read.
 */
function addUndeclared(
  invalid: InvalidParameters,
  { args, returns, strictArgs, strictBody }: Endpoint,
  { json, form, query }: ParameterSources,
  { method }: RestRequest,
): void {
  const isList = isRead(method) && args.per_page !== undefined;
  if (!strictBody && !strictArgs && !isList) return;
  const readOnly = method === 'PUT' || method === 'PATCH' ? (returns?.properties ?? {}) : {};
  const names = strictBody || strictArgs ? [...Object.keys(json), ...Object.keys(form)] : [];
  for (const name of Object.keys(query)) {
    if (strictArgs || (isList && query[name] !== '' && WORDPRESS_FILTERS.has(name))) names.push(name);
  }
  for (const name of names) {
    // A leading underscore marks host parameters (`_fields`, `_method`, `_locale`), which any call may carry.
    if (name.startsWith('_') || Object.hasOwn(args, name) || Object.hasOwn(readOnly, name)) continue;
    invalid[name] = { code: INVALID, message: `${name} is not a parameter of this route.` };
  }
}

/** Query arguments that change which items a collection of the WordPress REST API contains, and their order. */
const WORDPRESS_FILTERS: ReadonlySet<string> = new Set([
  'after',
  'author',
  'author_exclude',
  'before',
  'capabilities',
  'categories',
  'categories_exclude',
  'exclude',
  'has_published_posts',
  'hide_empty',
  'include',
  'media_type',
  'menu_order',
  'mime_type',
  'modified_after',
  'modified_before',
  'offset',
  'order',
  'orderby',
  'page',
  'parent',
  'parent_exclude',
  'post',
  'roles',
  'search',
  'search_columns',
  'search_semantics',
  'slug',
  'status',
  'sticky',
  'tags',
  'tags_exclude',
  'tax_relation',
  'type',
]);

/** Databases cannot store U+0000 in text, and no valid text contains it. */
function addNul(invalid: InvalidParameters, values: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(values)) {
    const value = values[name];
    const isFound = Array.isArray(value) ? value.some(hasNul) : hasNul(value);
    if (isFound) invalid[name] ??= { code: INVALID, message: `${name} must not contain the NUL character.` };
  }
}

function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0');
}

async function runChecks(
  { checked }: Plan,
  values: Record<string, unknown>,
  invalid: InvalidParameters,
  request: RestRequest,
): Promise<void> {
  for (const [name, argument] of checked) {
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
