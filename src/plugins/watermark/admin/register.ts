import type { PluginContext } from '../../../index.js';
import { TEMPLATES_FOLDER } from '../templates-folder.js';
import type { Watermark } from '../watermark.js';
import { registerActivity } from './activity/activity.js';
import { registerDesign } from './design/page.js';
import { registerLibrary } from './library/page.js';

/** Registers the admin pages of the plugin, with their templates and assets. */
export function registerAdmin(context: PluginContext, watermark: Watermark): void {
  context.templates.add(TEMPLATES_FOLDER, { namespace: 'watermark', sitePrefix: 'vendor-watermark' });
  context.pages.assets('watermark', new URL('assets/', TEMPLATES_FOLDER));
  registerLibrary(context, watermark);
  registerDesign(context, watermark);
  registerActivity(context, watermark);
}
