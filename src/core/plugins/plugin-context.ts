import type { Logger } from 'pino';
import type { Hooks, OwnedHooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { CredentialManagement } from '../accounts/credential-management.js';
import type { EmailConfirmations } from '../accounts/email-confirmations.js';
import { createOwnedApiKeys } from '../accounts/owned-api-keys.js';
import type { Admin } from '../admin/admin.js';
import type { Commands } from '../commands.js';
import type { ContentService } from '../content/content.js';
import { createOwnedSecrets } from '../crypto/owned-secrets.js';
import type { SecretBox } from '../crypto/secret-box.js';
import { createSignatures } from '../crypto/signatures.js';
import type { Database } from '../database/database.js';
import { ownDoctor } from '../doctor/command.js';
import type { Doctor } from '../doctor/doctor.js';
import { HostError } from '../errors.js';
import type { ApiKeys } from '../identity/api-keys.js';
import type { Passwords } from '../identity/passwords.js';
import type { Users } from '../identity/users.js';
import type { Media } from '../media/media.js';
import type { Health } from '../operations/health.js';
import type { OptionsService } from '../options/options.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Assets } from '../pages/assets.js';
import type { LoginLinks } from '../pages/login-links.js';
import type { RenderPage } from '../pages/render.js';
import type { Pages } from '../pages/router.js';
import { createOwnedLimits } from '../rest/owned-limits.js';
import type { Registry } from '../rest/registry.js';
import { createOwnedRuns } from '../runs/owned-runs.js';
import type { RunTypes } from '../runs/run-types.js';
import type { Versions } from '../services/bus/versions.js';
import { type Cache, ownedCache } from '../services/cache/cache.js';
import type { Jobs } from '../services/jobs/jobs.js';
import { createOwnedLicences, type Licences } from '../services/licence/licences.js';
import type { Locks } from '../services/locks/locks.js';
import type { Mail } from '../services/mail/mail.js';
import type { ObjectStoreService } from '../services/objects/object-store.js';
import { createOwnedObjects } from '../services/objects/owned-objects.js';
import type { SignedAddresses } from '../services/objects/signed-addresses.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import { ownJobs } from '../services/schedule/owned-jobs.js';
import type { Schedules } from '../services/schedule/schedule.js';
import type { Settings } from '../settings/settings.js';
import { ownSettings } from '../settings/settings-page.js';
import type { Templates } from '../templates/templates.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import { createOwnedTexts } from '../texts/owned-texts.js';
import type { Texts } from '../texts/texts.js';
import type { Visitors } from '../visitors/visitors.js';
import type { WebhooksService } from '../webhooks/webhooks.js';
import { apiFor } from './caller-api.js';
import type { ContextExtension } from './context-extension.js';
import type { PluginApis, PluginContext } from './plugin.js';

/** Parts of the host available to plugins through their context. */
export interface HostParts {
  readonly config: {
    readonly log: Logger;
    readonly debug: boolean;
    readonly secret: string;
    readonly previousSecrets: readonly string[];
  };
  readonly site: LocalizedSite;
  readonly hooks: Hooks;
  readonly db: Database;
  readonly access: Access;
  readonly admin: Admin;
  readonly content: ContentService;
  readonly media: Media;
  readonly users: Users;
  readonly passwords: Passwords;
  readonly registry: Registry;
  readonly templates: Templates;
  readonly texts: Texts;
  readonly assets: Assets;
  readonly pages: Pages;
  readonly render: RenderPage;
  readonly links: LoginLinks;
  readonly options: OptionsService;
  readonly settings: Settings;
  readonly commands: Commands;
  readonly versions: Versions;
  readonly cache: Cache;
  readonly objects: ObjectStoreService;
  readonly signedAddresses: SignedAddresses;
  readonly locks: Locks;
  readonly limiter: RateLimiter;
  readonly jobs: Jobs;
  readonly schedules: Schedules;
  readonly outbox: Outbox;
  readonly webhooks: WebhooksService;
  readonly health: Health;
  readonly doctor: Doctor;
  readonly licences: Licences;
  readonly visitors: Visitors;
  readonly runTypes: RunTypes;
  readonly mail: Mail;
  readonly emailConfirmations: EmailConfirmations;
  readonly secretBox: SecretBox;
  readonly apiKeys: ApiKeys;
  readonly credentials: CredentialManagement;
  readonly extension: ContextExtension;
}

/** The host's record of an active plugin. */
export interface PluginRecord {
  readonly name: string;
  api: unknown;
  /** True after its registrations were removed. Nothing may be added from then on. */
  isRemoved: boolean;
  readonly onReady: (() => void | Promise<void>)[];
  readonly onClose: (() => void | Promise<void>)[];
}

/** Creates the context of a plugin, which records the plugin as owner of everything it registers. */
export function createPluginContext(
  parts: HostParts,
  record: PluginRecord,
  plugins: ReadonlyMap<string, PluginRecord>,
): PluginContext {
  const { name: owner } = record;
  const { hooks, access, templates, assets } = parts;
  const ownHooks = hooks.forOwner(owner);
  const ownAdmin = parts.admin.forOwner(owner);
  const ownContent = parts.content.forOwner(owner);
  const ownOptions = parts.options.forOwner(owner);
  const settings = ownSettings(parts.settings, ownAdmin, owner);

  /** Work started before the plugin was removed may finish, but must not register anything. */
  function open<Part>(part: Part): Part {
    if (!record.isRemoved) return part;
    throw new HostError('plugin_inactive', `"${owner}" is inactive and cannot register anything.`);
  }

  const openHooks: OwnedHooks = {
    ...ownHooks,
    addAction: (name, callback, options) => open(ownHooks).addAction(name, callback, options),
    addFilter: (name, callback, options) => open(ownHooks).addFilter(name, callback, options),
    observe: (observer) => open(ownHooks).observe(observer),
    on: (event, listener) => open(ownHooks).on(event, listener),
    define: (name, definition) => open(ownHooks).define(name, definition),
    deprecateHook: (name, deprecation) => open(ownHooks).deprecateHook(name, deprecation),
    tapable: (name, kind) => open(ownHooks).tapable(name, kind),
  };
  const jobs = ownJobs(owner, parts.jobs, parts.schedules, open);
  const locks: Locks = {
    acquire: (name, options) => parts.locks.acquire(`${owner}:${name}`, options),
    run: (name, work, options) => parts.locks.run(`${owner}:${name}`, work, options),
    holder: (name) => parts.locks.holder(`${owner}:${name}`),
    end: (name, holder) => parts.locks.end(`${owner}:${name}`, holder),
  };

  return {
    ...parts.extension.forOwner(owner, open),
    name: owner,
    site: parts.site,
    hooks: openHooks,
    rest: {
      route: (namespace, definition) => open(parts.registry).route(namespace, definition, owner),
      group: (namespace, group, declare) => open(parts.registry).group(namespace, group, declare, owner),
      apiKeyHeader: (name) => open(parts.registry).apiKeyHeader(name, owner),
    },
    access: {
      capability: (name, definition) => open(access).capability(name, { ...definition, owner }),
      meta: (name, mapper, options) => open(access).meta(name, mapper, { ...options, owner }),
      role: (name, definition) => open(access).role(name, { ...definition, owner }),
      scope: (name, definition) => open(access).scope(name, { ...definition, owner }),
      can: access.can,
      check: access.check,
      explain: access.explain,
      roles: access.roles,
      hasRole: access.hasRole,
      hasCapability: access.hasCapability,
    },
    admin: {
      page: (page) => open(ownAdmin).page(page),
      area: (options) => open(ownAdmin).area(options),
      section: (section) => open(ownAdmin).section(section),
      card: (card) => open(ownAdmin).card(card),
      notice: (notice) => open(ownAdmin).notice(notice),
    },
    options: { ...ownOptions, define: (definition) => open(ownOptions).define(definition) },
    settings: { ...settings, register: (group) => open(settings).register(group) },
    db: parts.db,
    content: {
      ...ownContent,
      registerType: (definition) => open(ownContent).registerType(definition),
      registerTaxonomy: (definition) => open(ownContent).registerTaxonomy(definition),
      registerMeta: (type, key, definition) => open(ownContent).registerMeta(type, key, definition),
    },
    media: parts.media,
    users: parts.users,
    passwords: { hash: parts.passwords.hash, verify: parts.passwords.verify },
    templates: {
      add: (folder, options) => open(templates).add(folder, owner, options),
      render: templates.render,
    },
    texts: createOwnedTexts(owner, parts.texts, open),
    pages: {
      mount: (path, handler, options) => open(parts.pages).mount(path, handler, owner, options),
      observe: (observer) => open(parts.pages).observe(observer, owner),
      render: parts.render,
      assets: (namespace, folder) => open(assets).add(namespace, folder, owner),
      assetHref: assets.href,
      readAsset: assets.read,
      loginHref: parts.links.logIn,
    },
    mail: parts.mail,
    emailConfirmations: {
      define: (name, confirmed) => open(parts.emailConfirmations).define(`${owner}/${name}`, confirmed, owner),
    },
    cli: { command: (name, definition) => open(parts.commands).command(name, definition, owner) },
    versions: {
      bump: parts.versions.bump,
      poll: parts.versions.poll,
      watch(name, listener) {
        const subscription = open(parts.versions).watch(name, listener);
        record.onClose.push(subscription.remove);
        return subscription;
      },
    },
    cache: ownedCache(owner, parts.cache),
    objects: createOwnedObjects(owner, parts.objects, parts.signedAddresses, parts.site.url('/')),
    jobs,
    locks,
    runs: createOwnedRuns({ owner, db: parts.db, hooks: openHooks, jobs, locks, types: parts.runTypes }),
    limits: createOwnedLimits(owner, parts.limiter),
    signatures: createSignatures({ ...parts.config, owner }),
    apiKeys: createOwnedApiKeys({ owner, access, apiKeys: parts.apiKeys, credentials: parts.credentials }),
    secrets: createOwnedSecrets({ owner, secret: parts.config.secret, secretBox: parts.secretBox }),
    outbox: {
      announce: parts.outbox.announce,
      announceAll: parts.outbox.announceAll,
      current: parts.outbox.current,
    },
    webhooks: { topic: (topic) => open(parts.webhooks).topic(topic, owner) },
    health: { check: (name, check) => open(parts.health).check(name, check, owner) },
    doctor: ownDoctor(owner, parts, open),
    licences: createOwnedLicences(owner, parts.licences),
    visitors: parts.visitors.forOwner(owner),
    log: parts.config.log.child({ plugin: owner }),
    debug: parts.config.debug,
    plugin<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name] {
      const other = plugins.get(name);
      if (!other) {
        throw new HostError(
          'plugin_requirement_missing',
          `"${owner}" requested the plugin "${name}", which is not active. Add it to "requires".`,
        );
      }
      // The plugin guarantees this type itself: it declares PluginApis next to what its setup returns.
      return apiFor(other.api, {
        name: owner,
        onClose: (callback) => open(record.onClose).push(callback),
      }) as PluginApis[Name];
    },
    onReady: (callback) => open(record.onReady).push(callback),
    onClose: (callback) => open(record.onClose).push(callback),
  };
}

/** Removes everything a plugin registered, in reverse order. Errors of its own callbacks are only logged. */
export async function removePlugin(parts: HostParts, record: PluginRecord): Promise<void> {
  async function clean(callback: () => void | Promise<void>): Promise<void> {
    try {
      await callback();
    } catch (error) {
      parts.config.log.error({ err: error, plugin: record.name }, 'A plugin failed to close');
    }
  }
  record.isRemoved = true;
  // Jobs stop first, because they may use resources that the callbacks close.
  parts.schedules.removeOwner(record.name);
  await clean(() => parts.jobs.removeOwner(record.name));
  for (const callback of record.onClose.toReversed()) await clean(callback);
  const holders = [
    parts.hooks,
    parts.registry,
    parts.access,
    parts.admin,
    parts.content,
    parts.options,
    parts.settings,
    parts.runTypes,
    parts.templates,
    parts.texts,
    parts.assets,
    parts.pages,
    parts.commands,
    parts.health,
    parts.doctor,
    parts.webhooks,
    parts.emailConfirmations,
    parts.extension,
  ];
  for (const holder of holders) holder.removeOwner(record.name);
}
