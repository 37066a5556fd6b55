import type { Logger } from 'pino';
import { json } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import { removeRuns } from '../runs/owned-data.js';
import type { Jobs, JobsService } from '../services/jobs/jobs.js';
import type { Licences } from '../services/licence/licences.js';
import type { ObjectStore } from '../services/objects/object-store.js';
import type { Schedules } from '../services/schedule/schedule.js';
import './tables.js';

/** Parts of the host that store data of a plugin, besides its tables and options. */
export interface LeavingsParts {
  readonly db: Database;
  readonly jobs: Pick<JobsService, 'forget'>;
  readonly schedules: Pick<Schedules, 'forget'>;
  readonly licences: Pick<Licences, 'deactivate'>;
  readonly objects: ObjectStore;
  readonly log: Logger;
}

/** Names of a plugin's jobs and schedules. */
interface Work {
  readonly jobs: readonly string[];
  readonly schedules: readonly string[];
}

/**
 * Records the jobs and schedules of a plugin, which are unknown once it is no longer set up. Names used by earlier
 * releases stay on the list.
 */
export async function noteWork(
  db: Database,
  owner: string,
  { jobs, schedules }: { readonly jobs: Pick<Jobs, 'defined'>; readonly schedules: Pick<Schedules, 'names'> },
): Promise<void> {
  const before = await readWork(db, owner);
  const added = jobs.defined().flatMap((job) => (job.owner === owner ? [job.name] : []));
  const work: Work = { jobs: union(before.jobs, added), schedules: union(before.schedules, schedules.names(owner)) };
  if (work.jobs.length === before.jobs.length && work.schedules.length === before.schedules.length) return;
  await db.query
    .updateTable('plugins')
    .set({ work: json.encode(work) })
    .where('name', '=', owner)
    .execute();
}

/** Removes a plugin's jobs, schedules, runs, licences and files. Safe to repeat. @returns the number of files */
export async function removeLeavings(parts: LeavingsParts, owner: string): Promise<number> {
  const { db, jobs, schedules, objects } = parts;
  const work = await readWork(db, owner);
  await schedules.forget(work.schedules);
  await jobs.forget(work.jobs);
  await removeRuns(db, owner);
  for (const product of await productsOf(db, owner)) await giveBack(parts, product);
  return objects.deleteAll(`${owner}/`);
}

/** An unavailable licence server does not block the uninstallation: it can revoke the activation itself. */
async function giveBack({ db, licences, log }: LeavingsParts, product: string): Promise<void> {
  try {
    await licences.deactivate(product);
  } catch (error) {
    if (!(error instanceof HostError && error.code === 'license_server_unavailable')) throw error;
    log.warn({ err: error, product }, 'The license of an uninstalled plugin could not be released on its server');
    await db.query.deleteFrom('licences').where('product', '=', product).execute();
  }
}

async function productsOf(db: Database, owner: string): Promise<string[]> {
  const rows = await db.query.selectFrom('licences').select('product').execute();
  return rows.map(({ product }) => product).filter((product) => product === owner || product.startsWith(`${owner}/`));
}

async function readWork(db: Database, owner: string): Promise<Work> {
  const row = await db.query.selectFrom('plugins').select('work').where('name', '=', owner).executeTakeFirst();
  const stored: unknown = typeof row?.work === 'string' ? json.decode(row.work) : null;
  return isRecord(stored)
    ? { jobs: texts(stored.jobs), schedules: texts(stored.schedules) }
    : { jobs: [], schedules: [] };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}
