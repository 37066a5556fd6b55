import { afterEach, describe, expect, it } from 'vitest';
import { contentMigrations } from '../../src/core/content/tables.js';
import { createDatabase } from '../../src/core/database/database.js';
import { CORE_MIGRATIONS } from '../../src/core/host/core-migrations.js';
import { identityMigrations } from '../../src/core/identity/tables.js';
import { versionsMigrations } from '../../src/core/services/bus/versions.js';
import { migrations as affiliateMigrations } from '../../src/plugins/affiliate/tables/migrations.js';
import { migrations as bankMigrations } from '../../src/plugins/bank/tables/migrations.js';
import { migrations as knowledgeBaseMigrations } from '../../src/plugins/knowledge-base/tables/migrations.js';
import { dialects, freshDatabase } from '../support/databases.js';
import { interruptMigrations } from '../support/interrupted-migrations.js';

describe.each(dialects)('migrations interrupted at any step, on $name', { timeout: 240_000 }, (dialect) => {
  const drops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const drop of drops.splice(0)) await drop();
  });

  it.each([
    ['content', contentMigrations, []],
    ['identity', identityMigrations, []],
    ['versions', versionsMigrations, []],
    ['knowledge-base', knowledgeBaseMigrations, CORE_MIGRATIONS],
    ['affiliate', affiliateMigrations, CORE_MIGRATIONS],
    ['bank', bankMigrations, CORE_MIGRATIONS],
  ] as const)('for "%s" are completed by the next start', async (owner, migrations, before) => {
    const freshUrl = async (): Promise<string> => {
      const { url, drop } = await freshDatabase(dialect);
      drops.push(drop);
      const db = createDatabase({ url });
      await db.migrateAll(before);
      await db.close();
      return url;
    };
    expect(await interruptMigrations(freshUrl, owner, migrations)).toBeGreaterThanOrEqual(migrations.length);
  });
});
