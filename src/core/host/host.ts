import type { Hooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { CapabilityName, ObjectArgument } from '../access/names.js';
import type { Admin } from '../admin/admin.js';
import type { RegisteredCommand } from '../commands.js';
import type { Content } from '../content/content.js';
import type { Database } from '../database/database.js';
import type { Doctor } from '../doctor/doctor.js';
import type { Health } from '../operations/health.js';
import type { RequestCms } from './callers.js';
import type { FastifyPlugin } from './fastify.js';
import type { HandlerOptions } from './handler.js';
import type { KoaMiddleware } from './koa.js';
import './hooks.js';
import type { Handler } from '../http/send.js';
import type { AnyRequest } from '../http/site-request.js';
import type { ApiKeys } from '../identity/api-keys.js';
import type { ApplicationPasswords } from '../identity/application-passwords.js';
import type { AuthEvents } from '../identity/auth-events.js';
import type { Nonces } from '../identity/nonces.js';
import type { Sessions } from '../identity/sessions.js';
import type { Users } from '../identity/users.js';
import type { HostMedia } from '../media/library.js';
import type { OAuth } from '../oauth/oauth.js';
import type { Options } from '../options/options.js';
import type { Outbox, OutboxAdministration } from '../outbox/outbox.js';
import type { PluginLifecycle } from '../plugins/lifecycle.js';
import type { PluginApis } from '../plugins/plugin.js';
import type { PluginManager } from '../plugins/plugin-manager.js';
import type { Privacy } from '../privacy/privacy.js';
import type { Route } from '../rest/registry.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { Licences } from '../services/licence/licences.js';
import type { Locks } from '../services/locks/locks.js';
import type { Mail } from '../services/mail/mail.js';
import type { Schedules } from '../services/schedule/schedule.js';
import type { Settings } from '../settings/settings.js';
import type { Site } from '../site.js';
import type { TemplateCatalogue } from '../templates/templates.js';
import type { Texts } from '../texts/texts.js';
import type { User } from '../user.js';
import type { Webhooks } from '../webhooks/webhooks.js';
import type { InternalRequest } from './internal-request.js';

/** A running host, for a site to mount and for its own code to use. */
export interface Host {
  readonly site: Site;
  readonly hooks: Hooks;
  readonly db: Database;
  readonly access: Access;
  /** The admin area's pages, cards and notices. */
  readonly admin: Pick<Admin, 'cards' | 'notices' | 'pages'>;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly applicationPasswords: ApplicationPasswords;
  readonly apiKeys: ApiKeys;
  /** The audit log of authentication. */
  readonly authEvents: AuthEvents;
  /** OAuth clients, and the access users have granted them. */
  readonly oauth: OAuth;
  readonly nonces: Nonces;
  readonly content: Content;
  /** The media library. */
  readonly media: HostMedia;
  readonly locks: Locks;
  /** Actions that run after the commit and are never lost. */
  readonly outbox: Outbox & OutboxAdministration;
  readonly jobs: Jobs;
  /** Scheduled work. */
  readonly schedules: Pick<Schedules, 'begin' | 'list'>;
  /** Webhooks that notify other machines of events. */
  readonly webhooks: Webhooks;
  readonly health: Pick<Health, 'report'>;
  /** Checks of the core and all plugins, as `mortise doctor` runs them. */
  readonly doctor: Pick<Doctor, 'examine'>;
  readonly licences: Licences;
  readonly privacy: Privacy;
  readonly mail: Mail;
  readonly options: Options;
  /** Lookup of templates and their files. */
  readonly templates: TemplateCatalogue;
  readonly settings: Pick<Settings, 'groups' | 'read' | 'reset' | 'save'>;
  /** The plugins set up in this process. */
  readonly plugins: PluginManager;
  /** Activation status of the configured plugins, shared by all processes and kept across restarts. */
  readonly lifecycle: PluginLifecycle;
  /** The site's texts in all languages. */
  readonly texts: Pick<Texts, 'list' | 'texts' | 'faults'>;
  /** Middleware for Express, Connect and similar frameworks; listener for node:http. */
  handler(options?: HandlerOptions): Handler;
  /** Plugin for Fastify: `app.register(host.fastify(), { prefix: '/help' })`. */
  fastify(): FastifyPlugin;
  /** Middleware for Koa: `app.use(host.koa())`. */
  koa(options?: HandlerOptions): KoaMiddleware;
  /** Middleware that sets `request.cms` for the site's own routes before the handler. */
  context(): Handler;
  /**
   * Returns identity and permissions of a request without `request.cms`: in node:http, Fastify, Koa, or with several
   * hosts in one process.
   * @param request the request of node:http, Express or Fastify, or Koa's context
   */
  of(request: AnyRequest): RequestCms;
  /** Calls a REST route without HTTP, through the same pipeline. */
  request: InternalRequest;
  /** Returns the API of an active plugin. */
  plugin<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name];
  /** Whether a user has a capability. */
  can<Name extends CapabilityName>(
    user: User | null,
    capability: Name,
    ...object: ObjectArgument<Name>
  ): Promise<boolean>;
  /** Lists the pages that plugins add to the site's menu. */
  menu(locale: string): readonly { readonly path: string; readonly label: string }[];
  routes(): readonly Route[];
  commands(): readonly RegisteredCommand[];
  /** Deactivates the plugins and closes the database. */
  close(): Promise<void>;
}

declare global {
  // Express extends its request type by merging this namespace. Without Express it has no effect.
  namespace Express {
    interface Request {
      /** Set by `host.context()` and, for requests the host does not answer, by `host.handler()`. */
      cms: RequestCms;
    }
  }
}
