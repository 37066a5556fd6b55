import type { PluginContext } from '../../../index.js';
import type { Watermark } from '../watermark.js';
import { registerWorkRoutes } from './batches.js';
import { registerErrorRoutes } from './errors.js';
import { registerLicenceRoutes } from './licences.js';
import { registerPreviewRoute } from './preview.js';
import { registerRunRoutes } from './runs.js';
import { registerSettingsRoutes } from './settings.js';

/** Registers all REST routes of the plugin. */
export function registerRoutes(context: PluginContext, watermark: Watermark): void {
  const { rest } = context;
  registerWorkRoutes(rest, watermark);
  registerRunRoutes(rest, watermark);
  registerErrorRoutes(rest, watermark);
  registerLicenceRoutes(rest, context);
  registerSettingsRoutes(rest, watermark);
  registerPreviewRoute(rest, watermark);
}
