import type { PluginContext } from '../../../index.js';
import { createProcessAccess } from '../access/process-access.js';
import type { Bank } from '../bank.js';
import { createBankLicences } from '../licences/licences.js';
import { registerAccountRoutes } from './accounts.js';
import { registerImportRoutes } from './import.js';
import { registerLicenceRoutes } from './licences.js';
import { registerProcessRoute } from './process.js';
import { registerProfileRoutes } from './profiles.js';
import { registerReceivableRoutes } from './receivables/register.js';
import { registerRuleRoutes } from './rules.js';
import { registerRunRoutes } from './runs.js';
import { registerSourceRoutes } from './sources.js';
import { registerTransactionExport, registerTransactionRoutes } from './transactions/register.js';

/** Registers all REST routes of the plugin. */
export function registerRoutes(context: PluginContext, bank: Bank): void {
  const { limits, settings } = context;
  const isQueryTaken = async (): Promise<boolean> => (await settings.get('bank')).secretInQuery;
  const access = createProcessAccess({ secret: bank.secret, limits, isQueryTaken });
  registerProcessRoute(context, { ...bank, access });
  registerImportRoutes(context.rest, bank);
  registerProfileRoutes(context.rest, bank);
  registerSourceRoutes(context.rest, bank);
  registerLicenceRoutes(context.rest, createBankLicences(context));
  registerTransactionRoutes(context, bank);
  registerAccountRoutes(context.rest, bank.transactions);
  registerTransactionExport(context);
  registerReceivableRoutes(context, bank.receivables);
  registerRuleRoutes(context.rest, bank.matching.rules);
  registerRunRoutes(context.rest, bank.runs);
}
