import { describe, expect, it } from 'vitest';
import { severalWrong, wrongCalls } from '../argument-calls.js';
import { openSite } from './site.js';

/**
 * Tests that any input to a declared route, including hidden ones, gets a well-formed response and never a 5xx. Each
 * part of the routes has its own file, so that they run in parallel.
 */
export async function testEachRoute(of: string, isTheirs: (template: string) => boolean): Promise<void> {
  const { targets, fill, pathValues, faultsOf, expectHealthy } = await openSite();

  describe(`wrong arguments of ${of}`, () => {
    const cases = targets
      .filter(({ route }) => isTheirs(route.template))
      .map((target) => [`${target.method} ${target.route.template}`, target] as const);
    it.each(cases)('are rejected by %s with their names', { timeout: 120_000 }, async (_, target) => {
      // An accepted wrong value may delete content, except for reads.
      const isReading = target.method === 'GET' || target.method === 'HEAD';
      if (!isReading) await fill();
      const lasting = isReading ? await pathValues(target) : null;
      for (const name of Object.keys(target.endpoint.args)) {
        expect(await faultsOf(wrongCalls(target, name, lasting ?? (await pathValues(target))))).toEqual([]);
      }
      expect(await faultsOf(severalWrong(target, await pathValues(target)))).toEqual([]);
      await expectHealthy();
    });
  });
}
