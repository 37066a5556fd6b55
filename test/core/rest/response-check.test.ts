import { definePlugin, type JsonSchema, respond } from 'mortise';
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

describe('the check of answers', () => {
  let host: TestHost;
  afterEach(() => host.close());

  /** What `GET /acme/v1/thing` answers when its handler returns this. */
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

  it('lets through what the route says', async () => {
    expect(await answerOf({ name: 'Ada', parts: [{ size: 1 }] })).toMatchObject({ status: 200 });
  });

  it('names the route, the place and the fault', async () => {
    const { status, data } = await answerOf({ name: 'Ada', parts: [{ size: 1 }, { size: 'big' }] });
    expect(status).toBe(500);
    expect(data).toMatchObject({
      code: 'rest_response_invalid',
      message: expect.stringMatching(/^GET \/acme\/v1\/thing .*data\.parts\.1\.size must be of type integer\./),
    });
  });

  it('finds what is missing', async () => {
    expect((await answerOf({ parts: [] })).data).toMatchObject({ message: expect.stringContaining("'name'") });
  });

  it('looks at what a client will read: dates are text, absent members are gone', async () => {
    expect(await answerOf({ name: 'Ada', at: new Date(), parts: undefined })).toMatchObject({ status: 200 });
  });

  it('follows trees', async () => {
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

  it('leaves empty answers and refusals alone', async () => {
    expect(await answerOf(null)).toMatchObject({ status: 204 });
    await host.close();
    expect(await answerOf(respond({ wrong: true }, { status: 409 }))).toMatchObject({ status: 409 });
  });

  it('leaves answers alone of which only some fields were asked for', async () => {
    expect(await answerOf({ parts: [] }, { query: '?_fields=parts' })).toMatchObject({ status: 200 });
  });

  it('is for development', async () => {
    expect(await answerOf({ parts: 'none' }, { debug: false })).toMatchObject({ status: 200 });
  });
});
