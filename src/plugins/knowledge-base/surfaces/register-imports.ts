import type { PluginContext } from '../../../index.js';
import { createImportAsking } from '../content/import/runs/ask-for-import.js';
import { createRuns } from '../content/import/runs/runs.js';
import type { KnowledgeBase } from '../content/knowledge-base.js';
import { registerImportPages } from './admin/imports/register.js';
import { registerImportRoutes } from './routes/imports.js';

/** Registers imports over REST and in the admin area: routes and pages. */
export function registerRuns(context: PluginContext, kb: KnowledgeBase): void {
  const runs = createRuns(context, kb);
  const asking = createImportAsking(context, kb, runs);
  registerImportRoutes(context, kb, runs, asking);
  registerImportPages(context, kb, runs, asking);
}
