import { definePlugin, type Plugin } from '../../index.js';
import { registerCapabilities } from './access/capabilities.js';
import { registerAdmin } from './admin/register.js';
import { type Bank, type BankOptions, createBank } from './bank.js';
import { bankCatalogues } from './catalogues.js';
import { registerCommands } from './commands/register.js';
import { defineHooks } from './hooks/hooks.js';
import { registerRoutes } from './routes/register.js';
import { migrations } from './tables/migrations.js';
import { TEMPLATES_FOLDER } from './templates-folder.js';
import { uninstallNotice } from './uninstall.js';
import { registerWebhookTopics } from './webhooks/topics.js';

declare module '../../index.js' {
  interface PluginApis {
    bank: Bank;
  }
}

/**
 * Bank transactions: fetches and imports statements, stores each movement once and matches it with open receivables.
 */
export function bank(options: BankOptions = {}): Plugin {
  return definePlugin({
    name: 'bank',
    version: '1.0.0',
    tablePrefix: 'bank_',
    migrations,
    uninstallNotice,
    setup(context) {
      defineHooks(context.hooks);
      context.texts.define('bank', bankCatalogues);
      registerCapabilities(context.access);
      const bank = createBank(context, options);
      registerRoutes(context, bank);
      context.templates.add(TEMPLATES_FOLDER, { namespace: 'bank', sitePrefix: 'vendor-bank' });
      context.pages.assets('bank', new URL('assets/', TEMPLATES_FOLDER));
      registerAdmin(context, bank);
      registerWebhookTopics(context.webhooks);
      registerCommands(context, bank);
      return bank;
    },
  });
}
