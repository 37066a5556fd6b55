import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, expectNoLeak, type LeakTest, type World } from 'mortise/testing';
import { describe, expect, it } from 'vitest';

const open = () => createTestHost({ plugins: [knowledgeBase()] });

async function list({ host }: World, as: User | null) {
  const { data, headers } = await host.request('GET', '/vendor-kb/v1/articles?per_page=100', { as });
  return { text: JSON.stringify(data), total: Number(headers['X-CMS-Total']) };
}
/** What a test with these surfaces fails with; null for nothing. */
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
  it('passes what shows each viewer what they may read', async () => {
    expect(await failure({ honest: (viewer, world) => list(world, viewer) })).toBeNull();
  });

  it('names the surface, the viewer, the article and the seed of what shows a closed one, every time', async () => {
    const surfaces: LeakTest['surfaces'] = { careless: (_viewer, world) => list(world, world.administrator) };
    const message = await failure(surfaces);
    expect(message).toMatch(/^careless, for a visitor \(seed 7\): the article \d+ is closed to them, and was shown: /);
    expect(await failure(surfaces)).toBe(message);
  });

  it('fails for a total of more than are open', async () => {
    const counting: LeakTest['surfaces'] = {
      counting: async (_viewer, world) => ({ text: '', total: (await list(world, world.administrator)).total }),
    };
    expect(await failure(counting)).toMatch(/^counting, for a visitor \(seed 7\): \d+ articles were counted, and \d+ /);
  });

  it('fails for what shows nobody anything, unless that is meant', async () => {
    const surfaces: LeakTest['surfaces'] = { mute: async () => 'Come back later.' };
    expect(await failure(surfaces)).toContain('mute: nothing was shown to anybody');
    expect(await failure(surfaces, { silent: ['mute'] })).toBeNull();
  });

  it('closes its hosts, also when a surface throws', async () => {
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
