import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobQueue } from '../../../../src/core/services/jobs/jobs.js';

describe('jobs over REST', () => {
  let host: TestHost;
  let as: number;
  let queue: JobQueue<string>;

  beforeEach(async () => {
    host = await createTestHost();
    as = (await host.createUser('administrator')).id;
    queue = host.jobs.define<string, string>(
      {
        name: 'acme_cook',
        attempts: 1,
        async run({ payload }) {
          if (payload === 'stone') throw new Error('cannot be cooked');
          return `${payload} is cooked`;
        },
      },
      'acme',
    );
  });
  afterEach(() => host.close());

  const call = (method: string, path: string, user: number | undefined = as) =>
    host.request(method, `/mortise/v1${path}`, user === undefined ? {} : { as: user });

  it('can be listed, read, cancelled and retried', async () => {
    const [soup, stone] = [await queue.add('soup', { key: 'dinner' }), await queue.add('stone')];
    const listed = await call('GET', '/jobs?status=waiting&name=cook&per_page=1&page=2');
    expect(listed).toMatchObject({ status: 200, data: [{ id: soup.id }], headers: { 'X-CMS-Total': '2' } });
    expect(await call('POST', `/jobs/${soup.id}/cancel`)).toMatchObject({ data: { status: 'cancelled' } });
    expect(await call('POST', `/jobs/${soup.id}/cancel`)).toMatchObject({ status: 409, data: { code: 'job_ended' } });
    expect(await call('POST', `/jobs/${soup.id}/retry`)).toMatchObject({ data: { status: 'waiting', attempts: 0 } });
    host.jobs.work();
    await vi.waitFor(async () => {
      expect(await call('GET', `/jobs/${soup.id}`)).toMatchObject({
        status: 200,
        data: {
          status: 'completed',
          payload: 'soup',
          result: 'soup is cooked',
          key: 'dinner',
          attempts: 1,
          max_attempts: 1,
          progress: null,
          due_at: null,
          ended_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      });
      expect(await call('GET', '/jobs?status=failed')).toMatchObject({
        data: [{ id: stone.id, error: 'cannot be cooked', result: null }],
      });
    });
    expect(await call('POST', `/jobs/${soup.id}/retry`)).toMatchObject({
      status: 409,
      data: { code: 'job_not_ended' },
    });
  });

  it('are restricted to users who may manage them', async () => {
    const { id } = await queue.add('soup');
    const editor = (await host.createUser('editor')).id;
    for (const [method, path] of [
      ['GET', '/jobs'],
      ['GET', `/jobs/${id}`],
      ['POST', `/jobs/${id}/retry`],
      ['POST', `/jobs/${id}/cancel`],
    ] as const) {
      expect((await call(method, path, editor)).status).toBe(403);
      expect((await host.request(method, `/mortise/v1${path}`)).status).toBe(401);
    }
    expect((await host.jobs.get(id))?.status).toBe('waiting');
  });

  it('return 404 for unknown jobs and 400 for invalid arguments', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/retry'],
      ['POST', '/cancel'],
    ]) {
      const answer = await call(method ?? '', `/jobs/${'0'.repeat(32)}${path}`);
      expect(answer).toMatchObject({ status: 404, data: { code: 'job_missing' } });
    }
    expect((await call('GET', '/jobs?status=lost')).status).toBe(400);
    expect((await call('GET', '/jobs?per_page=101')).status).toBe(400);
    expect((await call('GET', '/jobs/soup')).status).toBe(404);
  });
});
