import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overflowingCalls, type Target } from '../argument-calls.js';
import { CALLERS, faultOf } from './answers.js';
import { openSite } from './site.js';

const RUNS = process.env.MORTISE_FULL === '1' ? 2_000 : 50;

const { targets, ask, fill, pathValues, faultsOf, expectHealthy } = await openSite();

describe('arbitrary input', () => {
  // A number too large for a category ID is either a category without articles or an invalid parameter: the response is
  // `rest_invalid_param` or an empty list, as for `category=999999`.
  it('may contain a category beyond 2^53 in GET /vendor-kb/v1/articles', async () => {
    expect(faultOf(await ask('anonymous', 'GET', '/vendor-kb/v1/articles?category=9007199254740994'))).toBeNull();
  });

  // JSON.parse turns 1e999 into Infinity: neither an integer nor a number, and neither JSON nor a
  // database can represent it. It must be rejected on input, including in free objects.
  it('is rejected for JSON numbers too large for JavaScript', { timeout: 120_000 }, async () => {
    await fill();
    const faults: string[] = [];
    for (const to of targets) faults.push(...(await faultsOf(overflowingCalls(to, await pathValues(to)))));
    expect(faults).toEqual([]);
  });

  const target = (methods: readonly string[]) =>
    fc.constantFrom(...targets.filter(({ method }) => methods.includes(method)));
  const caller = fc.constantFrom(...CALLERS);
  const pathOf = ({ route }: Target): string => route.template.replaceAll(/\{\w+\}/g, '1');

  it('gets a well-formed response as a JSON body', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(target(['POST', 'PUT', 'PATCH']), caller, fc.jsonValue(), async (to, as, json) => {
        expect(faultOf(await ask(as, to.method, pathOf(to), { type: 'json', text: JSON.stringify(json) }))).toBeNull();
      }),
      { numRuns: RUNS, seed: 1 },
    );
    await expectHealthy();
  });

  it('gets a well-formed response as JSON arguments', { timeout: 120_000 }, async () => {
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
        expect(faultOf(await ask(as, to.method, pathOf(to), { type: 'json', text: JSON.stringify(json) }))).toBeNull();
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

  it('gets a well-formed response as a query', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...targets), caller, query, async (to, as, text) => {
        expect(faultOf(await ask(as, to.method, `${pathOf(to)}?${text}`))).toBeNull();
      }),
      { numRuns: RUNS, seed: 3 },
    );
    await expectHealthy();
  });

  it('gets a well-formed response as a path below the root', { timeout: 120_000 }, async () => {
    const segment = fc.oneof(
      fc.constantFrom(...new Set(targets.flatMap(({ route }) => route.template.split('/')))),
      fc.string({ unit: queryCharacter.filter((character) => character !== '?'), maxLength: 20 }),
      fc.constantFrom('..', '.', '%2e%2e', '%2f', '%00', '%', '%ff', '__proto__', 'constructor', ''),
    );
    // The nonce is returned as plain text, outside of the registry.
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
