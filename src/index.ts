/**
 * 'mortise': the host, plugin definitions, and the interfaces that plugins extend. Everything else is in an entry for
 * its topic, such as 'mortise/rest', 'mortise/admin' and 'mortise/database'.
 *
 *     const host = await createHost({ ...localDefaults(), url, plugins: [recipes()] });
 */

// Interfaces that plugins extend (`Actions`, `Filters`, `Tables`, `Capabilities`, `TemplateData`, `PluginApis`) are in
// files exported with `export *`, because module augmentation only reaches those. `export type {}` leads the compiler
// to augmentations of the core that nothing else refers to.

export type {} from './blocks/engine.js';
export { createHost } from './blocks/host.js';
export * from './core/access/names.js';
export type {} from './core/admin/core-pages/media/template-data.js';
export type {} from './core/admin/detail-data.js';
export type {} from './core/admin/form-tickets-table.js';
export type { DatabaseAddress, DatabasePool, DatabaseTls } from './core/database/address.js';
export * from './core/database/names.js';
export { type AdditionalError, type ErrorData, HostError } from './core/errors.js';
export type { RequestCms } from './core/host/callers.js';
export type { Config } from './core/host/config.js';
export { type CurrentHost, currentHost } from './core/host/current-host.js';
export type { FastifyPlugin } from './core/host/fastify.js';
export type { HandlerOptions } from './core/host/handler.js';
export type { Host } from './core/host/host.js';
export { defineConfig, type HostOptions, type UploadLimits } from './core/host/host-options.js';
export type { KoaMiddleware } from './core/host/koa.js';
export type { LogOption, SiteLogger } from './core/host/site-log.js';
export type { CspNonce, Identify } from './core/host/site-questions.js';
export type { Handler } from './core/http/send.js';
export type { AnyRequest } from './core/http/site-request.js';
export type { ExternalUser, Identity } from './core/identity/authenticator.js';
export type {} from './core/identity/user-access.js';
export { localDefaults } from './core/local-defaults.js';
export * from './core/options/names.js';
export type { CspDirectives, CspOption } from './core/pages/csp.js';
export type { Layout, LayoutInput } from './core/pages/layout.js';
export type { LoginOptions } from './core/pages/login-links.js';
export { type ApiCaller, apiPerPlugin } from './core/plugins/caller-api.js';
export type { WritePiece } from './core/plugins/export-file.js';
export type { PluginLifecycle } from './core/plugins/lifecycle.js';
export * from './core/plugins/plugin.js';
export type { PluginState, PluginStatus } from './core/plugins/plugin-states.js';
export type { CorsOptions } from './core/rest/cors.js';
export type {} from './core/rest/idempotency-table.js';
export type {} from './core/services/jobs/tables.js';
export type { LicenceOptions } from './core/services/licence/host-licences.js';
export type {} from './core/services/rate-limit/tables.js';
export type {} from './core/services/schedule/tables.js';
export type {} from './core/settings/hooks.js';
export * from './core/settings/names.js';
export type {} from './core/templates/bar-chart.js';
export * from './core/templates/names.js';
export type { LocalizedSite as Site } from './core/texts/localized-site.js';
export type { User } from './core/user.js';
export type {} from './core/visitors/tables.js';
export * from './hooks/names.js';
