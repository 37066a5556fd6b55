import { definePlugin, type Plugin } from '../../index.js';
import { openOwnPages, registerCapabilities } from './access/capabilities.js';
import { claimAtLogin } from './access/claim-at-login.js';
import { registerAdmin } from './admin/register.js';
import { type AffiliateProgram, createAffiliateProgram } from './affiliate.js';
import { registerArea } from './area/register.js';
import { startBackgroundJobs } from './background-jobs.js';
import { affiliateCatalogues } from './catalogues.js';
import { registerCommands } from './commands/register.js';
import { listenToSales } from './conversions/sales.js';
import { defineHooks } from './hooks/hooks.js';
import { registerLinkPage } from './pages/go.js';
import { registerJoinPage } from './pages/join.js';
import { registerPrivacy } from './privacy/privacy.js';
import { registerRoutes } from './routes/register.js';
import { migrations } from './tables/migrations.js';
import { registerWebhookTopics } from './webhooks/topics.js';

/**
 * Folder of templates and assets. The build bundles the plugin into one file in this file's place, so the relative
 * path must start at this depth.
 */
const TEMPLATES_FOLDER = new URL('../../../templates/affiliate/', import.meta.url);

declare module '../../index.js' {
  interface PluginApis {
    affiliate: AffiliateProgram;
  }
}

/** Affiliate program: links, clicks, conversions, commissions and payouts. */
export function affiliate(): Plugin {
  return definePlugin({
    name: 'affiliate',
    version: '1.0.0',
    tablePrefix: 'affiliate_',
    migrations,
    setup(context) {
      defineHooks(context.hooks);
      registerCapabilities(context.access);
      context.texts.define('affiliate', affiliateCatalogues);
      const program = createAffiliateProgram(context);
      startBackgroundJobs(context, { ...program, approveDue: program.ledger.commissions.approveDue });
      listenToSales(context.hooks, program.ledger, context.log);
      registerRoutes(context, program);
      openOwnPages(context, program.affiliates.ofUser);
      claimAtLogin({ ...context, affiliates: program.affiliates });
      context.templates.add(TEMPLATES_FOLDER, { namespace: 'affiliate', sitePrefix: 'vendor-affiliate' });
      context.pages.assets('affiliate', new URL('assets/', TEMPLATES_FOLDER));
      registerAdmin(context, program);
      registerArea(context, program);
      registerJoinPage(context, program);
      registerLinkPage(context.pages, program.tracking);
      context.pages.observe(program.tracking.observer);
      registerWebhookTopics(context.webhooks);
      registerCommands(context, program);
      registerPrivacy({ ...context, ...program.affiliates, customers: program.ledger.customers });
      return program;
    },
  });
}
