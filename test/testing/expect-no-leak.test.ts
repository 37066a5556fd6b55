import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, expectNoLeak, type LeakTest, type World } from 'mortise/testing';
import { describe, expect, it } from 'vitest';

const open = () => createTestHost({ plugins: [knowledgeBase()] });

async function list({ host }: World, as: User | null) {
  const { data, headers } = await host.request('GET', '/vendor-kb/v1/articles?per_page=100', { as });
  return { text: JSON.stringify(data), total: Number(headers['X-CMS-Total']) };
}
/** Returns the message that a test with these surfaces fails with, or null. */
async function failure(surfaces: LeakTest['surfaces'], more: Partial<LeakTest> = {}): Promise<string | null> {
  try {
    await expectNoLeak({ open, surfaces, worlds: 1, seed: 7, ...more });
    return null;
  } catch (error) {
    expect((error as Error).name).toBe('AssertionError');
    return (error as Error).message;
  }
}

describe('expectNoLeak', () => {
  it('passes surfaces that show each viewer only what they may read', async () => {
    expect(await failure({ honest: (viewer, world) => list(world, viewer) })).toBeNull();
  });

  it('reports the surface, viewer, article and seed of a leak, reproducibly', async () => {
    const surfaces: LeakTest['surfaces'] = { careless: (_viewer, world) => list(world, world.administrator) };
    const message = await failure(surfaces);
    expect(message).toMatch(/^careless, for a visitor \(seed 7\): the article \d+ is closed to them, and was shown: /);
    expect(await failure(surfaces)).toBe(message);
  });

  it('fails when a total counts more articles than are visible', async () => {
    const counting: LeakTest['surfaces'] = {
      counting: async (_viewer, world) => ({ text: '', total: (await list(world, world.administrator)).total }),
    };
    expect(await failure(counting)).toMatch(/^counting, for a visitor \(seed 7\): \d+ articles were counted, and \d+ /);
  });

  it('fails for a surface that shows nothing to any viewer, unless it is listed as silent', async () => {
    const surfaces: LeakTest['surfaces'] = { mute: async () => 'Come back later.' };
    expect(await failure(surfaces)).toContain('mute: nothing was shown to anybody');
    expect(await failure(surfaces, { silent: ['mute'] })).toBeNull();
  });

  it('closes its hosts, even when a surface throws', async () => {
    let opened = 0;
    const counted = async () => {
      const host = await open();
      opened += 1;
      return { ...host, close: () => host.close().finally(() => (opened -= 1)) };
    };
    const throwing = async () => {
      throw new Error('away');
    };
    await expect(expectNoLeak({ open: counted, surfaces: { throwing } })).rejects.toThrow('away');
    expect(opened).toBe(0);
  });
});
