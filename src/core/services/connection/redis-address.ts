import { randomInt } from 'node:crypto';
import type { Database } from '../../database/database.js';
import '../bus/versions-table.js';

/** Where a Redis server is, and what the keys of this site begin with. */
export interface RedisAddress {
  /** Without what only concerns this host. */
  readonly url: string;
  /** `host:port`, for messages: without name and password. */
  readonly server: string;
  /** The same for all processes of the site, and for no other site. */
  readonly prefix: string;
}

const SITE = 'core:site';
const LARGEST_ID = 2 ** 47;

/**
 * Reads the option `redis`. Keys begin with what the address says as `?prefix=shop:`, else with `mortise:` and a number
 * that the first process has drawn for the database, so that sites can share a server without knowing of each other.
 */
export async function redisAddress(option: string, db: Database): Promise<RedisAddress> {
  const url = new URL(option);
  const prefix = url.searchParams.get('prefix') || `mortise:${await siteId(db)}:`;
  url.searchParams.delete('prefix');
  return { url: url.href, server: url.host, prefix };
}

async function siteId(db: Database): Promise<string> {
  await db.upsert('versions', { name: SITE, version: randomInt(LARGEST_ID) }, ['name'], {});
  const { version } = await db.query
    .selectFrom('versions')
    .select('version')
    .where('name', '=', SITE)
    .executeTakeFirstOrThrow();
  return Number(version).toString(36);
}
