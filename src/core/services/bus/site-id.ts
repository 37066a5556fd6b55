import { randomInt } from 'node:crypto';
import type { Database } from '../../database/database.js';
import './versions-table.js';

const SITE = 'core:site';
const LARGEST_ID = 2 ** 47;

/** A name for the site that no other one has: a number that the first process has drawn for the database. */
export async function siteId(db: Database): Promise<string> {
  await db.upsert('versions', { name: SITE, version: randomInt(LARGEST_ID) }, ['name'], {});
  const { version } = await db.query
    .selectFrom('versions')
    .select('version')
    .where('name', '=', SITE)
    .executeTakeFirstOrThrow();
  return Number(version).toString(36);
}
