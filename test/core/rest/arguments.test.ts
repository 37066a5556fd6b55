import { definePlugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('request arguments', () => {
  let host: TestHost;
  beforeAll(async () => {
    const pots = definePlugin({
      name: 'acme-pots',
      version: '1.0.0',
      setup({ rest }) {
        const common = { permission: 'public', strictBody: true } as const;
        rest.route('acme/v1', {
          ...common,
          method: 'GET',
          path: '/pots',
          summary: 'List pots',
          args: {
            per_page: { type: 'integer', minimum: 1, default: 10 },
            order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
            search: { type: 'string', minLength: 2 },
            from: { type: 'string', format: 'date' },
          },
          handler: ({ args }) => args,
        });
        rest.route('acme/v1', {
          ...common,
          method: 'GET',
          path: '/pots/{id}',
          summary: 'Read a pot',
          args: { id: { type: 'integer' } },
          handler: ({ args }) => args,
        });
        rest.route('acme/v1', {
          ...common,
          method: ['PUT', 'POST'],
          path: '/pots/{id}',
          summary: 'Change a pot',
          args: { id: { type: 'integer' }, name: { type: 'string' } },
          returns: { type: 'object', properties: { id: { type: 'integer' }, size: { type: 'integer' } } },
          handler: ({ args }) => args,
        });
      },
    });
    host = await createTestHost({ plugins: [pots] });
  });
  afterAll(() => host.close());

  const list = (query: Record<string, string>) => host.request('GET', '/acme/v1/pots', { query });

  it('count as absent when a query parameter of a read is empty', async () => {
    const { data } = await list({ search: '', from: '', per_page: '', order: '' });
    expect(data).toEqual({ per_page: 10, order: 'asc' });
  });

  it('stay empty when a change sets an empty text', async () => {
    const { data } = await host.request('POST', '/acme/v1/pots/1', { query: { name: '' } });
    expect(data).toMatchObject({ name: '' });
  });

  it.each(['slug', 'parent', 'modified_before', 'orderby'])(
    'are rejected when a list does not have the WordPress filter %s',
    async (name) => {
      const { status, data } = await list({ [name]: '1' });
      expect(status).toBe(400);
      expect(data).toMatchObject({ code: 'rest_invalid_param', data: { params: { [name]: expect.any(String) } } });
    },
  );

  it('are ignored when they change no list: other names, empty filters, reads of one resource', async () => {
    expect((await list({ utm_source: 'mail', slug: '' })).status).toBe(200);
    expect((await host.request('GET', '/acme/v1/pots/1', { query: { slug: 'a' } })).status).toBe(200);
  });

  it('count as absent when they are a rendered text without its source', async () => {
    const send = (name: unknown) => host.request('PUT', '/acme/v1/pots/1', { body: { name } });
    expect((await send({ rendered: '<em>Tall</em>' })).data).toEqual({ id: 1 });
    expect((await send({ raw: '*Tall*', rendered: '<em>Tall</em>' })).data).toEqual({ id: 1, name: '*Tall*' });
    expect((await send({ size: 3 })).status).toBe(400);
  });

  it('are ignored when an update sends members of its answer that cannot be changed', async () => {
    const body = { id: 1, name: 'Tall', size: 3 };
    expect((await host.request('PUT', '/acme/v1/pots/1', { body })).data).toEqual({ id: 1, name: 'Tall' });
    expect((await host.request('POST', '/acme/v1/pots/1', { body })).status).toBe(400);
    expect((await host.request('PUT', '/acme/v1/pots/1', { body: { color: 'red' } })).status).toBe(400);
  });
});
