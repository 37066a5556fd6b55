import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { siteId } from '../../../../src/core/services/bus/redis.js';
import type { RedisConnection } from '../../../../src/core/services/connection/redis.js';
import { redisAddress } from '../../../../src/core/services/connection/redis-address.js';
import { describeDatabases } from '../../../support/databases.js';
import { type RedisServer, redisServer, testRedis } from '../../../support/redis.js';
import { recordingLog } from '../bus-contract.js';

describe.skipIf(!inject('services').includes('redis'))('Redis connection', () => {
  let server: RedisServer;
  let redis: RedisConnection | undefined;
  afterEach(async () => {
    await redis?.close();
    await server.remove();
    redis = undefined;
  });

  async function connect(log: ReturnType<typeof recordingLog>['log']) {
    redis = await testRedis(server.address).connect(log);
    return redis;
  }
  const ping = (connection: RedisConnection) => connection.run((client) => client.ping());

  it('does not wait for a server that is down at the start and connects when it is up', async () => {
    const { log, lines } = recordingLog();
    server = await redisServer();
    const connection = await connect(log);
    await expect(ping(connection)).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^warn Redis is unreachable/);
    await server.start();
    await vi.waitFor(async () => expect(await ping(connection)).toBe('PONG'), 5000);
    expect(lines.slice(1)).toEqual(['info Redis is back']);
  });

  it('fails immediately after a kill and logs each disconnect and reconnect once', async () => {
    const { log, lines } = recordingLog();
    server = await redisServer();
    await server.start();
    const connection = await connect(log);
    expect(lines).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await server.kill();
      for (let call = 0; call < 20; call += 1) {
        await expect(ping(connection)).rejects.toMatchObject({ code: 'service_unavailable' });
      }
      await vi.waitFor(() => expect(lines).toHaveLength(2 * time + 1));
      await server.start();
      await vi.waitFor(async () => expect(await ping(connection)).toBe('PONG'), 5000);
    }
    expect(lines.map((line) => line.slice(0, 10))).toEqual(['warn Redis', 'info Redis', 'warn Redis', 'info Redis']);
  });

  it('makes only the first commands wait for a frozen server', async () => {
    const { log, lines } = recordingLog();
    server = await redisServer();
    await server.start();
    const connection = await connect(log);
    server.freeze();
    await expect(ping(connection)).rejects.toMatchObject({ cause: { message: 'Command timed out' } });
    await expect(ping(connection)).rejects.toMatchObject({ cause: { message: expect.stringContaining('writeable') } });
    await vi.waitFor(() => expect(lines).toHaveLength(1), 5000);
    server.thaw();
    await vi.waitFor(async () => expect(await ping(connection)).toBe('PONG'), 10_000);
    expect(lines[1]).toBe('info Redis is back');
  });

  it('logs rejected commands only once in a while and keeps the connection', async () => {
    const { log, lines } = recordingLog();
    server = await redisServer();
    await server.start();
    const connection = await connect(log);
    await connection.run((client) => client.config('SET', 'maxmemory', '1'));
    for (let call = 0; call < 5; call += 1) {
      const set = connection.run((client) => client.set(connection.key('a'), 1));
      await expect(set).rejects.toMatchObject({ code: 'service_unavailable' });
    }
    expect(await ping(connection)).toBe('PONG');
    expect(lines).toEqual(['error Redis rejected a command']);
  });

  it('logs a password error without the password', async () => {
    const { log, lines, raw } = recordingLog();
    server = await redisServer();
    await server.start();
    await (await connect(log)).run((client) => client.config('SET', 'requirepass', 'right'));
    await redis?.close();
    redis = await testRedis(`:wrong-secret@${server.address}`).connect(log);
    const error: unknown = await ping(redis).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'service_unavailable' });
    expect(lines).toEqual([expect.stringMatching(/^warn Redis is unreachable/)]);
    expect(raw.join()).toMatch(/WRONGPASS/);
    log.error({ err: error }, 'as the host would');
    expect(JSON.stringify(error) + raw.join()).not.toContain('wrong-secret');
  });

  it('removes the command from errors', async () => {
    const { log, raw } = recordingLog();
    server = await redisServer();
    await server.start();
    const connection = await connect(log);
    const error: unknown = await connection
      .run((client) => client.call('SET', 'a', 'somebody@example.com', 'nonsense'))
      .catch((failure: unknown) => failure);
    log.error({ err: error }, 'as the host would');
    expect(raw.join()).toContain('syntax error');
    expect(raw.join()).not.toContain('somebody');
  });
});

describeDatabases('key prefix', (open) => {
  it('is equal for all processes of a database and differs between databases', async () => {
    const [site, other] = [await open(), await open()];
    const options = 'redis://:secret@redis.example.com:6380/2';
    const addresses = await Promise.all([1, 2, 3].map(() => redisAddress(options, () => siteId(site))));
    expect(new Set(addresses.map(({ prefix }) => prefix)).size).toBe(1);
    expect(addresses[0]).toMatchObject({ url: options, server: 'redis.example.com:6380' });
    expect(addresses[0]?.prefix).toMatch(/^mortise:[0-9a-z]+:$/);
    expect((await redisAddress(options, () => siteId(other))).prefix).not.toBe(addresses[0]?.prefix);
  });

  it('is read from the URL and not sent to the server', async () => {
    const address = await redisAddress('rediss://redis.example.com?prefix=shop:&family=6', () =>
      Promise.reject(new Error('nobody needs a name of the site here')),
    );
    expect(address).toEqual({
      url: 'rediss://redis.example.com?family=6',
      server: 'redis.example.com',
      prefix: 'shop:',
    });
  });
});
