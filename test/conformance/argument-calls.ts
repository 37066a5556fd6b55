import type { ArgumentSchema, Endpoint, Host, RestRequest, Route } from 'mortise';
import type { HttpCall } from './http-client.js';
import { rightValue } from './right-value.js';
import { isCertainlyRefused } from './schema-refusal.js';
import { wrongTexts, wrongValues } from './wrong-values.js';

/** An endpoint with one of its methods. */
export interface Target {
  readonly route: Route;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Whether no other route differs from this one in its parameters alone. */
  readonly isAlone: boolean;
}

/** A request with something wrong in it, and the arguments that the answer has to name. */
export interface WrongCall {
  readonly name: string;
  readonly method: string;
  /** Below the REST root, with its query. */
  readonly target: string;
  readonly call: HttpCall;
  /** Arguments that no reading of the schema accepts as they were sent. */
  readonly refused: readonly string[];
  /** Whether they stand in the path, where a wrong form leads to no route. */
  readonly isInPath: boolean;
}

/** Values of path parameters that lead somewhere. */
export type PathValues = Readonly<Record<string, string>>;

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** Node's server reads 16 KiB of request line and headers; what is longer does not reach the host. */
const LONGEST_TARGET = 8_000;

/** Every endpoint of every route, ordered by path and method. */
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

/** Every way in which one argument of an endpoint can be wrong. */
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
      const isShort = isForm || arriving.length < LONGEST_TARGET;
      if (isShort)
        calls.push(textCall(target, path, others, arriving, isForm, what, refusedIn(endpoint, { [name]: text })));
    }
  }
  for (const { name: kind, text, arrives } of wrongTexts(seed)) {
    const what = `${name} is ${kind}`;
    const arriving = (encode(name) + text).replaceAll('&', `&${encode(name)}`);
    const refused = arrives === undefined ? [] : refusedIn(endpoint, { [name]: arrives });
    calls.push(textCall(target, path, others, arriving, hasBody && seed % 2 === 0, what, refused));
  }
  return calls;
}

/** Two arguments at a time that are both wrong, and all of them together. */
export function severalWrong(target: Target, path: PathValues): readonly WrongCall[] {
  const { route, endpoint, method } = target;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const wrong = Object.entries(endpoint.args).flatMap(([name, schema]) => {
    const candidates = wrongValues(schema, seedOf(name)).map(({ value }) => (hasBody ? value : asText(value)));
    const found = candidates.find(
      (value) => value !== null && (hasBody || String(value).length < 1000) && isCertainlyRefused(schema, value),
    );
    return found === undefined || route.template.includes(`{${name}}`) ? [] : [[name, found] as const];
  });
  const pairs = wrong.slice(1).map((second, index) => [wrong[index], second].filter((pair) => pair !== undefined));
  return [...pairs, wrong]
    .filter((several) => several.length > 1)
    .map((several) => {
      const names = several.map(([name]) => name);
      const others = rightArguments(target, names);
      const what = `${names.join(' and ')} wrong`;
      if (hasBody) return jsonCall(target, path, { ...others, ...Object.fromEntries(several) }, what, names);
      const arriving = several.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join('&');
      return textCall(target, path, others, arriving, false, what, names);
    });
}

/** JSON numbers that no number of JavaScript can hold, `1e999`, as each argument and as a member of each object. */
export function overflowingCalls(target: Target, path: PathValues): readonly WrongCall[] {
  const { route, endpoint, method } = target;
  if (method === 'GET' || method === 'HEAD') return [];
  return Object.keys(endpoint.args)
    .filter((name) => !route.template.includes(`{${name}}`))
    .flatMap((name) =>
      ['1e999', '[-1e999]', '{"member":1e999}'].map((number) => {
        const body = JSON.stringify({ ...rightArguments(target, [name]), [name]: '@' }).replace('"@"', number);
        const call = { raw: body, headers: { 'Content-Type': 'application/json' } };
        return { ...callOf(target, pathOf(target, path), `${name} is ${number} in JSON`), call, refused: [] };
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
    // An empty segment is none: the address is another route's.
    if (text === null || text === '' || encode(text).length > LONGEST_TARGET) return [];
    const call = textCall(target, { ...path, [name]: text }, rightArguments(target, []), '', false, what, []);
    // Another route may take what this one refuses: /articles/{id} what is no {address}.
    const refused = target.isAlone ? refusedIn(target.endpoint, { [name]: text }) : [];
    return [{ ...call, refused, isInPath: true }];
  });
}

/** A request with nothing wrong in it: only what is required, in JSON where there is a body. */
export function rightCall(target: Target, path: PathValues): { readonly target: string; readonly call: HttpCall } {
  const { endpoint, method } = target;
  const values = rightArguments(target, []);
  const address = pathOf(target, path);
  if (method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && !endpoint.uploads) {
    return { target: address, call: { json: values } };
  }
  const query = Object.entries(values).map(([name, value]) => `${encode(name)}=${encode(asText(value) ?? '')}`);
  return { target: query.length === 0 ? address : `${address}?${query.join('&')}`, call: {} };
}

function jsonCall(
  target: Target,
  path: PathValues,
  body: Readonly<Record<string, unknown>>,
  what: string,
  refused: readonly string[],
): WrongCall {
  const call = { raw: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  return { ...callOf(target, pathOf(target, path), `${what} in JSON`), call, refused };
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
  if (isForm) return { ...callOf(target, address, `${what} in a form`), call: { raw: text, headers: FORM }, refused };
  return { ...callOf(target, `${address}?${text}`, `${what} in the query`), call: {}, refused };
}

function callOf({ route, method }: Target, target: string, what: string) {
  return { name: `${method} ${route.template}: ${what}`, method, target, isInPath: false };
}

function pathOf({ route: { template }, endpoint: { args } }: Target, values: PathValues): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(values[name] ?? asText(rightValue(args[name] ?? {})) ?? 'x'),
  );
}

/** What the endpoint needs besides the arguments that are wrong. */
function rightArguments({ route, endpoint }: Target, wrong: readonly string[]): Record<string, unknown> {
  const free = Object.entries(endpoint.args).filter(
    ([name]) => !wrong.includes(name) && !route.template.includes(`{${name}}`),
  );
  const right = (args: typeof free) => Object.fromEntries(args.map(([name, schema]) => [name, rightValue(schema)]));
  const needed = right(free.filter(([, { required }]) => required));
  // Where arguments are judged together, some that are not required alone may be needed.
  return endpoint.validate && endpoint.validate(needed, NO_REQUEST) !== true ? right(free) : needed;
}

/** These functions look at the arguments alone. */
const NO_REQUEST = {} as RestRequest;

/** Functions and Standard Schemas may do what they like: only what the description says alone is certain. */
function refusedIn(endpoint: Endpoint, values: Readonly<Record<string, unknown>>): string[] {
  if (endpoint.standard) return [];
  return Object.keys(values).filter((name) => isCertainlyRefused(endpoint.args[name] ?? {}, values[name]));
}

/** As `String` writes it; null for what has no form in text. */
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
