import { definePlugin } from 'mortise';
import { type JsonSchema, respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

const returns: JsonSchema = {
  type: 'object',
  properties: {
    at: { type: 'string', format: 'date-time' },
    name: { type: 'string', required: true },
    parts: { type: 'array', items: { type: 'object', properties: { size: { type: 'integer' } } } },
  },
};

describe('response check', () => {
  let host: TestHost;
  afterEach(() => host.close());

  /** Returns the response of `GET /acme/v1/thing` when its handler returns the value. */
  async function answerOf(value: unknown, { debug = true, query = '', schema = returns } = {}) {
    const plugin = definePlugin({
      name: 'acme-thing',
      version: '1.0.0',
      setup({ rest }) {
        const route = {
          method: 'GET',
          path: '/thing',
          summary: 'Thing',
          permission: 'public',
          returns: schema,
        } as const;
        rest.route('acme/v1', { ...route, handler: () => value });
      },
    });
    host = await createTestHost({ plugins: [plugin], debug });
    return host.request('GET', `/acme/v1/thing${query}`);
  }

  it('accepts a response that matches the schema', async () => {
    expect(await answerOf({ name: 'Ada', parts: [{ size: 1 }] })).toMatchObject({ status: 200 });
  });

  it('reports the route, the path and the error', async () => {
    const { status, data } = await answerOf({ name: 'Ada', parts: [{ size: 1 }, { size: 'big' }] });
    expect(status).toBe(500);
    expect(data).toMatchObject({
      code: 'rest_response_invalid',
      message: expect.stringMatching(
        /^The response of GET \/acme\/v1\/thing .*data\.parts\.1\.size must be of type integer\./,
      ),
    });
  });

  it('reports a missing property', async () => {
    expect((await answerOf({ parts: [] })).data).toMatchObject({ message: expect.stringContaining("'name'") });
  });

  it('checks the serialized data: dates are strings, undefined members are absent', async () => {
    expect(await answerOf({ name: 'Ada', at: new Date(), parts: undefined })).toMatchObject({ status: 200 });
  });

  it('follows recursive schemas', async () => {
    const schema: JsonSchema = {
      type: 'object',
      $anchor: 'branch',
      properties: { size: { type: 'integer' }, branches: { type: 'array', items: { $ref: '#branch' } } },
    };
    const tree = { branches: [{ size: 1, branches: [{ size: 'big' }] }] };
    expect((await answerOf(tree, { schema })).data).toMatchObject({
      message: expect.stringContaining('data.branches.0.branches.0.size'),
    });
  });

  it('skips empty responses and errors', async () => {
    expect(await answerOf(null)).toMatchObject({ status: 204 });
    await host.close();
    expect(await answerOf(respond({ wrong: true }, { status: 409 }))).toMatchObject({ status: 409 });
  });

  it('skips responses limited to some fields', async () => {
    expect(await answerOf({ parts: [] }, { query: '?_fields=parts' })).toMatchObject({ status: 200 });
  });

  it('is disabled outside debug mode', async () => {
    expect(await answerOf({ parts: 'none' }, { debug: false })).toMatchObject({ status: 200 });
  });
});
