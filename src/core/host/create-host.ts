import type { Hooks } from '../../hooks/hooks.js';
import { createAccess } from '../access/capabilities.js';
import { createAccounts } from '../accounts/accounts.js';
import { createCredentialManagement } from '../accounts/credential-management.js';
import { registerIdentityRoutes } from '../accounts/routes/register.js';
import { createAdmin } from '../admin/admin.js';
import { registerCorePages } from '../admin/core-pages/core-pages.js';
import { createAdminPages } from '../admin/pages.js';
import { createCommands } from '../commands.js';
import { createBackground } from '../concurrency/background.js';
import { withTimeLimit } from '../concurrency/time-limit.js';
import { createContent } from '../content/content.js';
import { handOverPosts } from '../content/hand-over.js';
import type { TextTools } from '../content/rendering.js';
import { createSecretBox } from '../crypto/secret-box.js';
import { createDatabase, type Database } from '../database/database.js';
import { doctorCommand } from '../doctor/command.js';
import { registerCoreChecks } from '../doctor/core-checks.js';
import { createDoctor } from '../doctor/doctor.js';
import { registerDoctorRoutes } from '../doctor/routes.js';
import { createClients } from '../http/client-address.js';
import { createIdentity } from '../identity/identity.js';
import { OAUTH_PATHS } from '../identity/oauth/addresses.js';
import { registerUserAccess } from '../identity/user-access.js';
import { handOverFiles } from '../media/hand-over.js';
import { createMediaLibrary } from '../media/library.js';
import { createOAuthServer } from '../oauth/oauth.js';
import { createHealth } from '../operations/health.js';
import { registerHealthRoutes } from '../operations/health-routes.js';
import { registerJobRoutes } from '../operations/job-routes.js';
import { createOptionStore } from '../options/option-store.js';
import { createOptions } from '../options/options.js';
import { createOutbox } from '../outbox/outbox.js';
import { packageVersion } from '../package-version.js';
import { createPageDispatch } from '../pages/dispatch-page.js';
import { createPageFrame } from '../pages/frame.js';
import { createReferencePage, REFERENCE_PATH } from '../pages/reference.js';
import type { CreateContextExtension } from '../plugins/context-extension.js';
import { createLifecycle } from '../plugins/lifecycle.js';
import { createPluginManager } from '../plugins/plugin-manager.js';
import { registerPluginRoutes } from '../plugins/routes.js';
import { createPrivacy } from '../privacy/privacy.js';
import { createHostRegistry } from '../rest/host-registry.js';
import { createOpenApi } from '../rest/openapi/document.js';
import { createRest } from '../rest/rest.js';
import { createRunTypes, registerRunCommands } from '../runs/run-types.js';
import type { Working } from '../services/jobs/jobs.js';
import { createHostLicences } from '../services/licence/host-licences.js';
import { createMail } from '../services/mail/mail.js';
import { createSignedAddresses } from '../services/objects/signed-addresses.js';
import { createServices, type Services } from '../services/services.js';
import { createSettings } from '../settings/settings.js';
import { createSite } from '../site.js';
import { type LocalizedSite, localizedSite } from '../texts/localized-site.js';
import type { Texts } from '../texts/texts.js';
import { createHostVisitors } from '../visitors/visitors.js';
import { createHostWebhooks } from '../webhooks/host-webhooks.js';
import { createCallers } from './callers.js';
import { databaseNotice, resolveConfig } from './config.js';
import { CORE_MIGRATIONS, pluginMigrations, siteMigrations } from './core-migrations.js';
import { createWithinRequest } from './current-host.js';
import { displayedOptions } from './displayed-options.js';
import { createFastifyPlugin } from './fastify.js';
import { createContext, createHandler } from './handler.js';
import { createHostHooks, logWithCulprits } from './hooks.js';
import type { Host } from './host.js';
import type { HostOptions } from './host-options.js';
import { createHostTexts, reportFaults } from './host-texts.js';
import { createInternalRequest } from './internal-request.js';
import { createKoaMiddleware } from './koa.js';
import { createObservePages } from './observe-pages.js';
import { createServe } from './serve.js';

/** Tools that other parts of the package inject, since the core must not import them. */
export interface HostTools extends TextTools {
  readonly extendContext: CreateContextExtension;
}

/** Milliseconds that background work, such as emails, gets to finish when the host closes. */
const LAST_WORK = 10_000;

/**
 * Creates a host: configuration, database and migrations, the core's parts, then the plugins in order of their
 * requirements.
 * @param tools dependencies from other parts of the package, which the core must not import
 * @throws HostError `config_invalid`, `database_*`, `plugin_*`. Everything is closed again after a failure
 */
export async function createHost(options: HostOptions, tools: HostTools): Promise<Host> {
  const resolved = resolveConfig(options);
  const notice = databaseNotice(resolved.database);
  if (notice !== null) resolved.log.warn(notice);
  const hooks = createHostHooks(resolved);
  const config = { ...resolved, log: logWithCulprits(resolved.log, hooks) };
  const texts = createHostTexts(config.texts);
  const site = localizedSite(createSite({ ...config }), texts);
  const db = createDatabase({ ...config.database, log: config.log });
  try {
    await db.migrateAll(CORE_MIGRATIONS, pluginMigrations(config.plugins));
    const services = await createServices({ config, db, log: config.log });
    try {
      return await assemble({ config, site, texts, hooks, db, services, tools });
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
  site: LocalizedSite;
  texts: Texts;
  hooks: Hooks;
  db: Database;
  services: Services;
  tools: HostTools;
}): Promise<Host> {
  const { config, site, texts, hooks, db, services, tools } = base;
  const { versions, locks, limiter, jobs, schedules } = services;
  let working: Working | null = null;
  const { log, debug, cors, compat, authorizationHeader } = config;
  const access = createAccess({ hooks, warn: (message) => log.warn(message) });
  const { templates, assets, pages, links, render } = createPageFrame({ config, site, hooks, log });
  const signedAddresses = createSignedAddresses({ ...config, site });
  const mail = createMail({ url: config.mail, sender: { name: site.name, address: config.mailFrom }, log, limiter });
  const background = createBackground(log);
  const secretBox = createSecretBox(config);
  const licences = createHostLicences({ config, site, db, secretBox });
  const outbox = createOutbox({ db, hooks, log });
  const registry = createHostRegistry({ site, hooks, log, openApi: { document: (name) => openApi.document(name) } });
  const content = createContent({
    db,
    site,
    hooks,
    outbox,
    access,
    registry,
    tools,
    schedules,
    // Lazy, because the media library is created after the content.
    hasFile: (id, viewer) => library.hasFile(id, viewer),
  });
  const { apiKeyHeaders } = registry;
  const handOver = [handOverPosts(db), handOverFiles(db)];
  const identityParts = { config, site, db, hooks, access, versions, limiter, apiKeyHeaders, log };
  const identity = createIdentity({ ...identityParts, handOver });
  const { users, passwords, sessions, applicationPasswords, apiKeys, authEvents, nonces, login } = identity;
  const accounts = createAccounts({ ...identityParts, ...identity, templates, mail, background, jobs, secretBox });
  registerUserAccess(access, identity);
  registerIdentityRoutes({ ...identity, ...accounts, access, db, registry, site });
  const health = createHealth(log);
  health.check('database', db.ping, 'core');
  registerHealthRoutes({ registry, health });
  const doctor = createDoctor(log);
  registerDoctorRoutes({ registry, doctor });
  registerJobRoutes({ registry, jobs });
  const webhooks = createHostWebhooks({
    config,
    db,
    outbox,
    jobs,
    schedules,
    registry,
    site,
    versions,
    authEvents,
    secretBox,
  });
  const library = createMediaLibrary({ ...base, ...services, access, outbox, registry, content, signedAddresses, log });
  const openApi = createOpenApi({ registry, site, access, version: packageVersion() });
  const commands = createCommands();
  commands.command('doctor', doctorCommand(doctor), 'core');
  const runTypes = createRunTypes();
  registerRunCommands(commands, { db, site, runTypes });
  const admin = createAdmin({ config, site, links, templates, assets, access, db });
  const optionStore = createOptionStore({ db, versions, log });
  const options = createOptions({ store: optionStore, log });
  const settings = createSettings({ db, store: optionStore, hooks, outbox, secretBox, log });
  const within = createWithinRequest((name) => plugins.api(name));
  const dispatch = createRest({ config, site, hooks, db, access, limiter, registry, within, sanitize: tools.sanitize });
  const parts = {
    ...base,
    ...services,
    access,
    admin,
    content,
    media: library.media,
    users,
    passwords,
    registry,
    templates,
    assets,
    pages,
    render,
    links,
    options,
    settings,
    commands,
    signedAddresses,
    runTypes,
    outbox,
    webhooks,
    health,
    doctor,
    licences,
    visitors: createHostVisitors({ db, site, hooks, schedules, log }),
    mail,
    emailConfirmations: accounts.emailConfirmations,
    secretBox,
    apiKeys,
    credentials: createCredentialManagement({ ...identity, access }),
    texts,
    extension: tools.extendContext({ hooks, templates, log, debug }),
  };
  const plugins = createPluginManager(parts);
  const lifecycle = createLifecycle({ ...parts, plugins, configured: config.plugins, log });
  registerPluginRoutes(registry, lifecycle);
  registerCoreChecks({
    ...parts,
    owners: () =>
      siteMigrations(config.plugins).map(([owner, migrations]) => ({
        owner,
        migrations,
        isActive:
          !config.plugins.some(({ name }) => name === owner) || plugins.list().some(({ name }) => name === owner),
      })),
  });
  pages.mount(
    site.admin,
    createAdminPages({ ...accounts, site, login, links, render, assets, area: admin.area }),
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
    ...parts,
    ...identity,
    ...accounts,
    displayedOptions: displayedOptions(config),
    oauth,
    plugins,
    lifecycle,
  });

  const observe = createObservePages({ pages, callers, site, log });
  const serve = createServe({
    config,
    observe,
    site,
    hooks,
    callers,
    nonces,
    sessions,
    dispatch,
    endpoints: oauth.endpoints,
    pages: createPageDispatch({ pages, assets, site, render, log, debug, within }),
  });

  const front = { serve, callers, log };

  let isServing = false;
  /** Starts background work once the process is going to serve requests. */
  function serving<Door>(door: Door): Door {
    if (isServing) return door;
    isServing = true;
    outbox.start();
    if (config.jobs === 'serve') working = jobs.work();
    hooks
      .doActionAsync('host_serving')
      .catch((error: unknown) => log.error({ err: error }, 'A component could not start'));
    return door;
  }

  /** Shuts down everything created here. Services and the database are closed afterwards. */
  async function dismantle(): Promise<void> {
    health.drain();
    await withTimeLimit(background.settled(), LAST_WORK, () => log.warn('Closed before all background tasks ended'));
    // Stops all jobs at the same time, before the plugins close one by one.
    await working?.stop();
    await outbox.close();
    await lifecycle.close();
    await plugins.close();
    await parts.extension.close();
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
    doctor,
    licences,
    privacy: createPrivacy({ db, hooks, users, authEvents, versions }),
    mail,
    options,
    templates: templates.catalogue,
    settings,
    plugins,
    texts,
    lifecycle,
    async close() {
      await dismantle();
      await services.close();
      await db.close();
    },
    handler: (options) => serving(createHandler(front, options)),
    fastify: () => serving(createFastifyPlugin(front)),
    koa: (options) => serving(createKoaMiddleware(front, options)),
    context: () => createContext({ callers, observe }),
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
    await webhooks.sealStored();
    await settings.sealStored();
    await licences.sealStored();
    // Lets a failing `rest_endpoints` filter prevent the start, rather than fail the first request.
    registry.routes();
    if (debug) hooks.checkNames();
    reportFaults(texts, log);
    return host;
  } catch (error) {
    await dismantle();
    throw error;
  }
}
