import { definePlugin, HostError } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

interface Pot {
  readonly id: number;
  readonly owner: number;
}

declare module 'mortise' {
  interface Capabilities {
    use_pots: true;
    use_pot: Pot;
  }
}

describe('permission object', () => {
  let host: TestHost;
  let lookedUp: number[];
  afterEach(() => host.close());

  async function kitchen(owner = 1): Promise<void> {
    lookedUp = [];
    const pots = (id: number): Pot => {
      lookedUp.push(id);
      if (id > 9) throw new HostError('acme_pot_missing', 'There is no such pot.', { status: 404 });
      return { id, owner };
    };
    const plugin = definePlugin({
      name: 'acme-pots',
      version: '1.0.0',
      setup({ access, rest }) {
        access.capability('use_pots', { label: 'Use pots', roles: ['author'] });
        access.meta('use_pot', (user, pot) => (pot.owner === user.id ? ['use_pots'] : ['do_not_allow']));
        const args = { id: { type: 'integer' } } as const;
        rest.route('acme/v1', {
          method: 'POST',
          path: '/pots/{id}',
          summary: 'Use a pot',
          args,
          permission: { capability: 'use_pot', object: ({ args }) => pots(args.id) },
          handler: ({ object, user }) => ({ pot: object.id, user: user.id }),
        });
        rest.route('acme/v1', {
          method: 'POST',
          path: '/kettles/{id}',
          summary: 'Use a kettle, or all of them',
          args,
          permission: { anyOf: [{ capability: 'use_pot', object: ({ args }) => pots(args.id) }, 'authenticated'] },
          handler: ({ object }) => ({ object: object ?? null }),
        });
      },
    });
    host = await createTestHost({ plugins: [plugin] });
  }

  it('is passed to the handler and loaded once', async () => {
    await kitchen();
    const author = await host.createUser('author');
    const answer = await host.request('POST', '/acme/v1/pots/7', { as: author });
    expect(answer).toMatchObject({ status: 200, data: { pot: 7, user: author.id } });
    expect(lookedUp).toEqual([7]);
  });

  it('is not loaded for visitors, so that its existence is not revealed', async () => {
    await kitchen();
    expect(await host.request('POST', '/acme/v1/pots/77')).toMatchObject({ status: 401 });
    expect(lookedUp).toEqual([]);
  });

  it('returns its own error when it is missing', async () => {
    await kitchen();
    const author = await host.createUser('author');
    const answer = await host.request('POST', '/acme/v1/pots/77', { as: author });
    expect(answer).toMatchObject({ status: 404, data: { code: 'acme_pot_missing' } });
  });

  it('is not passed on when another alternative grants access', async () => {
    await kitchen(99);
    const author = await host.createUser('author');
    const answer = await host.request('POST', '/acme/v1/kettles/7', { as: author });
    expect(answer).toMatchObject({ status: 200, data: { object: null } });
  });
});
