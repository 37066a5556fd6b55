import { adminMigrations } from '../admin/form-tickets-table.js';
import { contentMigrations } from '../content/tables.js';
import type { Migration } from '../database/migrate.js';
import { oauthMigrations } from '../identity/oauth/tables.js';
import { identityMigrations } from '../identity/tables.js';
import { mediaMigrations } from '../media/tables.js';
import { optionMigrations } from '../options/tables.js';
import { outboxMigrations } from '../outbox/tables.js';
import type { Plugin } from '../plugins/plugin.js';
import { pluginsMigrations } from '../plugins/tables.js';
import { idempotencyMigrations } from '../rest/idempotency-table.js';
import { runMigrations } from '../runs/tables.js';
import { versionsMigrations } from '../services/bus/versions.js';
import { cacheMigrations } from '../services/cache/tables.js';
import { jobMigrations } from '../services/jobs/tables.js';
import { licenceMigrations } from '../services/licence/tables.js';
import { lockMigrations } from '../services/locks/tables.js';
import { rateLimitMigrations } from '../services/rate-limit/tables.js';
import { scheduleMigrations } from '../services/schedule/tables.js';
import { visitorMigrations } from '../visitors/tables.js';
import { webhookMigrations } from '../webhooks/tables.js';

/** Migrations of the core's parts, in order. Each part records its own, as plugins do. */
export const CORE_MIGRATIONS: readonly (readonly [owner: string, migrations: readonly Migration[]])[] = [
  ['content', contentMigrations],
  ['media', mediaMigrations],
  ['identity', identityMigrations],
  ['oauth', oauthMigrations],
  ['versions', versionsMigrations],
  ['locks', lockMigrations],
  ['cache', cacheMigrations],
  ['rate_limits', rateLimitMigrations],
  ['jobs', jobMigrations],
  ['schedules', scheduleMigrations],
  ['runs', runMigrations],
  ['outbox', outboxMigrations],
  ['webhooks', webhookMigrations],
  ['idempotency', idempotencyMigrations],
  ['licences', licenceMigrations],
  ['options', optionMigrations],
  ['visitors', visitorMigrations],
  ['admin', adminMigrations],
  ['plugins', pluginsMigrations],
];

/** Migrations of the core and then of the plugins, in the given order. */
export function siteMigrations(
  plugins: readonly Plugin[],
): readonly (readonly [owner: string, migrations: readonly Migration[]])[] {
  return [...CORE_MIGRATIONS, ...pluginMigrations(plugins)];
}

export function pluginMigrations(
  plugins: readonly Plugin[],
): readonly (readonly [owner: string, migrations: readonly Migration[]])[] {
  return plugins.map(({ name, migrations = [] }) => [name, migrations] as const);
}
