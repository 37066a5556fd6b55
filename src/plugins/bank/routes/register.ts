import type { PluginContext } from '../../../index.js';
import { createProcessAccess } from '../access/process-access.js';
import type { Bank } from '../bank.js';
import { createBankLicences } from '../licences/licences.js';
import { registerImportRoutes } from './import.js';
import { registerLicenceRoutes } from './licences.js';
import { registerProcessRoute } from './process.js';
import { registerProfileRoutes } from './profiles.js';
import { registerSourceRoutes } from './sources.js';

/** All that the plugin answers over REST. */
export function registerRoutes(context: PluginContext, bank: Bank): void {
  const { limits, settings } = context;
  const isQueryTaken = async (): Promise<boolean> => (await settings.get('bank')).secretInQuery;
  const access = createProcessAccess({ secret: bank.secret, limits, isQueryTaken });
  registerProcessRoute(context, { ...bank, access });
  registerImportRoutes(context.rest, bank);
  registerProfileRoutes(context.rest, bank);
  registerSourceRoutes(context.rest, bank);
  registerLicenceRoutes(context.rest, createBankLicences(context));
}
