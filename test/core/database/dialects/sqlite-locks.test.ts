import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openConnection, openReader } from '../../../../src/core/database/dialects/sqlite-connection.js';

/** Opens and closes the database. SQLite removes the log of a database that no other connection has open. */
const VISIT = "const db = new (require('libsql'))(process.argv[1]); db.exec('select count(*) from notes'); db.close();";

// POSIX releases all locks of a process on a file when the process closes any descriptor of it.
it('opening a SQLite file again keeps the locks of its other connections', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-locks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'site.db');
  const writer = openConnection(file);
  writer.exec('create table notes (id integer)');
  const reader = openReader(file);
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  await promisify(execFile)(process.execPath, ['-e', VISIT, file]);
  expect(existsSync(`${file}-wal`)).toBe(true);
});
