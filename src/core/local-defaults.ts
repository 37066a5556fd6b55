import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Defaults for a site on one machine: a database file and a secret, both in the data folder (MORTISE_DATA, default
 * `./data`), which only the user that runs the site can read. The secret is generated once, so that sessions survive a
 * restart; set MORTISE_SECRET instead where several machines serve one site.
 */
export function localDefaults(environment: NodeJS.ProcessEnv = process.env): {
  readonly database: string;
  readonly secret: string;
} {
  const folder = dataFolder(environment);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    database: environment.MORTISE_DATABASE_URL ?? localDatabase(environment),
    secret: environment.MORTISE_SECRET ?? readOrCreateSecret(path.join(folder, 'secret')),
  };
}

/** URL of the database used when none is configured: `site.db` in the data folder. */
export function localDatabase(environment: NodeJS.ProcessEnv = process.env): string {
  return `sqlite:${path.join(dataFolder(environment), 'site.db')}`;
}

/** Where mails are kept while no mail server is known, as a `file:` address: `outbox` in the data folder. */
export function localOutbox(environment: NodeJS.ProcessEnv = process.env): string {
  return `file:${path.join(dataFolder(environment), 'outbox')}`;
}

/** Where files are kept while no other place is named, as a `file:` address: `media` in the data folder. */
export function localStorageFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return `file:${path.join(dataFolder(environment), 'media')}`;
}

function dataFolder(environment: NodeJS.ProcessEnv): string {
  return path.resolve(environment.MORTISE_DATA ?? 'data');
}

function readOrCreateSecret(file: string): string {
  const existing = readIfPresent(file);
  if (existing !== null) return existing;
  // Written aside and linked into place: of two processes that start at once one wins, and nobody reads half a secret.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
