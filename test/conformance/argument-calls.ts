import type { Host } from 'mortise';
import type { ArgumentSchema, Endpoint, RestRequest, Route } from 'mortise/rest';
import { rightValue } from './right-value.js';
import { isCertainlyRefused } from './schema-refusal.js';
import { wrongTexts, wrongValues } from './wrong-values.js';

/** Endpoint with one of its methods. */
export interface Target {
  readonly route: Route;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Whether no other route differs from this one only in its parameters. */
  readonly isAlone: boolean;
}

/** Request with an invalid argument, and the arguments that the error must name. */
export interface WrongCall {
  readonly name: string;
  readonly method: string;
  /** Path below the REST root, with its query. */
  readonly target: string;
  /** Body with its type, or undefined for a request without a body. */
  readonly body: { readonly type: 'json' | 'form'; readonly text: string } | undefined;
  /** Arguments that every reading of the schema rejects. */
  readonly refused: readonly string[];
  /** Whether the arguments are in the path, where an invalid value matches no route. */
  readonly isInPath: boolean;
}

/** Path parameter values that match an existing item. */
export type PathValues = Readonly<Record<string, string>>;

/** Node's server reads 16 KiB of request line and headers. Longer requests do not reach the host. */
const MAX_TARGET_LENGTH = 8_000;

/** Returns every endpoint of every route, ordered by path and method. */
export function targetsOf(host: Pick<Host, 'routes'>): Target[] {
  return host
    .routes()
    .flatMap((route) =>
      route.endpoints.flatMap((endpoint) =>
        endpoint.methods.map((method) => ({ route, endpoint, method, isAlone: true })),
      ),
    )
    .sort((a, b) => compare(a.route.template, b.route.template) || compare(a.method, b.method));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns a request for every way in which one argument of an endpoint can be invalid. */
export function wrongCalls(target: Target, name: string, path: PathValues): readonly WrongCall[] {
  const { route, endpoint, method } = target;
  const schema = endpoint.args[name] ?? {};
  const seed = seedOf(`${method} ${route.template} ${name}`);
  if (route.template.includes(`{${name}}`)) return callsInPath(target, name, schema, path, seed);

  const hasBody = method !== 'GET' && method !== 'HEAD';
  const others = rightArguments(target, [name]);
  const calls: WrongCall[] = [];
  for (const { name: kind, value } of wrongValues(schema, seed)) {
    const what = `${name} is ${kind}`;
    if (hasBody)
      calls.push(jsonCall(target, path, { ...others, [name]: value }, what, refusedIn(endpoint, { [name]: value })));
    const text = asText(value);
    if (text === null) continue;
    const arriving = `${encode(name)}=${encode(text)}`;
    for (const isForm of hasBody ? [true, false] : [false]) {
      const isShort = isForm || arriving.length < MAX_TARGET_LENGTH;
      if (isShort)
        calls.push(
          textCall(target, path, others, arriving, isForm, what, refusedIn(endpoint, { [name]: text }, hasBody)),
        );
    }
  }
  for (const { name: kind, text, arrives } of wrongTexts(seed)) {
    const what = `${name} is ${kind}`;
    const arriving = (encode(name) + text).replaceAll('&', `&${encode(name)}`);
    const refused = arrives === undefined ? [] : refusedIn(endpoint, { [name]: arrives }, hasBody);
    calls.push(textCall(target, path, others, arriving, hasBody && seed % 2 === 0, what, refused));
  }
  return calls;
}

/** Returns requests with two invalid arguments at a time, and one with all of them. */
export function severalWrong(target: Target, path: PathValues): readonly WrongCall[] {
  const { route, endpoint, method } = target;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const wrong = Object.entries(endpoint.args).flatMap(([name, schema]) => {
    const candidates = wrongValues(schema, seedOf(name)).map(({ value }) => (hasBody ? value : asText(value)));
    const found = candidates.find(
      (value) =>
        value !== null &&
        (hasBody || (value !== '' && String(value).length < 1000)) &&
        isCertainlyRefused(schema, value),
    );
    return found === undefined || route.template.includes(`{${name}}`) ? [] : [[name, found] as const];
  });
  const pairs = wrong.slice(1).map((second, index) => [wrong[index], second].filter((pair) => pair !== undefined));
  return [...pairs, wrong]
    .filter((types) => types.length > 1)
    .map((types) => {
      const names = types.map(([name]) => name);
      const others = rightArguments(target, names);
      const what = `${names.join(' and ')} wrong`;
      if (hasBody) return jsonCall(target, path, { ...others, ...Object.fromEntries(types) }, what, names);
      const arriving = types.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join('&');
      return textCall(target, path, others, arriving, false, what, names);
    });
}

/** Returns requests with JSON numbers beyond the range of JavaScript (`1e999`), as arguments and nested in them. */
export function overflowingCalls(target: Target, path: PathValues): readonly WrongCall[] {
  const { route, endpoint, method } = target;
  if (method === 'GET' || method === 'HEAD') return [];
  return Object.keys(endpoint.args)
    .filter((name) => !route.template.includes(`{${name}}`))
    .flatMap((name) =>
      ['1e999', '[-1e999]', '{"member":1e999}'].map((number) => {
        const text = JSON.stringify({ ...rightArguments(target, [name]), [name]: '@' }).replace('"@"', number);
        const body = { type: 'json', text } as const;
        return { ...callOf(target, pathOf(target, path), `${name} is ${number} in JSON`), body, refused: [] };
      }),
    );
}

function callsInPath(
  target: Target,
  name: string,
  schema: ArgumentSchema,
  path: PathValues,
  seed: number,
): readonly WrongCall[] {
  return wrongValues(schema, seed).flatMap(({ name: kind, value }) => {
    const what = `${name} is ${kind}`;
    const text = asText(value);
    // An empty segment is not a value: the URL belongs to another route.
    if (text === null || text === '' || encode(text).length > MAX_TARGET_LENGTH) return [];
    const call = textCall(target, { ...path, [name]: text }, rightArguments(target, []), '', false, what, []);
    // Another route may accept the value: /articles/{id} accepts some that /articles/{address} does not.
    const refused = target.isAlone ? refusedIn(target.endpoint, { [name]: text }) : [];
    return [{ ...call, refused, isInPath: true }];
  });
}

/** Returns a valid request: only required arguments, as JSON when there is a body. */
export function rightCall(target: Target, path: PathValues): { readonly target: string; readonly body?: object } {
  const { endpoint, method } = target;
  const values = rightArguments(target, []);
  const address = pathOf(target, path);
  if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && !endpoint.uploads) {
    return { target: address, body: values };
  }
  const query = Object.entries(values).map(([name, value]) => `${encode(name)}=${encode(asText(value) ?? '')}`);
  return { target: query.length === 0 ? address : `${address}?${query.join('&')}` };
}

function jsonCall(
  target: Target,
  path: PathValues,
  body: Readonly<Record<string, unknown>>,
  what: string,
  refused: readonly string[],
): WrongCall {
  const call = callOf(target, pathOf(target, path), `${what} in JSON`);
  return { ...call, body: { type: 'json', text: JSON.stringify(body) }, refused };
}

function textCall(
  target: Target,
  path: PathValues,
  others: Readonly<Record<string, unknown>>,
  arriving: string,
  isForm: boolean,
  what: string,
  refused: readonly string[],
): WrongCall {
  const rest = Object.entries(others).map(([name, value]) => `${encode(name)}=${encode(asText(value) ?? '')}`);
  const text = [...rest, arriving].filter((part) => part !== '').join('&');
  const address = pathOf(target, path);
  if (isForm) return { ...callOf(target, address, `${what} in a form`), body: { type: 'form', text }, refused };
  return { ...callOf(target, `${address}?${text}`, `${what} in the query`), body: undefined, refused };
}

function callOf({ route, method }: Target, target: string, what: string) {
  return { name: `${method} ${route.template}: ${what}`, method, target, isInPath: false };
}

function pathOf({ route: { template }, endpoint: { args } }: Target, values: PathValues): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(values[name] ?? asText(rightValue(args[name] ?? {})) ?? 'x'),
  );
}

/** Returns the arguments that the endpoint needs besides the invalid ones. */
function rightArguments({ route, endpoint }: Target, wrong: readonly string[]): Record<string, unknown> {
  const free = Object.entries(endpoint.args).filter(
    ([name]) => !wrong.includes(name) && !route.template.includes(`{${name}}`),
  );
  const right = (args: typeof free) => Object.fromEntries(args.map(([name, schema]) => [name, rightValue(schema)]));
  const needed = right(free.filter(([, { required }]) => required));
  // A validator of all arguments together may require optional ones.
  return endpoint.validate && endpoint.validate(needed, NO_REQUEST) !== true ? right(free) : needed;
}

/** These validators only read the arguments. */
const NO_REQUEST = {} as RestRequest;

/**
 * Functions and Standard Schemas may accept anything, so only the argument schema is certain.
 * @param hasBody false for reads, where an empty query argument counts as absent
 */
function refusedIn(endpoint: Endpoint, values: Readonly<Record<string, unknown>>, hasBody = true): string[] {
  if (endpoint.standard) return [];
  return Object.keys(values).filter(
    (name) => (hasBody || values[name] !== '') && isCertainlyRefused(endpoint.args[name] ?? {}, values[name]),
  );
}

/** Formats a value with `String`; null for values without a text form. */
function asText(value: unknown): string | null {
  if (typeof value === 'object' && value !== null) return null;
  return Object.is(value, -0) ? '-0' : String(value).replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

function encode(text: string): string {
  return encodeURIComponent(text);
}

function seedOf(text: string): number {
  let seed = 7;
  for (const character of text) seed = (Math.imul(seed, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return Math.abs(seed);
}
