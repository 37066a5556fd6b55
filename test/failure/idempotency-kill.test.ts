import type { TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { utc } from '../../src/core/database/codec.js';
import type { Script } from '../core/database/processes/start-script.js';
import { dialects } from '../support/databases.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';
import { order, ordersPlugin } from './processes/orders-plugin.js';

const KEY = 'the-order-of-today';

/** Orders from several processes on one database, some of which are killed. None is lost or duplicated. */
describe.each(dialects)('Idempotency-Key under kills on $name', { timeout: 120_000 }, (dialect) => {
  let site: SharedSite;
  let host: TestHost;

  beforeEach(async () => {
    site = await shareSite(dialect, { plugins: [ordersPlugin()] });
    host = site.host;
  });
  afterEach(() => site.close());

  const start = (stop: 'nowhere' | 'written' | 'recorded' | 'committed'): Script => site.start('order', KEY, stop);

  const answerOf = async (script: Script) => JSON.parse(await script.line());

  async function stored(): Promise<number> {
    return (await host.db.query.selectFrom('acme_orders').select('id').execute()).length;
  }

  /** Ends all leases, as if a minute had passed. */
  async function endLeases(): Promise<void> {
    const past = utc.encode(new Date((await host.db.now()).getTime() - 1));
    await host.db.query.updateTable('idempotency_keys').set({ lease_until: past }).execute();
  }

  async function expectRerun(): Promise<void> {
    expect(await stored()).toBe(0);
    expect(await order(host, KEY)).toMatchObject({ status: 409, data: { code: 'rest_idempotency_in_flight' } });
    await endLeases();
    const answer = await order(host, KEY);
    expect(answer).toMatchObject({ status: 200, data: { item: 'onion' } });
    expect(answer.headers).not.toHaveProperty('Idempotency-Replayed');
    expect(await order(host, KEY)).toMatchObject({ data: answer.data, headers: { 'Idempotency-Replayed': 'true' } });
    expect(await stored()).toBe(1);
  }

  it('leaves only the lease when killed after the write, and a retry runs once the lease ends', async () => {
    const script = start('written');
    expect(await script.line()).toBe('written');
    await script.kill('SIGKILL');
    await expectRerun();
  });

  it('leaves only the lease when killed between the handler and the commit', async () => {
    await start('recorded').killed();
    await expectRerun();
  });

  it('leaves everything when killed between the commit and the answer, and a retry gets the answer', async () => {
    await start('committed').killed();
    expect(await stored()).toBe(1);
    expect(await order(host, KEY)).toMatchObject({
      status: 200,
      data: { item: 'onion' },
      headers: { 'Idempotency-Replayed': 'true' },
    });
    expect(await stored()).toBe(1);
  });

  it('runs in one of two concurrent processes; the other gets 409, and later the answer', async () => {
    const script = start('written');
    expect(await script.line()).toBe('written');
    expect(await order(host, KEY)).toMatchObject({
      status: 409,
      data: { code: 'rest_idempotency_in_flight' },
      headers: { 'Retry-After': '1' },
    });
    script.write('go on');
    const first = await answerOf(script);
    expect(first).toMatchObject({ status: 200, data: { item: 'onion' } });
    expect(await order(host, KEY)).toMatchObject({ data: first.data, headers: { 'Idempotency-Replayed': 'true' } });
    expect(await stored()).toBe(1);
  });

  it('yields one order from three concurrent processes', async () => {
    const rivals = [start('nowhere'), start('nowhere'), start('nowhere')];
    for (const rival of rivals) expect(await rival.line()).toBe('ready');
    for (const rival of rivals) rival.write('go on');
    const answers = await Promise.all(rivals.map(answerOf));
    const ran = answers.filter(({ status, headers }) => status === 200 && !headers['Idempotency-Replayed']);
    expect(ran).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await stored()).toBe(1);
  });
});
