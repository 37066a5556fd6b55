import type { Logger } from 'pino';
import type { OwnedHooks } from '../../hooks/hooks.js';
import type { OwnedAccess } from '../access/capabilities.js';
import type { OwnedEmailConfirmations } from '../accounts/email-confirmations.js';
import type { OwnedApiKeys } from '../accounts/owned-api-keys.js';
import type { OwnedAdmin } from '../admin/registry.js';
import type { OwnedCommands } from '../commands.js';
import type { Content } from '../content/content.js';
import type { OwnedSecrets } from '../crypto/owned-secrets.js';
import type { OwnedSignatures } from '../crypto/signatures.js';
import type { Database } from '../database/database.js';
import type { Migration } from '../database/migrate.js';
import type { OwnedDoctor } from '../doctor/doctor.js';
import type { Passwords } from '../identity/passwords.js';
import type { Users } from '../identity/users.js';
import type { Media } from '../media/media.js';
import type { OwnedHealth } from '../operations/health.js';
import type { OwnedOptions } from '../options/options.js';
import type { Outbox } from '../outbox/outbox.js';
import type { OwnedPages } from '../pages/router.js';
import type { OwnedLimits } from '../rest/owned-limits.js';
import type { OwnedRest } from '../rest/owned-rest.js';
import type { OwnedRuns } from '../runs/owned-runs.js';
import type { Versions } from '../services/bus/versions.js';
import type { Cache } from '../services/cache/cache.js';
import type { OwnedLicences } from '../services/licence/licences.js';
import type { Locks } from '../services/locks/locks.js';
import type { Mail } from '../services/mail/mail.js';
import type { OwnedObjects } from '../services/objects/owned-objects.js';
import type { OwnedJobs } from '../services/schedule/owned-jobs.js';
import type { OwnedSettings } from '../settings/settings.js';
import type { OwnedTemplates } from '../templates/templates.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { OwnedTexts } from '../texts/owned-texts.js';
import type { OwnedVisitors } from '../visitors/visitors.js';
import type { OwnedWebhooks } from '../webhooks/topics.js';
import type { WritePiece } from './export-file.js';

/** The typed APIs that plugins publish to each other, by plugin name. Extended by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface PluginApis {}

/** Additions to {@link PluginContext} by parts of the package above the core. Extended by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface PluginContextParts {}

/** The API of the plugin with this name, or `unknown` if it declares none. */
export type ApiOf<Name extends string> = Name extends keyof PluginApis ? PluginApis[Name] : unknown;

/** A plugin as passed to `createHost`. */
export interface Plugin {
  /** Lower-case name with hyphens. It is the owner name of everything the plugin registers. */
  readonly name: string;
  /** Semantic version. */
  readonly version: string;
  /** Plugins that must be set up first, by name and version range: `{ 'knowledge-base': '^1.0.0' }`. */
  readonly requires?: Readonly<Record<string, string>>;
  /** Prefix of the plugin's table names, e.g. `acme_`. */
  readonly tablePrefix?: string;
  /** Applied in order before `setup`, once per database. */
  readonly migrations?: readonly Migration[];
  /**
   * Registers the plugin's features. Its return value is the API for `ctx.plugin(name)`. With `apiPerPlugin`, the API
   * knows its caller.
   */
  readonly setup: (context: PluginContext) => unknown;
  /**
   * Exports what `uninstall` deletes outside the plugin's own tables. Called while that data still exists and the
   * plugin is inactive. If it throws, the uninstallation is canceled.
   */
  readonly uninstallExport?: (context: UninstallContext, folder: ExportFolder) => Promise<void>;
  /**
   * Deletes the plugin's data outside its own tables when it is uninstalled. The plugin is inactive then. It may be
   * called again after an interruption. Tables created by migrations are dropped automatically.
   */
  readonly uninstall?: (context: UninstallContext) => void | Promise<void>;
  /**
   * Returns a sentence or two on what uninstalling the plugin deletes and how to keep it. Null for none. It is shown
   * before the uninstallation, also for active plugins.
   * @param locale BCP 47
   */
  readonly uninstallNotice?: (context: UninstallContext, locale: string) => Promise<string | null>;
}

/** The parts of the host available to a plugin during its uninstallation. */
export interface UninstallContext {
  readonly db: Database;
  readonly content: Pick<Content, 'terms'>;
  readonly media: Pick<Media, 'get' | 'read' | 'delete'>;
  readonly users: Pick<Users, 'get'>;
  readonly versions: Versions;
  readonly site: LocalizedSite;
  readonly log: Logger;
}

/** The plugin's part of the export written before it is uninstalled. */
export interface ExportFolder {
  /**
   * Writes a new file.
   * @param name path below the folder, of plain segments: `articles.json`, `pictures/7.png`
   * @param fill writes the content in chunks; await each one before the next
   * @throws HostError `storage_key_invalid` for a name that leaves the folder
   */
  file(name: string, fill: (write: WritePiece) => Promise<void>): Promise<void>;
}

/**
 * The API of a plugin. Everything registered through it belongs to the plugin and is removed when the plugin is
 * deactivated or its `setup` fails.
 */
export interface PluginContext extends PluginContextParts {
  readonly name: string;
  readonly site: LocalizedSite;
  readonly hooks: OwnedHooks;
  readonly rest: OwnedRest;
  /** Single values of the plugin, without a settings page. */
  readonly options: OwnedOptions;
  readonly settings: OwnedSettings;
  readonly access: OwnedAccess;
  readonly admin: OwnedAdmin;
  readonly db: Database;
  readonly content: Content;
  readonly media: Media;
  readonly users: Users;
  /** Slow hashes of secrets chosen by people, such as the password of a page. For account passwords, use `users`. */
  readonly passwords: Pick<Passwords, 'hash' | 'verify'>;
  readonly templates: OwnedTemplates;
  readonly texts: OwnedTexts;
  readonly pages: OwnedPages;
  readonly mail: Mail;
  /** Links that verify email addresses in the plugin's records. */
  readonly emailConfirmations: OwnedEmailConfirmations;
  readonly cli: OwnedCommands;
  readonly versions: Versions;
  /** The plugin's own cache. Its keys and tags cannot collide with those of others. */
  readonly cache: Cache;
  /** The plugin's own files, private unless it creates a URL for them. */
  readonly objects: OwnedObjects;
  /** Locks between the processes of the site. */
  readonly locks: Locks;
  /** Rate limits. */
  readonly limits: OwnedLimits;
  /** Signed values that visitors carry for the plugin and cannot change. */
  readonly signatures: OwnedSignatures;
  /** Anonymous visitors: who is a bot, who opted out, and keys that count a visitor once a day. */
  readonly visitors: OwnedVisitors;
  /** Site-wide API keys that let programs call the plugin's routes. */
  readonly apiKeys: OwnedApiKeys;
  /** Encrypted texts, which a copy of the database does not reveal. */
  readonly secrets: OwnedSecrets;
  /** Background work, done in any process of the site. */
  readonly jobs: OwnedJobs;
  /** Long-running work in steps, with progress, pause, resume and history. */
  readonly runs: OwnedRuns;
  /** Actions that run after the commit and are never lost. */
  readonly outbox: Outbox;
  /** Topics that webhooks can subscribe to. */
  readonly webhooks: OwnedWebhooks;
  /** Checks that decide whether the site is ready for requests. */
  readonly health: OwnedHealth;
  /** Checks of data and configuration that `mortise doctor` and the admin area run. */
  readonly doctor: OwnedDoctor;
  /** Licences of the plugin's own product. The plugin decides what a licence unlocks. */
  readonly licences: OwnedLicences;
  readonly log: Logger;
  /** Whether developer mistakes should throw or be reported loudly. */
  readonly debug: boolean;
  /**
   * Returns the API published by another plugin.
   * @throws HostError `plugin_missing` if it is not active
   */
  plugin<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name];
  /** Registers a callback for when every plugin is set up. */
  onReady(callback: () => void | Promise<void>): void;
  /** Registers a callback for when the plugin is deactivated or the host closes. The last one registered runs first. */
  onClose(callback: () => void | Promise<void>): void;
}

/**
 * Declares a plugin. It returns its argument and only adds types:
 *
 * ```ts
 * export const recipes = () => definePlugin({ name: 'acme-recipes', version: '1.0.0', setup({ rest }) { ... } });
 * ```
 */
export function definePlugin<const Name extends string>(
  plugin: Plugin & {
    readonly name: Name;
    readonly setup: (context: PluginContext) => ApiOf<Name> | Promise<ApiOf<Name>>;
  },
): Plugin {
  return plugin;
}
