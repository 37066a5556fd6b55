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
import type { Passwords } from '../identity/passwords.js';
import type { Users } from '../identity/users.js';
import type { Media } from '../media/media.js';
import type { OwnedHealth } from '../operations/health.js';
import type { OwnedOptions } from '../options/options.js';
import type { Outbox } from '../outbox/outbox.js';
import type { OwnedPages } from '../pages/router.js';
import type { OwnedLimits } from '../rest/owned-limits.js';
import type {
  Arguments,
  ArgumentsInput,
  DeclareEndpoints,
  PermissionOf,
  RouteDefinition,
  RouteGroup,
} from '../rest/route.js';
import type { Versions } from '../services/bus/versions.js';
import type { Cache } from '../services/cache/cache.js';
import type { OwnedLicences } from '../services/licence/owned.js';
import type { Locks } from '../services/locks/locks.js';
import type { Mail } from '../services/mail/mail.js';
import type { OwnedObjects } from '../services/objects/owned-objects.js';
import type { OwnedJobs } from '../services/schedule/owned-jobs.js';
import type { OwnedSettings } from '../settings/settings.js';
import type { OwnedTemplates } from '../templates/templates.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { OwnedTexts } from '../texts/owned-texts.js';
import type { OwnedWebhooks } from '../webhooks/topics.js';
import type { WritePiece } from './export-file.js';

/** The typed APIs that plugins publish to each other, by plugin name. Filled by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface PluginApis {}

/** What parts of the package above the core add to {@link PluginContext}. Filled by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface PluginContextParts {}

/** What a plugin of this name answers: the API that it declares, or whatever it likes. */
export type ApiOf<Name extends string> = Name extends keyof PluginApis ? PluginApis[Name] : unknown;

/** A plugin as it is handed to `createHost`. */
export interface Plugin {
  /** Lower case with hyphens; the owner of everything the plugin registers. */
  readonly name: string;
  /** Semantic version. */
  readonly version: string;
  /** Plugins that must be set up before, by name and version range: `{ 'knowledge-base': '^1.0.0' }`. */
  readonly requires?: Readonly<Record<string, string>>;
  /** What the names of the plugin's tables begin with, e.g. `acme_`. */
  readonly tablePrefix?: string;
  /** Applied in order before `setup`, once per database. */
  readonly migrations?: readonly Migration[];
  /**
   * Registers what the plugin brings. What it returns is its API for `ctx.plugin(name)`; `apiPerPlugin` tells it who asks.
   */
  readonly setup: (context: PluginContext) => unknown;
  /**
   * Writes what `uninstall` removes outside the plugin's own tables into the export that comes before it. It is called
   * while all of that is there, and the plugin is not active then; what it throws keeps it from being uninstalled.
   */
  readonly uninstallExport?: (context: UninstallContext, folder: ExportFolder) => Promise<void>;
  /**
   * Removes what the plugin has outside its own tables, when somebody uninstalls it: it is not active then. It may be
   * called again after it was cut off. Tables of its migrations go by themselves.
   */
  readonly uninstall?: (context: UninstallContext) => void | Promise<void>;
  /**
   * What people lose when the plugin is uninstalled and how to keep it, in a sentence or two; null for nothing. It is
   * shown before somebody does it, of an active plugin too.
   * @param locale BCP 47
   */
  readonly uninstallNotice?: (context: UninstallContext, locale: string) => Promise<string | null>;
}

/** What a plugin works with that is being uninstalled. */
export interface UninstallContext {
  readonly db: Database;
  readonly content: Pick<Content, 'terms'>;
  readonly media: Pick<Media, 'get' | 'read' | 'delete'>;
  readonly users: Pick<Users, 'get'>;
  readonly versions: Versions;
  readonly site: LocalizedSite;
  readonly log: Logger;
}

/** The plugin's part of the folder that is written before it is uninstalled. */
export interface ExportFolder {
  /**
   * Writes a file that is not there yet.
   * @param name path below the folder, of plain segments: `articles.json`, `pictures/7.png`
   * @param fill writes it, piece by piece; the next one waits until one is done
   * @throws HostError `storage_key_invalid` for a name that leads elsewhere
   */
  file(name: string, fill: (write: WritePiece) => Promise<void>): Promise<void>;
}

/**
 * What a plugin works with. All that it registers here carries its name, and goes when the plugin is deactivated or
 * when its `setup` fails.
 */
export interface PluginContext extends PluginContextParts {
  readonly name: string;
  readonly site: LocalizedSite;
  readonly hooks: OwnedHooks;
  readonly rest: OwnedRest;
  /** Single values of the plugin's own, without a page. */
  readonly options: OwnedOptions;
  readonly settings: OwnedSettings;
  readonly access: OwnedAccess;
  readonly admin: OwnedAdmin;
  readonly db: Database;
  readonly content: Content;
  readonly media: Media;
  readonly users: Users;
  /** Slow hashes of what people choose as a secret, such as the password of a page. Those of accounts are with `users`. */
  readonly passwords: Pick<Passwords, 'hash' | 'verify'>;
  readonly templates: OwnedTemplates;
  readonly texts: OwnedTexts;
  readonly pages: OwnedPages;
  readonly mail: Mail;
  /** Links that prove the email addresses of the plugin's records. */
  readonly emailConfirmations: OwnedEmailConfirmations;
  readonly cli: OwnedCommands;
  readonly versions: Versions;
  /** The plugin's own part of it: its keys and tags meet nobody else's. */
  readonly cache: Cache;
  /** Files of the plugin's own, private unless it gives out an address. */
  readonly objects: OwnedObjects;
  /** Locks between the processes of the site. */
  readonly locks: Locks;
  /** Counting how often somebody may do something. */
  readonly limits: OwnedLimits;
  /** Texts that visitors carry for the plugin, and cannot change. */
  readonly signatures: OwnedSignatures;
  /** Keys of the site by which programs call the plugin's routes. */
  readonly apiKeys: OwnedApiKeys;
  /** Texts in the database that a copy of it does not give away. */
  readonly secrets: OwnedSecrets;
  /** Work that is done later, in any process of the site. */
  readonly jobs: OwnedJobs;
  /** Actions that are fired after the commit, and not lost. */
  readonly outbox: Outbox;
  /** What other machines can be told of. */
  readonly webhooks: OwnedWebhooks;
  /** Checks that decide whether the site is ready for requests. */
  readonly health: OwnedHealth;
  /** Licences of the plugin's own product. What they open is the plugin's decision. */
  readonly licences: OwnedLicences;
  readonly log: Logger;
  /** Whether mistakes of developers should be loud. */
  readonly debug: boolean;
  /**
   * The API another plugin published.
   * @throws HostError `plugin_missing` when it is not active
   */
  plugin<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name];
  /** Runs when every plugin is set up. */
  onReady(callback: () => void | Promise<void>): void;
  /** Runs when the plugin is deactivated or the host closes, last registered first. */
  onClose(callback: () => void | Promise<void>): void;
}

/** The REST registry with the plugin as owner. */
export interface OwnedRest {
  /**
   * Declares a route.
   * @throws HostError `rest_route_invalid`, `rest_permission_missing`, `rest_route_conflict`
   */
  route<const Path extends string, const A extends ArgumentsInput, const P extends PermissionOf<Path, A>>(
    namespace: string,
    definition: RouteDefinition<Path, A, P>,
  ): void;
  /** Declares several endpoints of one path, with what they have in common said once. @throws like `route` */
  group<const Path extends string, const Shared extends Arguments, const P extends PermissionOf<Path, Shared>>(
    namespace: string,
    group: RouteGroup<Path, Shared, P>,
    declare: DeclareEndpoints<Path, Shared, P>,
  ): void;
  /**
   * Has API keys taken from a header of the plugin's own, besides `X-API-Key` and `Authorization: Bearer`: for routes
   * that ask for capabilities. Those with the permission `apiKey` name it there.
   * @throws HostError `rest_api_key_header_invalid`
   */
  apiKeyHeader(name: string): void;
}

/**
 * Declares a plugin. The function does nothing but give the editor its types:
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
