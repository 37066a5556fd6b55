import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { HostError } from '../../../src/core/errors.js';
import { respond } from '../../../src/core/rest/response.js';
import { describeDatabases } from '../../support/databases.js';
import { createOrders, createRequest, endpoint, type RequestDetails } from './idempotency-fixture.js';

const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324';

describeDatabases('idempotency', (open) => {
  async function openShop(options = {}) {
    const db = await open();
    return { db, shop: createOrders(db, options) };
  }

  it('runs the first request and replays its response for repeats', async () => {
    const { shop } = await openShop();
    const first = await shop.place({ key: KEY }, (response) =>
      respond(response.data, { status: 201, headers: { Location: '/orders/1', ETag: '"1"' } }),
    );
    expect(first).toMatchObject({ status: 201, data: { order: 1 } });
    expect(first.headers).not.toHaveProperty('Idempotency-Replayed');
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect(await shop.place({ key: KEY })).toMatchObject({
        status: 201,
        data: { order: 1 },
        headers: { Location: '/orders/1', ETag: '"1"', 'Idempotency-Replayed': 'true' },
      });
    }
    expect([shop.runs, await shop.stored()]).toEqual([1, 1]);
  });

  it('runs every request without a key, and with a key on a route without idempotency', async () => {
    const { shop } = await openShop();
    await shop.place({});
    await shop.place({});
    const { idempotency: _none, ...plain } = endpoint;
    for (let call = 0; call < 2; call += 1) {
      await shop.idempotency.run(plain, createRequest({ key: KEY }), async () => respond(null));
    }
    expect(shop.runs).toBe(2);
  });

  it('does not replay cookies, request ids, nonces and rate limit headers', async () => {
    const { shop } = await openShop();
    const headers = {
      'Set-Cookie': 'a=b',
      'X-Request-Id': '1',
      'X-CMS-Nonce': 'n',
      'x-wp-nonce': 'n',
      RateLimit: '"a";r=1;t=1',
      'RateLimit-Policy': '"a";q=1;w=1',
      'Retry-After': '1',
      'Content-Language': 'cs',
    };
    await shop.place({ key: KEY }, () => respond({}, { headers }));
    expect((await shop.place({ key: KEY })).headers).toEqual({
      'Content-Language': 'cs',
      'Idempotency-Replayed': 'true',
    });
  });

  it('replays responses without a body and with special values', async () => {
    const { shop } = await openShop();
    await shop.place({ key: 'empty' }, () => respond(null, { status: 204 }));
    expect(await shop.place({ key: 'empty' })).toMatchObject({ status: 204, data: null });
    await shop.place({ key: 'null' }, () => respond(null));
    expect(await shop.place({ key: 'null' })).toMatchObject({ status: 200, data: null });
    await shop.place({ key: 'values' }, () => respond({ at: new Date(0), big: 2n ** 60n, text: 'žluťoučký 🦔' }));
    expect((await shop.place({ key: 'values' })).data).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      big: String(2n ** 60n),
      text: 'žluťoučký 🦔',
    });
  });

  it('treats a bare key and the same key in quotes as equal', async () => {
    const { shop } = await openShop();
    await shop.place({ key: 'a"b\\c' });
    await shop.place({ key: '"a\\"b\\\\c"' });
    await shop.place({ key: ' a"b\\c ' });
    expect(shop.runs).toBe(1);
    await shop.place({ key: 'x'.repeat(255) });
    await shop.place({ key: 'y'.repeat(255) });
    expect(shop.runs).toBe(3);
  });

  it.each(['', '""', '"', '"open', 'two words', 'ž', 'tab\tbed', 'x'.repeat(256), '"a"b"', '"a\\x"'])(
    'rejects the key %j',
    async (key) => {
      const { shop } = await openShop();
      await expect(shop.place({ key })).rejects.toMatchObject({
        code: 'rest_idempotency_key_invalid',
        status: 400,
      });
      expect(shop.runs).toBe(0);
    },
  );

  it('rejects two keys, and a missing one where it is required', async () => {
    const { shop } = await openShop();
    await expect(shop.place({ headers: { 'idempotency-key': ['a', 'b'] } })).rejects.toMatchObject({
      code: 'rest_idempotency_key_invalid',
    });
    const run = shop.idempotency.run({ ...endpoint, idempotency: 'required' }, createRequest(), async () => respond(1));
    await expect(run).rejects.toMatchObject({ code: 'rest_idempotency_key_missing', status: 400 });
  });

  it.each<[string, RequestDetails]>([
    ['other arguments', { args: { item: 'leek' } }],
    ['another body', { body: { item: 'onion', count: 2 } }],
    ['another path of the same route', { path: '/acme/v1/orders/2' }],
  ])('rejects a key that was used with %s', async (_, difference) => {
    const { shop } = await openShop();
    await shop.place({ key: KEY });
    await expect(shop.place({ key: KEY, ...difference })).rejects.toMatchObject({
      code: 'rest_idempotency_key_reused',
      status: 422,
    });
    expect(shop.runs).toBe(1);
  });

  it('compares requests regardless of member order and by the content of their files', async () => {
    const { shop } = await openShop();
    const folder = await mkdtemp(path.join(tmpdir(), 'mortise-files-'));
    const file = (name: string) => ({
      field: 'file',
      name: 'a.txt',
      type: 'text/plain',
      size: 5,
      path: path.join(folder, name),
    });
    await writeFile(path.join(folder, 'first'), 'onion');
    await writeFile(path.join(folder, 'same'), 'onion');
    await writeFile(path.join(folder, 'other'), 'leeks');
    await shop.place({ key: KEY, args: { a: 1, b: { c: [1], d: 2 } }, files: [file('first')] });
    await shop.place({ key: KEY, args: { b: { d: 2, c: [1] }, a: 1 }, files: [file('same')] });
    expect(shop.runs).toBe(1);
    await expect(
      shop.place({ key: KEY, args: { a: 1, b: { c: [1], d: 2 } }, files: [file('other')] }),
    ).rejects.toMatchObject({ code: 'rest_idempotency_key_reused' });
    await rm(folder, { recursive: true });
  });

  it('separates callers and routes', async () => {
    const { shop } = await openShop();
    const others: RequestDetails[] = [
      {},
      { remoteAddress: '203.0.113.8' },
      { remoteAddress: '2001:db8::1' },
      { userId: 1 },
      { userId: 2 },
      { route: '/acme/v1/returns' },
    ];
    for (const [index, details] of others.entries()) {
      expect((await shop.place({ key: KEY, ...details })).data).toEqual({ order: index + 1 });
    }
    expect((await shop.place({ key: KEY, userId: 1, remoteAddress: '198.51.100.1' })).data).toEqual({ order: 4 });
    expect((await shop.place({ key: KEY, remoteAddress: '2001:db8::2' })).data).toEqual({ order: 3 });
  });

  it('stores no key in readable form', async () => {
    const { db, shop } = await openShop();
    await shop.place({ key: KEY, userId: 1 });
    const rows = await db.query.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(KEY);
  });

  it('stores an error that the handler returns, and keeps its writes', async () => {
    const { shop } = await openShop();
    const refuse = () => respond({ code: 'sold_out' }, { status: 409 });
    await shop.place({ key: KEY }, refuse);
    expect(await shop.place({ key: KEY })).toMatchObject({ status: 409, data: { code: 'sold_out' } });
    expect([shop.runs, await shop.stored()]).toEqual([1, 1]);
  });

  it('stores an error that the handler throws, and rolls back its writes', async () => {
    const { shop } = await openShop();
    const error = new HostError('acme_sold_out', 'There are none left.', { status: 409, headers: { 'X-Left': '0' } });
    await expect(shop.place({ key: KEY }, () => Promise.reject(error))).rejects.toBe(error);
    expect(await shop.place({ key: KEY })).toMatchObject({
      status: 409,
      data: { code: 'acme_sold_out', message: 'There are none left.', data: { status: 409, request_id: 'a-request' } },
      headers: { 'X-Left': '0', 'Idempotency-Replayed': 'true' },
    });
    expect([shop.runs, await shop.stored()]).toEqual([1, 0]);
  });

  it.each([500, 503, 429, 408, 425])('rolls back and releases the key on %i, so that a retry runs', async (status) => {
    const { shop } = await openShop();
    const error = new HostError('acme_later', 'Later.', { status });
    await expect(shop.place({ key: KEY }, () => Promise.reject(error))).rejects.toBe(error);
    expect(await shop.place({ key: KEY }, () => respond({ code: 'later' }, { status }))).toMatchObject({ status });
    expect([shop.runs, await shop.stored()]).toEqual([2, 0]);
    expect(await shop.place({ key: KEY })).toMatchObject({ status: 201, data: { order: 3 } });
    expect(await shop.stored()).toBe(1);
  });

  it('rolls back and releases the key when the response cannot be serialized', async () => {
    const { shop } = await openShop();
    await expect(shop.place({ key: KEY }, () => respond({ price: Number.NaN }))).rejects.toThrow(TypeError);
    expect(await shop.stored()).toBe(0);
    expect(await shop.place({ key: KEY })).toMatchObject({ status: 201 });
  });

  it('stores responses up to 1 MiB, and only the status of larger ones', async () => {
    const { shop } = await openShop();
    const fitting = 'x'.repeat(1024 * 1024 - 2);
    await shop.place({ key: 'fits' }, () => respond(fitting));
    expect((await shop.place({ key: 'fits' })).data).toBe(fitting);
    const large = await shop.place({ key: 'large' }, () => respond(`${fitting}x`, { status: 201 }));
    expect(large.status).toBe(201);
    await expect(shop.place({ key: 'large' })).rejects.toMatchObject({
      code: 'rest_idempotency_answer_not_kept',
      status: 409,
      data: { original_status: 201 },
    });
    expect(shop.runs).toBe(2);
  });

  it('runs one of many concurrent requests', async () => {
    const { shop } = await openShop();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        shop
          .place({ key: KEY }, async (response) => {
            await sleep(50);
            return response;
          })
          .catch((error: HostError) => error.code),
      ),
    );
    const others = outcomes.filter((outcome) => outcome !== 'rest_idempotency_in_flight');
    expect(others.length).toBeGreaterThanOrEqual(1);
    for (const outcome of others) expect(outcome).toMatchObject({ status: 201, data: { order: 1 } });
    expect([shop.runs, await shop.stored()]).toEqual([1, 1]);
  });

  it('rejects a repeat while the first runs, and another request with the same key', async () => {
    const { shop } = await openShop();
    let goOn: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      const first = shop.place({ key: KEY }, async (response) => {
        resolve();
        await new Promise<void>((go) => {
          goOn = go;
        });
        return response;
      });
      first.catch(() => undefined);
    });
    await started;
    await expect(shop.place({ key: KEY })).rejects.toMatchObject({
      code: 'rest_idempotency_in_flight',
      status: 409,
      data: { headers: { 'Retry-After': '1' } },
    });
    await expect(shop.place({ key: KEY, args: {} })).rejects.toMatchObject({ code: 'rest_idempotency_key_reused' });
    goOn();
    await expect
      .poll(async () => (await shop.place({ key: KEY })).headers)
      .toMatchObject({
        'Idempotency-Replayed': 'true',
      });
    expect(shop.runs).toBe(1);
  });

  it('never runs twice when the first run takes longer than its lease', async () => {
    const { shop } = await openShop({ leaseMs: 150 });
    const first = shop.place({ key: KEY }, async (response) => {
      await sleep(600);
      return response;
    });
    await sleep(400);
    const second = await shop.place({ key: KEY }).catch((error: HostError) => error.code);
    await first;
    if (second !== 'rest_idempotency_in_flight') expect(second).toMatchObject({ data: { order: 1 } });
    expect([shop.runs, await shop.stored()]).toEqual([1, 1]);
  });

  it('lets one of several requests take over from a crashed run after its lease', async () => {
    const { db, shop } = await openShop({ leaseMs: 400 });
    await leaveBehind(db, shop);
    await expect(shop.place({ key: KEY })).rejects.toMatchObject({ code: 'rest_idempotency_in_flight' });
    await sleep(450);
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => shop.place({ key: KEY })));
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect([shop.runs, await shop.stored()]).toEqual([2, 1]);
  });

  it('rolls back a run whose key was taken over by another run', async () => {
    const { db, shop } = await openShop();
    const run = shop.place({ key: KEY }, async (response) => {
      // Simulates the takeover of the row by another run.
      await db.query.updateTable('idempotency_keys').set({ holder: randomUUID() }).execute();
      return response;
    });
    await expect(run).rejects.toMatchObject({ code: 'rest_idempotency_lost', status: 503 });
    expect(await shop.stored()).toBe(0);
  });

  it('runs again after the response has expired and deletes expired rows', async () => {
    const clock = { now: Date.UTC(2030, 0, 1) };
    const { db, shop } = await openShop({ now: async () => new Date(clock.now) });
    await shop.place({ key: 'asked' });
    await shop.place({ key: 'forgotten' });
    clock.now += 86_400_000 - 1;
    expect((await shop.place({ key: 'asked' })).data).toEqual({ order: 1 });
    clock.now += 1;
    expect((await shop.place({ key: 'asked' })).data).toEqual({ order: 3 });
    clock.now += 1;
    await createOrders(db, { now: async () => new Date(clock.now) }).place({ key: 'another' });
    const rows = await db.query.selectFrom('idempotency_keys').select('key_hash').execute();
    expect(rows).toHaveLength(2);
  });

  /** Leaves the row that a process killed in the middle of its run would leave. */
  async function leaveBehind(db: Awaited<ReturnType<typeof open>>, shop: ReturnType<typeof createOrders>) {
    const rows: Awaited<ReturnType<typeof read>> = [];
    const read = () => db.query.selectFrom('idempotency_keys').selectAll().execute();
    await shop
      .place({ key: KEY }, async () => {
        rows.push(...(await read()));
        throw new Error('killed');
      })
      .catch(() => undefined);
    await db.query.insertInto('idempotency_keys').values(rows).execute();
  }
});
