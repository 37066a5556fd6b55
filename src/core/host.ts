import type { IncomingMessage } from 'node:http';
import type { Hooks } from '../hooks/hooks.js';
import { type Access, createAccess } from './access/capabilities.js';
import type { AskedAbout, CapabilityName } from './access/names.js';
import { type Admin, createAdmin } from './admin/admin.js';
import { registerCorePages } from './admin/core-pages/core-pages.js';
import { createAdminPages } from './admin/pages.js';
import { createBackground } from './background.js';
import { createCallers, type RequestCms } from './callers.js';
import { createClients } from './client-address.js';
import { createCommands, type RegisteredCommand } from './commands.js';
import { type HostOptions, resolveConfig } from './config.js';
import { type Content, createContent } from './content/content.js';
import type { TextTools } from './content/rendering.js';
import { CORE_MIGRATIONS } from './core-migrations.js';
import { createDatabase, type Database } from './database/database.js';
import { createContext, createHandler } from './handler.js';
import { createHealth, type Health } from './health/health.js';
import { registerHealthRoutes } from './health/routes.js';
import { createHostHooks, logWithCulprits } from './hooks.js';
// The declared names belong to the types of the host; without this line they would not be in them.
import './express.js';
import './hooks.js';
import type { Handler } from './http.js';
import type { ApiKeys } from './identity/api-keys.js';
import type { ApplicationPasswords } from './identity/application-passwords.js';
import type { AuthEvents } from './identity/auth-events.js';
import { createIdentity } from './identity/identity.js';
import type { Nonces } from './identity/nonces.js';
import { OAUTH_PATHS } from './identity/oauth/addresses.js';
import { createOAuthServer, type OAuth } from './identity/oauth/oauth.js';
import { registerIdentityRoutes } from './identity/routes/register.js';
import type { Sessions } from './identity/sessions.js';
import { registerUserAccess } from './identity/user-access.js';
import type { User, Users } from './identity/users.js';
import { createInternalRequest, type InternalRequest } from './internal-request.js';
import { createLifecycle, type PluginLifecycle } from './lifecycle/lifecycle.js';
import { registerPluginRoutes } from './lifecycle/routes.js';
import { createMediaLibrary, type HostMedia } from './media/library.js';
import { createOptionStore } from './options/option-store.js';
import { createOptions, type Options } from './options/options.js';
import { createOutbox, type Outbox, type OutboxAdministration } from './outbox/outbox.js';
import { packageVersion } from './package-version.js';
import { createPageAnswers } from './pages/answer.js';
import { createPageFrame } from './pages/frame.js';
import { createReferencePage, REFERENCE_PATH } from './pages/reference.js';
import type { PluginApis } from './plugin.js';
import { createPluginManager, type PluginManager } from './plugins.js';
import { createPrivacy, type Privacy } from './privacy/privacy.js';
import { createHostRegistry } from './rest/host-registry.js';
import { openApiDocument } from './rest/indexes.js';
import { createOpenApi } from './rest/openapi/document.js';
import type { Route } from './rest/registry.js';
import { createRest } from './rest/rest.js';
import type { Jobs, Working } from './services/jobs/jobs.js';
import { registerJobRoutes } from './services/jobs/routes.js';
import { createHostLicences } from './services/licence/host-licences.js';
import type { Licences } from './services/licence/licences.js';
import type { Locks } from './services/locks/locks.js';
import { createMail, type Mail } from './services/mail/mail.js';
import { createSignedAddresses } from './services/objects/signed-addresses.js';
import type { Schedules } from './services/schedule/schedule.js';
import { createServices, type Services } from './services/services.js';
import { createSettings, type Settings } from './settings/settings.js';
import { createSite, type Site } from './site.js';
import { withTimeLimit } from './time-limit.js';
import { createHostWebhooks } from './webhooks/host-webhooks.js';
import type { Webhooks } from './webhooks/webhooks.js';

/** A running host: what a site mounts, and what its own code may use of it. */
export interface Host {
  readonly site: Site;
  readonly hooks: Hooks;
  readonly db: Database;
  readonly access: Access;
  /** The pages of the admin area, and what else stands in it. */
  readonly admin: Pick<Admin, 'cards' | 'notices' | 'pages'>;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly applicationPasswords: ApplicationPasswords;
  readonly apiKeys: ApiKeys;
  /** The audit log of authentication. */
  readonly authEvents: AuthEvents;
  /** Programs that act for people, and what these have allowed them. */
  readonly oauth: OAuth;
  readonly nonces: Nonces;
  readonly content: Content;
  /** The media library. */
  readonly media: HostMedia;
  readonly locks: Locks;
  /** Actions that are fired after the commit, and not lost. */
  readonly outbox: Outbox & OutboxAdministration;
  readonly jobs: Jobs;
  /** What is done at certain times. */
  readonly schedules: Pick<Schedules, 'begin' | 'list'>;
  /** Other machines that are told what happens here. */
  readonly webhooks: Webhooks;
  readonly health: Pick<Health, 'report'>;
  readonly licences: Licences;
  readonly privacy: Privacy;
  readonly mail: Mail;
  readonly options: Options;
  readonly settings: Pick<Settings, 'groups' | 'read' | 'reset' | 'save'>;
  /** Those that are set up in this process. */
  readonly plugins: PluginManager;
  /** Which of the configured ones are active, in every process and across restarts. */
  readonly lifecycle: PluginLifecycle;
  /** Middleware for Express, listener for node:http. */
  handler(): Handler;
  /** Middleware that sets `request.cms` for the site's own routes that come before the handler. */
  context(): Handler;
  /** Who is behind a request, for code that has no `request.cms`: plain node:http, or several hosts in one process. */
  of(request: IncomingMessage): RequestCms;
  /** Calls a REST route without HTTP, through the same pipeline. */
  request: InternalRequest;
  /** The API of an active plugin. */
  plugin<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name];
  /** Whether a user has a capability. */
  can<Name extends CapabilityName>(user: User | null, capability: Name, ...object: AskedAbout<Name>): Promise<boolean>;
  /** The pages that stand in the site's menu, by plugins. */
  menu(locale: string): readonly { readonly path: string; readonly label: string }[];
  routes(): readonly Route[];
  commands(): readonly RegisteredCommand[];
  /** Deactivates the plugins and closes the database. */
  close(): Promise<void>;
}

/** Milliseconds for mails and the like that are still on their way when the host closes. */
const LAST_WORK = 10_000;

/**
 * Builds a host: configuration, database and its migrations, the core's parts, then the plugins in the order of their
 * requirements.
 * @param tools what the core needs of the other parts of the package, which it must not import
 * @throws HostError `config_invalid`, `database_*`, `plugin_*`; nothing stays open after a failure
 */
export async function createHost(options: HostOptions, tools: TextTools): Promise<Host> {
  const resolved = resolveConfig(options);
  const hooks = createHostHooks(resolved);
  const config = { ...resolved, log: logWithCulprits(resolved.log, hooks) };
  const site = createSite({ ...config });
  const db = createDatabase({ url: config.database, log: config.log });
  try {
    for (const [owner, migrations] of CORE_MIGRATIONS) await db.migrate(owner, migrations);
    const services = await createServices({ config, db, log: config.log });
    try {
      return await assemble({ config, site, hooks, db, services, tools });
    } catch (error) {
      await services.close();
      throw error;
    }
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function assemble(base: {
  config: ReturnType<typeof resolveConfig>;
  site: Site;
  hooks: Hooks;
  db: Database;
  services: Services;
  tools: TextTools;
}): Promise<Host> {
  const { config, site, hooks, db, services, tools } = base;
  const { versions, cache, locks, limiter, objects, jobs, schedules } = services;
  let working: Working | null = null;
  const { log, debug, cors, compat, authorizationHeader } = config;
  const access = createAccess({ hooks, warn: (message) => log.warn(message) });
  const licences = createHostLicences({ config, site, db });
  const { templates, assets, pages, links, render } = createPageFrame({ config, site, hooks });
  const signedAddresses = createSignedAddresses({ ...config, site });
  const mail = createMail({ url: config.mail, sender: { name: site.name, address: config.mailFrom }, log });
  const background = createBackground(log);
  const outbox = createOutbox({ db, hooks, log });
  const registry = createHostRegistry(site, hooks, log);
  const content = createContent({ db, site, hooks, outbox, access, registry, tools, schedules });
  const { apiKeyHeaders } = registry;
  const identityParts = { config, site, db, hooks, access, versions, limiter, apiKeyHeaders, log };
  const identity = createIdentity({ ...identityParts, templates, mail, background });
  const { users, sessions, applicationPasswords, apiKeys, authEvents, nonces, login, passwordReset } = identity;
  registerUserAccess(access, identity);
  registerIdentityRoutes({ ...identity, registry });
  const health = createHealth(log);
  health.check('database', db.ping, 'core');
  registerHealthRoutes({ registry, health });
  registerJobRoutes({ registry, jobs });
  const webhooks = createHostWebhooks({ config, db, outbox, jobs, schedules, registry, site });
  const library = createMediaLibrary({ ...base, ...services, access, outbox, registry, content, signedAddresses, log });
  const openApi = createOpenApi({ registry, site, access, version: packageVersion() });
  registry.endpoint('', '/openapi.json', openApiDocument(openApi));
  const commands = createCommands();
  const admin = createAdmin({ config, site, links, templates, assets, access });
  const optionStore = createOptionStore({ db, versions, log });
  const options = createOptions({ store: optionStore, log });
  const settings = createSettings({ db, store: optionStore, hooks, outbox, log });
  const dispatch = createRest({ config, site, hooks, db, access, limiter, registry });
  const plugins = createPluginManager({
    config,
    site,
    hooks,
    db,
    access,
    admin,
    content,
    media: library.media,
    users,
    registry,
    templates,
    assets,
    pages,
    render,
    options,
    settings,
    commands,
    versions,
    cache,
    objects,
    signedAddresses,
    locks,
    outbox,
    webhooks,
    jobs,
    schedules,
    health,
    licences,
    mail,
  });
  const lifecycle = createLifecycle({ db, hooks, options, versions, plugins, configured: config.plugins, site, log });
  registerPluginRoutes(registry, lifecycle);
  pages.mount(
    site.admin,
    createAdminPages({ site, login, links, passwordReset, render, assets, area: admin.area }),
    'core',
  );
  pages.mount(site.media, library.page, 'core');
  pages.mount(site.root + REFERENCE_PATH, createReferencePage({ site, openApi, assets, render }), 'core');

  const callers = createCallers({
    clients: createClients(config.trustProxy),
    authenticate: identity.authenticate,
    explainAuthentication: identity.explainAuthentication,
    compat,
    access,
    nonces,
    authorizationHeader,
  });
  const oauth = createOAuthServer({ ...identity, site, db, access, limiter, render, links, cors, log });
  pages.mount(OAUTH_PATHS.authorization, oauth.authorizePage, 'core');
  registerCorePages(admin.forOwner('core'), {
    ...identity,
    admin,
    config,
    site,
    content,
    media: library.media,
    hooks,
    db,
    access,
    oauth,
    outbox,
    webhooks,
    registry,
    plugins,
    lifecycle,
    jobs,
    mail,
  });

  const handler = createHandler({
    config,
    site,
    hooks,
    callers,
    nonces,
    dispatch,
    endpoints: oauth.endpoints,
    pages: createPageAnswers({ pages, assets, site, render, log, debug }),
  });

  /** Ends what was built here; services and database are closed after it. */
  async function dismantle(): Promise<void> {
    health.drain();
    await withTimeLimit(background.settled(), LAST_WORK, () =>
      log.warn('Closing before all work in the background ended'),
    );
    // All jobs are told to end at once, before plugin after plugin goes.
    await working?.stop();
    await outbox.close();
    await lifecycle.close();
    await plugins.close();
  }

  const host: Host = {
    site,
    hooks,
    db,
    access,
    admin,
    users,
    sessions,
    applicationPasswords,
    apiKeys,
    authEvents,
    oauth: { clients: oauth.clients, grants: oauth.grants },
    nonces,
    content,
    media: library.media,
    locks,
    outbox,
    webhooks,
    jobs,
    schedules,
    health,
    licences,
    privacy: createPrivacy({ db, hooks, users, authEvents, versions }),
    mail,
    options,
    settings,
    plugins,
    lifecycle,
    async close() {
      await dismantle();
      await services.close();
      await db.close();
    },
    handler() {
      outbox.start();
      if (config.jobs === 'serve') working = jobs.work();
      hooks
        .doActionAsync('host_serving')
        .catch((error: unknown) => log.error({ err: error }, 'A part could not begin to serve'));
      return handler;
    },
    context: () => createContext(callers),
    of: callers.of,
    request: createInternalRequest({ dispatch, users, log }),
    plugin: plugins.api,
    can: (user, capability, ...[object]) => access.can(user, capability, object),
    menu: pages.menu,
    routes: () => registry.routes(),
    commands: () => commands.list(),
  };
  try {
    await lifecycle.start();
    // A filter of `rest_endpoints` that fails stops the start, and not the first request.
    registry.routes();
    if (debug) hooks.checkNames();
    return host;
  } catch (error) {
    await dismantle();
    throw error;
  }
}
