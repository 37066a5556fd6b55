import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHost } from 'mortise';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { localDefaults } from '../../src/core/local-defaults.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mortise-defaults-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('the embedded database, its secret and its folder are readable only by their owner', async () => {
  const data = path.join(folder, 'data');
  const { database, secret } = localDefaults({ MORTISE_DATA: data });
  const host = await createHost({ database, secret, storage: `file:${path.join(data, 'media')}`, log: false });
  await host.db.query.selectFrom('options').selectAll().execute();
  const modes = await Promise.all(
    ['', 'secret', 'site.db', 'site.db-wal', 'site.db-shm'].map(async (name) => {
      const { mode } = await stat(path.join(data, name));
      return [name, (mode & 0o777).toString(8)];
    }),
  );
  await host.close();
  expect(Object.fromEntries(modes)).toEqual({
    '': '700',
    secret: '600',
    'site.db': '600',
    'site.db-wal': '600',
    'site.db-shm': '600',
  });
});
