import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overflowingCalls, type Target } from '../argument-calls.js';
import { CALLERS, faultOf } from './answers.js';
import { openSite } from './site.js';

const RUNS = process.env.MORTISE_FULL === '1' ? 2_000 : 50;

const { targets, ask, fill, pathValues, faultsOf, expectHealthy } = await openSite();

describe('any value', () => {
  // A number that no category can have is a category that no article is in, or a parameter that is refused: the list says
  // `rest_invalid_param` or is empty, as it is for `category=999999`.
  it('GET /vendor-kb/v1/articles survives a category beyond 2^53', async () => {
    expect(faultOf(await ask('anonymous', 'GET', '/vendor-kb/v1/articles?category=9007199254740994'))).toBeNull();
  });

  // JSON.parse makes Infinity of 1e999: neither an integer nor a number (rows 16 and 17), nor anything that JSON or a
  // database could carry further. It has to be refused where it comes in, within free objects too.
  it('numbers too large for JavaScript are refused in JSON', { timeout: 120_000 }, async () => {
    await fill();
    const faults: string[] = [];
    for (const to of targets) faults.push(...(await faultsOf(overflowingCalls(to, await pathValues(to)))));
    expect(faults).toEqual([]);
  });

  const target = (methods: readonly string[]) =>
    fc.constantFrom(...targets.filter(({ method }) => methods.includes(method)));
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
      fc.asyncProperty(fc.constantFrom(...targets), caller, query, async (to, as, text) => {
        expect(faultOf(await ask(as, to.method, `${pathOf(to)}?${text}`))).toBeNull();
      }),
      { numRuns: RUNS, seed: 3 },
    );
    await expectHealthy();
  });

  it('any path below the root has an answer', { timeout: 120_000 }, async () => {
    const segment = fc.oneof(
      fc.constantFrom(...new Set(targets.flatMap(({ route }) => route.template.split('/')))),
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
