import { definePlugin } from 'mortise';
import { cacheJson, type RestResponse } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { cachedJson, mutableCopy } from '../../../src/core/rest/cached-json.js';

const thing = (id: number) => ({ id, name: 'Ünï "quoted"', parts: [{ size: 1 }], gone: undefined, at: new Date(0) });

describe('data with cached JSON', () => {
  it('serializes to the same JSON, by itself and in a list', () => {
    const [one, other] = [cacheJson(thing(1)), cacheJson(thing(2))];
    expect(String(cachedJson(one))).toBe(JSON.stringify(one));
    expect(Buffer.from(cachedJson([one, other]) ?? []).toString()).toBe(JSON.stringify([one, other]));
  });

  it('is deeply frozen', () => {
    const cached = cacheJson(thing(1));
    expect(() => {
      cached.name = 'another';
    }).toThrow(TypeError);
    expect(() => cached.parts.push({ size: 2 })).toThrow(TypeError);
  });

  it('is not reused next to data without cached JSON', () => {
    expect(cachedJson([cacheJson(thing(1)), thing(2)])).toBeUndefined();
    expect(cachedJson({ ...cacheJson(thing(1)) })).toBeUndefined();
    for (const other of [[], null, 'text', 1, undefined]) expect(cachedJson(other)).toBeUndefined();
  });

  it('is copied for a caller that may mutate it, also next to other data', () => {
    const [cached, other] = [cacheJson(thing(1)), thing(2)];
    const list = mutableCopy([cached, other]) as unknown[];
    expect(list).toEqual([cached, other]);
    expect([list[0] === cached, list[1] === other]).toEqual([false, true]);
    expect(Object.isFrozen(list[0])).toBe(false);
  });

  it('rejects values that JSON cannot represent', () => {
    expect(() => cacheJson({ size: Number.NaN })).toThrow(TypeError);
  });
});

describe('a route that returns data with cached JSON', () => {
  let host: TestHost;
  afterEach(() => host.close());

  const cached = cacheJson({ id: 1, name: 'Bread', _links: {} });
  const route = { method: 'GET', summary: 'Bread', permission: 'public' } as const;

  /** Mutates its argument. */
  const renamed = (data: unknown) => Object.assign(data as object, { name: 'Cake' });

  async function open(filter?: 'rest_request_after_callbacks' | 'rest_post_dispatch' | 'rest_pre_echo_response') {
    const plugin = definePlugin({
      name: 'acme-bread',
      version: '1.0.0',
      setup({ rest, hooks }) {
        rest.route('acme/v1', { ...route, path: '/one', returns: { type: 'object' }, handler: () => cached });
        const items: object = { type: 'array', items: { type: 'object' } };
        rest.route('acme/v1', { ...route, path: '/list', returns: items, handler: () => [cached, cached] });
        if (filter === 'rest_pre_echo_response') hooks.addFilter(filter, renamed);
        else if (filter)
          hooks.addFilter(filter, (response: RestResponse) => ({ ...response, data: renamed(response.data) }));
      },
    });
    // As in production. In debug mode, hooks freeze their arguments to expose mutations.
    host = await createTestHost({ plugins: [plugin], debug: false });
  }

  const get = async (path: string) => (await host.request('GET', `/acme/v1${path}`)).data;

  it('returns the same as without cached JSON', async () => {
    await open();
    expect(await get('/one')).toEqual({ id: 1, name: 'Bread', _links: {} });
    expect(await get('/list')).toEqual([cached, cached]);
    expect(await get('/list?_fields=name')).toEqual([{ name: 'Bread' }, { name: 'Bread' }]);
    expect(await get('/one?_envelope')).toMatchObject({ body: cached, status: 200 });
    expect(await get('/one?_embed')).toEqual(cached);
  });

  it.each(['rest_request_after_callbacks', 'rest_post_dispatch', 'rest_pre_echo_response'] as const)(
    'passes a copy to %s callbacks that mutate it',
    async (filter) => {
      await open(filter);
      expect(await get('/one')).toMatchObject({ name: 'Cake' });
      expect(cached.name).toBe('Bread');
    },
  );
});
