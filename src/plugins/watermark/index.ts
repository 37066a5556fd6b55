import { definePlugin, type Plugin, type PluginContext, type UninstallContext } from '../../index.js';
import type { OwnedCommands } from '../../operations.js';
import { createStrings } from '../../text.js';
import { registerActivity } from './admin/activity/activity.js';
import { registerDesign } from './admin/design/page.js';
import { registerDesigns } from './admin/designs/page.js';
import { registerLibrary } from './admin/library/page.js';
import { startBackgroundJobs } from './background-jobs.js';
import { watermarkCatalogues } from './catalogues.js';
import { registerLookCommands } from './commands/look.js';
import { registerWorkCommands } from './commands/work.js';
import { defineHooks } from './hooks/hooks.js';
import { registerPrivacy } from './privacy.js';
import { createPictures } from './protocol/pictures.js';
import { registerWorkRoutes } from './routes/batches.js';
import { registerErrorRoutes } from './routes/errors.js';
import { registerLicenceRoutes } from './routes/licences.js';
import { registerPreviewRoute } from './routes/preview.js';
import { registerRunRoutes } from './routes/runs.js';
import { registerSettingsRoutes } from './routes/settings.js';
import { migrations } from './tables/migrations.js';
import { TEMPLATES_FOLDER } from './templates-folder.js';
import { createWatermark, type Watermark, type WatermarkOptions } from './watermark.js';

declare module '../../index.js' {
  interface PluginApis {
    watermark: Watermark;
  }
}

/**
 * Reversible watermarks on the images of the media library.
 * @throws HostError `vendor_watermark_font_invalid` on startup if a font cannot be read
 */
export function watermark(options: WatermarkOptions = {}): Plugin {
  return definePlugin({
    name: 'watermark',
    version: '1.0.0',
    tablePrefix: 'watermark_',
    migrations,
    uninstallNotice,
    setup(context) {
      defineHooks(context.hooks);
      context.texts.define('watermark', watermarkCatalogues);
      const plugin = createWatermark(context, options);
      startBackgroundJobs(context, plugin);
      registerRoutes(context, plugin);
      registerAdmin(context, plugin);
      registerCommands(context.cli, plugin);
      registerPrivacy(context.hooks, context.db);
      return plugin;
    },
  });
}

/** Registers the admin pages of the plugin, with their templates and assets. */
function registerAdmin(context: PluginContext, watermark: Watermark): void {
  context.templates.add(TEMPLATES_FOLDER, { namespace: 'watermark', sitePrefix: 'vendor-watermark' });
  context.pages.assets('watermark', new URL('assets/', TEMPLATES_FOLDER));
  registerLibrary(context, watermark);
  registerDesigns(context, watermark);
  registerDesign(context, watermark);
  registerActivity(context, watermark);
}

/** Registers all commands of `mortise watermark`. */
function registerCommands(cli: OwnedCommands, watermark: Watermark): void {
  registerWorkCommands(cli, watermark);
  registerLookCommands(cli, watermark);
}

/** Registers all REST routes of the plugin. */
function registerRoutes(context: PluginContext, watermark: Watermark): void {
  const { rest } = context;
  registerWorkRoutes(rest, watermark);
  registerRunRoutes(rest, watermark);
  registerErrorRoutes(rest, watermark);
  registerLicenceRoutes(rest, context);
  registerSettingsRoutes(rest, watermark);
  registerPreviewRoute(rest, watermark);
}

/**
 * Returns a notice about the images whose watermark becomes permanent on uninstall; null for none. It gives their
 * number and says how to restore them first. The host exports the originals to files before it deletes them.
 * @param locale BCP 47
 */
export async function uninstallNotice({ db }: Pick<UninstallContext, 'db'>, locale: string): Promise<string | null> {
  const { tables } = await db.about();
  if (!tables.includes('watermark_pictures')) return null;
  const { marked } = await createPictures(db).count();
  return marked === 0 ? null : createStrings(locale, watermarkCatalogues).text('uninstall.notice', { count: marked });
}
