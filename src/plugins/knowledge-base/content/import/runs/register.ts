import type { PluginContext } from '../../../../../index.js';
import { registerImportPages } from '../../../surfaces/admin/imports/register.js';
import { registerImportRoutes } from '../../../surfaces/routes/imports.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { createImportAsking } from './ask-for-import.js';
import { createRuns } from './runs.js';

/** Registers imports over REST and in the admin area: routes and pages. */
export function registerRuns(context: PluginContext, kb: KnowledgeBase): void {
  const runs = createRuns(context, kb);
  const asking = createImportAsking(context, kb, runs);
  registerImportRoutes(context, kb, runs, asking);
  registerImportPages(context, kb, runs, asking);
}
