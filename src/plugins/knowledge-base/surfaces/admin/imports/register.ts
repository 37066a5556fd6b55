import type { PluginContext } from '../../../../../index.js';
import type { ImportAsking } from '../../../content/import/runs/ask-for-import.js';
import type { Runs } from '../../../content/import/runs/runs.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { registerImportOptions } from './options-page.js';
import { registerImportRun } from './run-page.js';
import { registerImportStart } from './start-page.js';

/** Registers the import pages: dry run, import and reports. */
export function registerImportPages(context: PluginContext, kb: KnowledgeBase, runs: Runs, asking: ImportAsking): void {
  registerImportStart(context, kb, runs, asking);
  registerImportRun(context, kb, runs, asking);
  registerImportOptions(context, kb, runs, asking);
}
