import type { PluginContext } from '../../../../index.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { registerImportRoutes } from '../../routes/imports.js';
import { registerRunPrivacy } from './privacy.js';
import { createRuns } from './runs.js';

/** Imports over REST: their routes, the job that does them, and what becomes of what they leave. */
export function registerRuns(context: PluginContext, kb: KnowledgeBase): void {
  const runs = createRuns(context, kb);
  registerImportRoutes(context, kb, runs);
  registerRunPrivacy(context.hooks, context.db);
  context.jobs.schedule({
    name: 'kb_import_retention',
    title: 'Remove files of imports that are over, and forget old ones',
    cron: '50 3 * * *',
    run: ({ slot }) => runs.sweep(slot),
  });
}
