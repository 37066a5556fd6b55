import type { PluginContext } from '../../../index.js';
import { createImportAsking, type ImportAsking } from '../content/import/runs/ask-for-import.js';
import { createRuns, type Runs } from '../content/import/runs/runs.js';
import type { KnowledgeBase } from '../content/knowledge-base.js';
import { registerImportOptions } from './admin/imports/options-page.js';
import { registerImportRun } from './admin/imports/run-page.js';
import { registerImportStart } from './admin/imports/start-page.js';
import { registerImportRoutes } from './routes/imports.js';

/** Registers imports over REST and in the admin area: routes and pages. */
export function registerRuns(context: PluginContext, kb: KnowledgeBase): void {
  const runs = createRuns(context, kb);
  const asking = createImportAsking(context, kb, runs);
  registerImportRoutes(context, kb, runs, asking);
  registerImportPages(context, kb, runs, asking);
}

/** Registers the import pages: dry run, import and reports. */
function registerImportPages(context: PluginContext, kb: KnowledgeBase, runs: Runs, asking: ImportAsking): void {
  registerImportStart(context, kb, runs, asking);
  registerImportRun(context, kb, runs, asking);
  registerImportOptions(context, kb, runs, asking);
}
