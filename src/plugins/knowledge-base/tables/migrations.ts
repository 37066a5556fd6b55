import type { Migration } from '../../../database.js';
import { accessMigrations } from './access.js';
import { articleMigrations } from './articles.js';
import { attachmentMigrations } from './attachments.js';
import { autosaveMigrations } from './autosaves.js';
import { digestMigrations } from './digests.js';
import { feedbackMigrations } from './feedback.js';
import { importItemMigrations } from './import-items.js';
import { importRunMigrations } from './import-runs.js';
import { linkMigrations } from './links.js';
import { renderedTextMigrations } from './rendered-texts.js';
import { revisionMigrations } from './revisions.js';
import { searchMigrations } from './search.js';
import { sourceMigrations } from './sources.js';
import { statisticsMigrations } from './statistics.js';
import { visitorMigrations } from './visitors.js';

/** Migrations in order of their names, whichever file they are in. */
export const migrations: readonly Migration[] = [
  ...articleMigrations,
  ...attachmentMigrations,
  ...autosaveMigrations,
  ...digestMigrations,
  ...importItemMigrations,
  ...importRunMigrations,
  ...linkMigrations,
  ...feedbackMigrations,
  ...renderedTextMigrations,
  ...revisionMigrations,
  ...searchMigrations,
  ...sourceMigrations,
  ...accessMigrations,
  ...visitorMigrations,
  ...statisticsMigrations,
].sort((one, other) => (one.name < other.name ? -1 : 1));
