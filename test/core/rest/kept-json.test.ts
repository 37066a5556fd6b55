import { definePlugin, keepJson, type RestResponse } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { changeable, keptJson } from '../../../src/core/rest/kept-json.js';

const thing = (id: number) => ({ id, name: 'Ünï "quoted"', parts: [{ size: 1 }], gone: undefined, at: new Date(0) });

describe('data that is kept', () => {
  it('has the JSON that it would have had, alone and in a list', () => {
    const [one, other] = [keepJson(thing(1)), keepJson(thing(2))];
    expect(String(keptJson(one))).toBe(JSON.stringify(one));
    expect(Buffer.from(keptJson([one, other]) ?? []).toString()).toBe(JSON.stringify([one, other]));
  });

  it('is frozen all the way down', () => {
    const kept = keepJson(thing(1));
    expect(() => {
      kept.name = 'another';
    }).toThrow(TypeError);
    expect(() => kept.parts.push({ size: 2 })).toThrow(TypeError);
  });

  it('is written anew with everything beside it that was not kept', () => {
    expect(keptJson([keepJson(thing(1)), thing(2)])).toBeUndefined();
    expect(keptJson({ ...keepJson(thing(1)) })).toBeUndefined();
    for (const other of [[], null, 'text', 1, undefined]) expect(keptJson(other)).toBeUndefined();
  });

  it('is copied for whoever may write into it, also beside what was not kept', () => {
    const [kept, other] = [keepJson(thing(1)), thing(2)];
    const list = changeable([kept, other]) as unknown[];
    expect(list).toEqual([kept, other]);
    expect([list[0] === kept, list[1] === other]).toEqual([false, true]);
    expect(Object.isFrozen(list[0])).toBe(false);
  });

  it('has to be something that JSON can carry', () => {
    expect(() => keepJson({ size: Number.NaN })).toThrow(TypeError);
  });
});

describe('a route that answers what it has kept', () => {
  let host: TestHost;
  afterEach(() => host.close());

  const kept = keepJson({ id: 1, name: 'Bread', _links: {} });
  const route = { method: 'GET', summary: 'Bread', permission: 'public' } as const;

  /** Writes into what it is given. */
  const renamed = (data: unknown) => Object.assign(data as object, { name: 'Cake' });

  async function open(filter?: 'rest_request_after_callbacks' | 'rest_post_dispatch' | 'rest_pre_echo_response') {
    const plugin = definePlugin({
      name: 'acme-bread',
      version: '1.0.0',
      setup({ rest, hooks }) {
        rest.route('acme/v1', { ...route, path: '/one', returns: { type: 'object' }, handler: () => kept });
        const items: object = { type: 'array', items: { type: 'object' } };
        rest.route('acme/v1', { ...route, path: '/list', returns: items, handler: () => [kept, kept] });
        if (filter === 'rest_pre_echo_response') hooks.addFilter(filter, renamed);
        else if (filter)
          hooks.addFilter(filter, (response: RestResponse) => ({ ...response, data: renamed(response.data) }));
      },
    });
    // As in production: hooks freeze what they are given where developers are to see it.
    host = await createTestHost({ plugins: [plugin], debug: false });
  }

  const get = async (path: string) => (await host.request('GET', `/acme/v1${path}`)).data;

  it('answers the same as without', async () => {
    await open();
    expect(await get('/one')).toEqual({ id: 1, name: 'Bread', _links: {} });
    expect(await get('/list')).toEqual([kept, kept]);
    expect(await get('/list?_fields=name')).toEqual([{ name: 'Bread' }, { name: 'Bread' }]);
    expect(await get('/one?_envelope')).toMatchObject({ body: kept, status: 200 });
    expect(await get('/one?_embed')).toEqual(kept);
  });

  it.each(['rest_request_after_callbacks', 'rest_post_dispatch', 'rest_pre_echo_response'] as const)(
    'hands a copy to callbacks of %s that write into it',
    async (filter) => {
      await open(filter);
      expect(await get('/one')).toMatchObject({ name: 'Cake' });
      expect(kept.name).toBe('Bread');
    },
  );
});
