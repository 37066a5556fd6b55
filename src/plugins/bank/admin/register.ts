import type { PluginContext } from '../../../index.js';
import type { Bank } from '../bank.js';
import { createStoredUploads } from '../uploads/stored-uploads.js';
import { sweepUploads } from '../uploads/sweep-uploads.js';
import { type MappedFile, registerColumnsPage } from './imports/columns.js';
import { registerImportPages } from './imports/pages.js';
import { registerOverview } from './overview/page.js';
import { bankArea } from './paths.js';
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
  const area = bankArea(context.admin);
  registerOverview(area, bank);
  registerRunPages(area, context.users, bank);
  registerReview(area, bank);
  registerTransactionList(area, context.db, bank);
  registerTransactionPage(area, context.users, bank);
  registerReceivableList(area, context.site, bank);
  registerNewReceivable(area, bank);
  registerReceivablePage(area, context.site, bank);
  const uploads = createStoredUploads(context.objects);
  const samples = createStoredUploads<KeptSample>(context.objects, 'samples');
  const mapped = createStoredUploads<MappedFile>(context.objects, 'columns');
  sweepUploads(context, [uploads, samples, mapped], bank.now);
  registerImportPages(area, bank, uploads, mapped);
  registerColumnsPage(area, bank, mapped, uploads);
  registerSourceList(area, context.limits, bank);
  registerNewSource(area, bank);
  registerSourcePage(area, bank);
  registerProfileList(area, bank);
  registerProfileEditors(area, bank, samples);
  registerProfileDeletion(area, bank);
  registerRules(area, bank.matching.rules);
}
