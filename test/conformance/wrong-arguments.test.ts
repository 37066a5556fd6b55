import { Agent } from 'node:http';
import fc from 'fast-check';
import { createTestHost } from 'mortise/testing';
import { afterAll, describe, expect, it } from 'vitest';
import {
  overflowingCalls,
  type PathValues,
  severalWrong,
  type Target,
  type WrongCall,
  wrongCalls,
} from './argument-calls.js';
import { everyPlugin, fillPlugins } from './every-plugin.js';
import { basic, type HttpAnswer, httpClient } from './http-client.js';
import { watchProcess } from './process-witness.js';

const CALLERS = ['anonymous', 'subscriber', 'administrator'] as const;
type Caller = (typeof CALLERS)[number];

/** Reads first, deletions last: what a wrong value lets through shall leave something for the others. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CODE = /^[a-z][a-z0-9_]*$/;
const RUNS = process.env.MORTISE_FULL === '1' ? 2_000 : 150;

const witness = watchProcess();
// Behind a proxy: each request comes from an address of its own, so that no limit by address answers in place of the
// route, and over https, where application passwords are accepted.
const host = await createTestHost({ plugins: everyPlugin(), trustProxy: true });
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const send = httpClient(await host.listen(), agent);
const users = {
  subscriber: await host.createUser('subscriber'),
  administrator: await host.createUser('administrator'),
};
const credentials: Record<Caller, Record<string, string>> = {
  anonymous: {},
  subscriber: await credentialsOf(users.subscriber),
  administrator: await credentialsOf(users.administrator),
};
await fillPlugins(host, users.administrator.id);
let requests = 0;
/** Refusals that a limit gave in place of the route: a few are no matter, many would hide what is tested here. */
let limited = 0;

const shapeOf = (template: string): string => template.replaceAll(/\{\w+\}/g, '{}');
const SHAPES = host.routes().map(({ template }) => shapeOf(template));
const TARGETS: Target[] = host
  .routes()
  .flatMap((route) => {
    const isAlone = SHAPES.filter((shape) => shape === shapeOf(route.template)).length === 1;
    return route.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => ({ route, endpoint, method, isAlone })),
    );
  })
  .sort((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method));

async function credentialsOf(user: { id: number; login: string }): Promise<Record<string, string>> {
  const { password } = await host.applicationPasswords.create(user.id, { name: 'Wrong arguments' });
  return basic(user.login, password);
}

function ask(caller: Caller, method: string, target: string, call: WrongCall['call'] = {}): Promise<HttpAnswer> {
  requests += 1;
  const headers = {
    'X-Forwarded-For': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
    'X-Forwarded-Proto': 'https',
    'Idempotency-Key': `wrong-arguments-${requests}`,
    ...credentials[caller],
    ...call.headers,
  };
  return send(method, `/api${target}`, { ...call, headers });
}

/** What is wrong with an answer, whatever was asked: nothing, or a sentence. */
function faultOf(answer: HttpAnswer): string | null {
  const { status, headers, data, text } = answer;
  // What has no trash says so as WordPress does, with 501: that is no failure of the server.
  const isRefused = status === 501 && text.includes('"rest_trash_not_supported"');
  if (status >= 500 && !isRefused) return `${status} ${text.slice(0, 300)}`;
  if (status === 204 || status === 304) return text === '' ? null : `${status} with a body`;
  // A file, or a table to save as one.
  if (status < 300 && headers['content-disposition']) return null;
  if (!headers['content-type']?.startsWith('application/json')) return `${status} ${headers['content-type']}`;
  // HEAD has no body to look at.
  if (status < 400 || data === undefined) return null;
  const {
    code,
    message,
    data: detail,
  } = (data ?? {}) as { code?: unknown; message?: unknown; data?: { status?: unknown; request_id?: unknown } };
  const isWellFormed =
    typeof code === 'string' &&
    CODE.test(code) &&
    typeof message === 'string' &&
    detail?.status === status &&
    detail.request_id === headers['x-request-id'];
  return isWellFormed ? null : `an error in another form: ${text.slice(0, 300)}`;
}

/** As `faultOf`, and a refusal has to name what was refused. */
function faultIn(wrong: WrongCall, caller: Caller, answer: HttpAnswer): string | null {
  const fault = faultOf(answer);
  if (fault !== null || wrong.refused.length === 0) return fault;
  const { code, data } = (answer.data ?? {}) as { code?: string; data?: { params?: object } };
  const isRefused = answer.status === 401 || answer.status === 403;
  if (isRefused && caller !== 'administrator') return null;
  if (answer.status === 429 && code === 'rest_too_many_requests') {
    limited += 1;
    return null;
  }
  if (wrong.isInPath && (answer.status === 404 || answer.status === 400)) return null;
  if (answer.status === 400 && wrong.method === 'HEAD') return null;
  if (answer.status !== 400 || code !== 'rest_invalid_param') {
    return `expected 400 rest_invalid_param for ${wrong.refused}, got ${answer.status} ${answer.text.slice(0, 200)}`;
  }
  const unnamed = wrong.refused.filter((name) => !Object.hasOwn(data?.params ?? {}, name));
  return unnamed.length === 0 ? null : `does not name ${unnamed}: ${answer.text.slice(0, 200)}`;
}

/** Sends each call as an administrator and as somebody else, a few at a time. @returns what was wrong with the answers */
async function faultsOf(calls: readonly WrongCall[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = calls.flatMap((wrong, index) => {
    const other: Caller = index % 2 === 0 ? 'anonymous' : 'subscriber';
    return [{ wrong, caller: 'administrator' } as const, { wrong, caller: other }];
  });
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { wrong, caller } = next;
      const fault = faultIn(wrong, caller, await ask(caller, wrong.method, wrong.target, wrong.call));
      if (fault !== null) faults.push(`${wrong.name}, ${caller}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return faults;
}

/** Values for the parameters of a path that lead to something, read from the list above it. */
async function pathValues({ route, endpoint }: Target): Promise<PathValues> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(endpoint.args)) {
    const place = route.template.indexOf(`/{${name}}`);
    if (place === -1) continue;
    const list = route.template.slice(0, place);
    const { data } = await host.request('GET', list, { as: users.administrator }).catch(() => ({ data: null }));
    const [first] = [data ?? []].flat() as Record<string, unknown>[];
    const value = first?.[name] ?? (endpoint.args[name]?.type === 'integer' ? first?.id : undefined);
    if (typeof value === 'number' || typeof value === 'string') values[name] = String(value);
  }
  return values;
}

async function expectHealthy(): Promise<void> {
  expect(witness.complaints).toEqual([]);
  expect(limited).toBeLessThanOrEqual(requests / 10);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect((await ask('anonymous', 'GET', '/')).status).toBe(200);
}

/** Whatever is sent to a route that a plugin declares, hidden ones too: an answer in the one form, and never a 5xx. */
describe('wrong arguments', () => {
  afterAll(async () => {
    agent.destroy();
    await host.close();
    witness.stop();
  });

  const cases = TARGETS.map((target) => [`${target.method} ${target.route.template}`, target] as const);
  it.each(cases)('%s refuses them and names them', { timeout: 120_000 }, async (_, target) => {
    // What a wrong value lets through may take something away, but for reading.
    const isReading = target.method === 'GET' || target.method === 'HEAD';
    if (!isReading) await fillPlugins(host, users.administrator.id);
    const lasting = isReading ? await pathValues(target) : null;
    for (const name of Object.keys(target.endpoint.args)) {
      expect(await faultsOf(wrongCalls(target, name, lasting ?? (await pathValues(target))))).toEqual([]);
    }
    expect(await faultsOf(severalWrong(target, await pathValues(target)))).toEqual([]);
    await expectHealthy();
  });

  // A number that no category can have is a category that no article is in, or a parameter that is refused: the list says
  // `rest_invalid_param` or is empty, as it is for `category=999999`.
  it('GET /vendor-kb/v1/articles survives a category beyond 2^53', async () => {
    expect(faultOf(await ask('anonymous', 'GET', '/vendor-kb/v1/articles?category=9007199254740994'))).toBeNull();
  });

  // JSON.parse makes Infinity of 1e999: neither an integer nor a number (rows 16 and 17), nor anything that JSON or a
  // database could carry further. It has to be refused where it comes in, within free objects too.
  it('numbers too large for JavaScript are refused in JSON', { timeout: 120_000 }, async () => {
    await fillPlugins(host, users.administrator.id);
    const faults: string[] = [];
    for (const target of TARGETS) faults.push(...(await faultsOf(overflowingCalls(target, await pathValues(target)))));
    expect(faults).toEqual([]);
  });

  const target = (methods: readonly string[]) =>
    fc.constantFrom(...TARGETS.filter(({ method }) => methods.includes(method)));
  const caller = fc.constantFrom(...CALLERS);
  const pathOf = ({ route }: Target): string => route.template.replaceAll(/\{\w+\}/g, '1');

  it('any JSON value is a body that has an answer', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(target(['POST', 'PUT', 'PATCH']), caller, fc.jsonValue(), async (to, as, json) => {
        expect(faultOf(await ask(as, to.method, pathOf(to), { json }))).toBeNull();
      }),
      { numRuns: RUNS, seed: 1 },
    );
    await expectHealthy();
  });

  it('any value of an argument in JSON has an answer', { timeout: 120_000 }, async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const named = target(['POST', 'PUT', 'PATCH'])
      .filter(({ endpoint }) => Object.keys(endpoint.args).length > 0)
      .chain((to) =>
        fc.tuple(
          fc.constant(to),
          fc.dictionary(fc.constantFrom(...Object.keys(to.endpoint.args)), value, { noNullPrototype: true }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(named, caller, async ([to, json], as) => {
        expect(faultOf(await ask(as, to.method, pathOf(to), { json }))).toBeNull();
      }),
      { numRuns: RUNS, seed: 2 },
    );
    await expectHealthy();
  });

  const queryCharacter = fc.constantFrom(
    ...'abc019_[]&=%+.,;:/?@!$\'()*~-|^`{}"\\',
    '%00',
    '%ff',
    '%5B',
    '%5D',
    '%0d%0a',
  );
  const queryName = fc.constantFrom(
    '_fields',
    '_embed',
    '_envelope',
    '_method',
    '_jsonp',
    '_locale',
    '_wpnonce',
    '_nonce',
    'page',
    'per_page',
    'context',
    '__proto__',
  );
  const query = fc.oneof(
    fc.string({ unit: queryCharacter, maxLength: 60 }),
    fc
      .array(
        fc.tuple(queryName, fc.string({ unit: queryCharacter, maxLength: 12 })).map((pair) => pair.join('=')),
        { maxLength: 5 },
      )
      .map((pairs) => pairs.join('&')),
  );

  it('any query has an answer', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TARGETS), caller, query, async (to, as, text) => {
        expect(faultOf(await ask(as, to.method, `${pathOf(to)}?${text}`))).toBeNull();
      }),
      { numRuns: RUNS, seed: 3 },
    );
    await expectHealthy();
  });

  it('any path below the root has an answer', { timeout: 120_000 }, async () => {
    const segment = fc.oneof(
      fc.constantFrom(...new Set(TARGETS.flatMap(({ route }) => route.template.split('/')))),
      fc.string({ unit: queryCharacter.filter((character) => character !== '?'), maxLength: 20 }),
      fc.constantFrom('..', '.', '%2e%2e', '%2f', '%00', '%', '%ff', '__proto__', 'constructor', ''),
    );
    // The nonce is answered as bare text, outside of the registry.
    const path = fc
      .array(segment, { maxLength: 6 })
      .map((parts) => `/${parts.join('/')}`)
      .filter((text) => text !== '/nonce');
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
    await fc.assert(
      fc.asyncProperty(method, caller, path, async (verb, as, text) => {
        expect(faultOf(await ask(as, verb, text))).toBeNull();
      }),
      { numRuns: RUNS, seed: 4 },
    );
    await expectHealthy();
  });
});
