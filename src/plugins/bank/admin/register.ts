import type { PluginContext } from '../../../index.js';
import type { Bank } from '../bank.js';
import { createStoredUploads } from '../uploads/stored-uploads.js';
import { sweepUploads } from '../uploads/sweep-uploads.js';
import { type MappedFile, registerColumnsPage } from './imports/columns.js';
import { registerImportPages } from './imports/pages.js';
import { registerOverview } from './overview/page.js';
import { registerProfileDeletion } from './profiles/delete.js';
import { registerProfileList } from './profiles/list.js';
import { registerProfileEditors } from './profiles/pages.js';
import type { KeptSample } from './profiles/sample.js';
import { registerNewReceivable } from './receivables/add.js';
import { registerReceivableList } from './receivables/list.js';
import { registerReceivablePage } from './receivables/page.js';
import { registerReview } from './review/page.js';
import { registerRules } from './rules/page.js';
import { registerRunPages } from './runs/pages.js';
import { registerNewSource } from './sources/add.js';
import { registerSourceList } from './sources/list.js';
import { registerSourcePage } from './sources/page.js';
import { registerTransactionList } from './transactions/list.js';
import { registerTransactionPage } from './transactions/page.js';

/** Registers the admin pages of the plugin. */
export function registerAdmin(context: PluginContext, bank: Bank): void {
  registerOverview(context, bank);
  registerRunPages(context, bank);
  registerReview(context, bank);
  registerTransactionList(context, bank);
  registerTransactionPage(context, bank);
  registerReceivableList(context, bank);
  registerNewReceivable(context, bank);
  registerReceivablePage(context, bank);
  const uploads = createStoredUploads(context.objects);
  const samples = createStoredUploads<KeptSample>(context.objects, 'samples');
  const mapped = createStoredUploads<MappedFile>(context.objects, 'columns');
  sweepUploads(context, [uploads, samples, mapped], bank.now);
  registerImportPages(context, bank, uploads, mapped);
  registerColumnsPage(context, bank, mapped, uploads);
  registerSourceList(context, bank);
  registerNewSource(context, bank);
  registerSourcePage(context, bank);
  registerProfileList(context, bank);
  registerProfileEditors(context, bank, samples);
  registerProfileDeletion(context, bank);
  registerRules(context, bank.matching.rules);
}
