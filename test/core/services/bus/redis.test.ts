import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import type { BusService } from '../../../../src/core/services/bus/bus.js';
import { createRedisBus } from '../../../../src/core/services/bus/redis.js';
import { type RedisServer, redisServer, type TestRedis, testRedis } from '../../../support/redis.js';
import { busContract, type OpenBuses, recordingLog } from '../bus-contract.js';

describe.skipIf(!inject('services').includes('redis'))('on Redis', () => {
  const buses: BusService[] = [];
  const places: TestRedis[] = [];
  const servers: RedisServer[] = [];
  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.close();
    for (const server of servers) await server.start();
    for (const place of places.splice(0)) await place.close();
    for (const server of servers.splice(0)) await server.remove();
  });

  async function place(server?: string): Promise<TestRedis> {
    const client = testRedis(server);
    places.push(client);
    return client;
  }

  const open =
    (at: TestRedis): OpenBuses =>
    async (count, log) => {
      for (let index = 0; index < count; index += 1) buses.push(await createRedisBus(await at.connect(log), log));
      return buses.slice(-count);
    };

  busContract('redis', async (count, log) => open(await place())(count, log), { reaches: true });

  it('ignores sites with another prefix and invalid messages', async () => {
    const { log, lines } = recordingLog();
    const [mine, theirs] = [await place(), await place()];
    const [first, second] = await open(mine)(2, log);
    const [other] = await open(theirs)(1, log);
    const heard: unknown[] = [];
    first?.subscribe('things', ({ from }) => void heard.push(from));
    other?.publish('things', { from: 'another site' });
    const redis = await mine.connect(log);
    const garbage = [
      '',
      'no json',
      '[]',
      'null',
      '{"from":"x","topic":"things"}',
      '{"from":1,"topic":"things","message":{}}',
    ];
    for (const text of garbage) await redis.run((client) => client.publish(redis.key('bus'), text));
    second?.publish('things', { from: 'this site' });
    await vi.waitFor(() => expect(heard).toContain('this site'));
    expect(heard).toEqual(['this site']);
    expect(lines).toEqual([]);
  });

  it('serves this process while the server is down and reports the reconnect', async () => {
    const { log, lines } = recordingLog();
    const server = await redisServer();
    servers.push(server);
    await server.start();
    const [first, second] = await open(await place(server.address))(2, log);
    const heard: unknown[] = [];
    const reconnected = vi.fn();
    first?.subscribe('things', ({ id }) => void heard.push(id));
    first?.onReconnect(reconnected);

    await server.kill();
    first?.publish('things', { id: 1 });
    second?.publish('things', { id: 'lost' });
    expect(heard).toEqual([1]);
    expect(reconnected).not.toHaveBeenCalled();

    await server.start();
    await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), 5000);
    await vi.waitFor(() => {
      second?.publish('things', { id: 2 });
      expect(heard).toContain(2);
    }, 5000);
    expect(heard).not.toContain('lost');
    expect(lines.filter((line) => line.startsWith('warn'))).toHaveLength(2);
    expect(lines.filter((line) => line === 'info Redis is back')).toHaveLength(2);
  });
});
