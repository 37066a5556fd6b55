import { definePlugin, type Plugin } from '../../index.js';
import { registerAdmin } from './admin/register.js';
import { startBackgroundJobs } from './background-jobs.js';
import { watermarkCatalogues } from './catalogues.js';
import { registerCommands } from './commands/register.js';
import { defineHooks } from './hooks/hooks.js';
import { registerPrivacy } from './privacy.js';
import { registerRoutes } from './routes/register.js';
import { migrations } from './tables/migrations.js';
import { uninstallNotice } from './uninstall.js';
import { createWatermark, type Watermark } from './watermark.js';

declare module '../../index.js' {
  interface PluginApis {
    watermark: Watermark;
  }
}

/** Reversible watermarks on the images of the media library. */
export function watermark(): Plugin {
  return definePlugin({
    name: 'watermark',
    version: '1.0.0',
    tablePrefix: 'watermark_',
    migrations,
    uninstallNotice,
    setup(context) {
      defineHooks(context.hooks);
      context.texts.define('watermark', watermarkCatalogues);
      const plugin = createWatermark(context);
      startBackgroundJobs(context, plugin);
      registerRoutes(context, plugin);
      registerAdmin(context, plugin);
      registerCommands(context.cli, plugin);
      registerPrivacy(context.hooks, context.db);
      return plugin;
    },
  });
}
