import { randomInt } from 'node:crypto';
import type { Database } from '../../database/database.js';
import './versions-table.js';

const SITE = 'core:site';
const MAX_ID = 2 ** 47;

/** Returns the unique id of the site: a random number that the first process stored in the database. */
export async function siteId(db: Database): Promise<string> {
  await db.upsert('versions', { name: SITE, version: randomInt(MAX_ID) }, ['name'], {});
  const { version } = await db.query
    .selectFrom('versions')
    .select('version')
    .where('name', '=', SITE)
    .executeTakeFirstOrThrow();
  return Number(version).toString(36);
}
