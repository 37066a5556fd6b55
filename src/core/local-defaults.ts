import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns defaults for a site on one machine: a database file and a secret in the data folder (MORTISE_DATA, default
 * `./data`), which only the operating system user of the site can read. The secret is generated once, so that sessions
 * survive a restart. Set MORTISE_SECRET instead if several machines serve one site.
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

/** Default URL of the database: `site.db` in the data folder. */
export function localDatabase(environment: NodeJS.ProcessEnv = process.env): string {
  return `sqlite:${path.join(dataFolder(environment), 'site.db')}`;
}

/** Default `file:` URL for emails without a mail server: `outbox` in the data folder. */
export function localOutbox(environment: NodeJS.ProcessEnv = process.env): string {
  return `file:${path.join(dataFolder(environment), 'outbox')}`;
}

/** Default `file:` URL for stored files: `media` in the data folder. */
export function localStorageFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return `file:${path.join(dataFolder(environment), 'media')}`;
}

function dataFolder(environment: NodeJS.ProcessEnv): string {
  return path.resolve(environment.MORTISE_DATA ?? 'data');
}

function readOrCreateSecret(file: string): string {
  const existing = readIfPresent(file);
  if (existing !== null) return existing;
  // Created under a temporary name and linked into place, so that concurrent starts agree on one complete secret.
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
