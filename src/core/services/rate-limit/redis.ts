import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RedisConnection } from '../connection/redis.js';
import { assertCost, toConsumption } from './outcome.js';
import type { RateLimiter } from './rate-limiter.js';

/**
 * Lua script that counts a call. KEYS[1] is a list of the times of the allowed calls, oldest first. ARGV: window
 * length, max, cost, and the time unless the server's is used; all times are milliseconds.
 */
const CONSUME = `
local key, window, max, cost, time = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if not time then
  local clock = redis.call('TIME')
  time = clock[1] * 1000 + math.floor(clock[2] / 1000)
end
local newest = tonumber(redis.call('LINDEX', key, -1) or time)
-- A clock that was far ahead must not lock anybody out for as long.
if newest > time + window then
  redis.call('DEL', key)
  newest = time
end
-- Another server, or its clock set back, must not make calls younger than they are.
time = math.max(time, newest)
local oldest = redis.call('LINDEX', key, 0)
while oldest and tonumber(oldest) <= time - window do
  redis.call('LPOP', key)
  oldest = redis.call('LINDEX', key, 0)
end
local size = redis.call('LLEN', key)
local missing = size + cost - max
if missing > 0 then
  return {0, size, tonumber(redis.call('LINDEX', key, missing - 1)), time}
end
for _ = 1, cost do redis.call('RPUSH', key, string.format('%.0f', time)) end
redis.call('PEXPIRE', key, window + 5000)
return {1, size + cost, tonumber(redis.call('LINDEX', key, 0)), time}
`;
const CONSUME_DIGEST = hash('sha1', CONSUME, 'hex');

export interface RedisRateLimiterOptions {
  /** Clock in milliseconds. @default the server clock, which all processes share */
  readonly now?: () => number;
}

/** Creates a limiter for all processes that share a Redis server. Each call is one script, which runs atomically. */
export function createRedisRateLimiter(redis: RedisConnection, { now }: RedisRateLimiterOptions = {}): RateLimiter {
  const place = (key: string): string => redis.key(`limit:${key}`);
  return {
    async consume(key, limit, cost = 1) {
      assertCost(cost, limit);
      const parameters = [limit.windowMs, limit.max, cost, now ? String(now()) : ''];
      const [allowed = 0, size = 0, at = 0, time = 0] = await redis.run((client) =>
        consume(client, place(key), parameters),
      );
      return toConsumption({ allowed: allowed === 1, size, at, time }, limit);
    },
    async refund(key, _limit, cost = 1) {
      await redis.run((client) => client.ltrim(place(key), 0, -1 - cost));
    },
  };
}

async function consume(client: Redis, key: string, parameters: readonly (string | number)[]): Promise<number[]> {
  try {
    return numbers(await client.evalsha(CONSUME_DIGEST, 1, key, ...parameters));
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return numbers(await client.eval(CONSUME, 1, key, ...parameters));
  }
}

function numbers(reply: unknown): number[] {
  return Array.isArray(reply) ? reply.map(Number) : [];
}
