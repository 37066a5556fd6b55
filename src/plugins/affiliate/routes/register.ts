import type { PluginContext } from '../../../index.js';
import type { AffiliateProgram } from '../affiliate.js';
import { ledgerSettingsOf } from '../settings/current.js';
import { registerAffiliateRoutes } from './affiliates/register.js';
import { registerRegistrationRoute } from './affiliates/registration.js';
import { registerApiKeyRoutes } from './api-keys/register.js';
import { registerCommissionRoutes } from './commissions/register.js';
import { registerExportRoutes } from './exports.js';
import { registerClickRoutes, registerLinkRoutes } from './links.js';
import { registerPayoutRoutes } from './payouts/register.js';
import { registerRateRoutes } from './rates/register.js';
import { registerStatisticsRoutes } from './statistics.js';
import { registerTrackRoute } from './track.js';

/** Registers all REST routes of the plugin. */
export function registerRoutes(context: PluginContext, program: AffiliateProgram): void {
  const { rest } = context;
  const { affiliates, ledger, settings, members, statistics, tracking, now } = program;
  registerAffiliateRoutes(context, program);
  registerRegistrationRoute(context, program.register);
  registerCommissionRoutes(context, program);
  registerPayoutRoutes(context, program);
  registerExportRoutes(context, program);
  registerRateRoutes(context, { ledger, settings: async () => ledgerSettingsOf(await settings.get()) });
  registerApiKeyRoutes(context);
  registerTrackRoute(context, { record: ledger.record, currency: async () => (await settings.get()).currency });
  registerLinkRoutes(rest, tracking.links, members);
  registerClickRoutes(rest, statistics, members);
  registerStatisticsRoutes(rest, { statistics, members, affiliate: affiliates.get, now });
}
