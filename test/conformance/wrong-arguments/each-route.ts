import { describe, expect, it } from 'vitest';
import { severalWrong, wrongCalls } from '../argument-calls.js';
import { openSite } from './site.js';

/**
 * Whatever is sent to a route that a plugin declares, hidden ones too: an answer in the one form, and never a 5xx. Each
 * part of the routes has a file of its own, so that they run side by side.
 */
export async function testEachRoute(of: string, isTheirs: (template: string) => boolean): Promise<void> {
  const { targets, fill, pathValues, faultsOf, expectHealthy } = await openSite();

  describe(`wrong arguments of ${of}`, () => {
    const cases = targets
      .filter(({ route }) => isTheirs(route.template))
      .map((target) => [`${target.method} ${target.route.template}`, target] as const);
    it.each(cases)('%s refuses them and names them', { timeout: 120_000 }, async (_, target) => {
      // What a wrong value lets through may take something away, but for reading.
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
