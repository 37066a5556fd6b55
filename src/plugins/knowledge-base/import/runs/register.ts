import type { PluginContext } from '../../../../index.js';
import { registerImportPages } from '../../admin/importing/register.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { registerImportRoutes } from '../../routes/imports.js';
import { createImportAsking } from './ask-for-import.js';
import { registerRunPrivacy } from './privacy.js';
import { createRuns } from './runs.js';

/** Registers imports over REST and in the admin area: routes, pages, the job and the cleanup. */
export function registerRuns(context: PluginContext, kb: KnowledgeBase): void {
  const runs = createRuns(context, kb);
  const asking = createImportAsking(context, kb, runs);
  registerImportRoutes(context, kb, runs, asking);
  registerImportPages(context, kb, runs, asking);
  registerRunPrivacy(context.hooks, context.db);
  context.jobs.schedule({
    name: 'kb_import_retention',
    title: 'Delete files of ended imports, and old imports',
    cron: '50 3 * * *',
    run: ({ slot }) => runs.sweep(slot),
  });
}
