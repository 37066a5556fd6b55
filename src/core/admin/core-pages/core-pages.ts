import type { Logger } from 'pino';
import type { Hooks } from '../../../hooks/hooks.js';
import type { Access } from '../../access/capabilities.js';
import type { AccountServices } from '../../accounts/accounts.js';
import { createCredentialManagement } from '../../accounts/credential-management.js';
import { mayLink, type PublicAddress } from '../../accounts/password-services.js';
import type { Content } from '../../content/content.js';
import type { DatabaseAddress } from '../../database/address.js';
import type { Database } from '../../database/database.js';
import type { Doctor } from '../../doctor/doctor.js';
import type { IdentityServices } from '../../identity/identity.js';
import type { Media } from '../../media/media.js';
import { createOAuthClientManagement } from '../../oauth/client-management.js';
import type { OAuth } from '../../oauth/oauth.js';
import type { OutboxAdministration } from '../../outbox/outbox.js';
import type { PluginLifecycle } from '../../plugins/lifecycle.js';
import type { Plugin } from '../../plugins/plugin.js';
import type { PluginManager } from '../../plugins/plugin-manager.js';
import type { Registry } from '../../rest/registry.js';
import type { RunTypes } from '../../runs/run-types.js';
import type { Jobs } from '../../services/jobs/jobs.js';
import type { Mail } from '../../services/mail/mail.js';
import { outboxFolder } from '../../services/mail/outbox.js';
import type { Site } from '../../site.js';
import { type CoreKey, coreCatalogues } from '../../texts/core-catalogues.js';
import { createWebhookManagement } from '../../webhooks/webhook-management.js';
import type { Webhooks } from '../../webhooks/webhooks.js';
import { createFormTickets } from '../form-tickets.js';
import type { AdminArea } from '../plugin-area.js';
import type { AdminRegistry, OwnedAdmin } from '../registry.js';
import { registerAuditLog } from './audit-log.js';
import { registerAllowedApps } from './credentials/allowed-apps.js';
import { registerApiKeyPages } from './credentials/api-keys.js';
import { registerApplicationPasswordPages } from './credentials/application-passwords.js';
import { registerOAuthClientPages } from './credentials/oauth-clients.js';
import { registerProfile } from './credentials/profile.js';
import { registerSessionPages } from './credentials/sessions.js';
import { accountOfOthers, ownAccount } from './credentials/whose.js';
import { registerDashboard } from './dashboard.js';
import { registerDoctorPage } from './doctor.js';
import { registerHookPages } from './hooks/register.js';
import { registerJobPages } from './jobs/register.js';
import { registerMediaPages } from './media/register.js';
import { registerPluginPages } from './plugins.js';
import { registerRoleMatrix } from './role-matrix.js';
import { registerRouteTable } from './route-table.js';
import { registerRunPages } from './runs.js';
import type { DisplayedOption } from './system-facts.js';
import { registerSystemReport } from './system-report.js';
import { registerUserDeletion } from './user-deletion.js';
import { registerUserForms } from './user-forms.js';
import { registerUserList } from './user-list.js';
import { registerAnnouncedActions } from './webhooks/announced-actions.js';
import { registerMessagePages } from './webhooks/messages.js';
import { ACTIONS_PATH, PATH } from './webhooks/parts.js';
import { registerWebhookList } from './webhooks/webhook-list.js';
import { registerWebhookPage } from './webhooks/webhook-page.js';

/** Host options that the core admin pages use. */
export interface CorePagesConfig extends PublicAddress {
  readonly database: DatabaseAddress;
  readonly mail: string;
  readonly uploads: { readonly maxBytes: number };
  readonly uploadFolder?: string;
  readonly plugins: readonly Plugin[];
  readonly log: Logger;
}

export interface CorePagesParts
  extends Pick<
      IdentityServices,
      'apiKeys' | 'applicationPasswords' | 'authEvents' | 'oauthGrants' | 'sessions' | 'users'
    >,
    Pick<AccountServices, 'emailChange' | 'passwordChange' | 'profileChange' | 'userManagement'> {
  readonly admin: Pick<AdminRegistry, 'cards' | 'notices' | 'pages'>;
  readonly config: CorePagesConfig;
  /** Host options shown to administrators, by name. */
  readonly displayedOptions: Readonly<Record<string, DisplayedOption>>;
  readonly site: Site;
  readonly content: Content;
  readonly media: Media;
  readonly db: Database;
  readonly access: Access;
  readonly oauth: Pick<OAuth, 'clients'>;
  readonly outbox: OutboxAdministration;
  readonly webhooks: Webhooks;
  readonly registry: Registry;
  readonly plugins: Pick<PluginManager, 'list'>;
  readonly lifecycle: PluginLifecycle;
  readonly hooks: Pick<Hooks, 'list' | 'stats' | 'resume'>;
  readonly jobs: Jobs;
  readonly runTypes: RunTypes;
  readonly mail: Pick<Mail, 'leaves'>;
  readonly doctor: Doctor;
}

/** The area of the core pages. */
export type CoreArea = AdminArea<CoreKey>;

/** Registers the admin pages of the core, with the same API as plugins. */
export function registerCorePages(own: OwnedAdmin, parts: CorePagesParts): void {
  const area = own.area({ path: '/', texts: coreCatalogues, capability: 'manage_options' });
  const { userManagement: management } = parts;
  registerDashboard(area, parts);
  registerMailNotices(area, parts);
  registerMediaPages(area, { ...parts, posts: parts.content.posts });
  registerUserList(area, { ...parts, management });
  registerUserForms(area, { ...parts, management });
  registerUserDeletion(area, { ...parts, management });
  registerRoleMatrix(area, parts);
  registerCredentialPages(area, parts);
  registerWebhookPages(own, parts);
  registerAuditLog(area, parts);
  registerPluginPages(area, parts);
  registerJobPages(area, parts);
  registerRunPages(area, parts);
  registerRouteTable(area, parts);
  registerHookPages(area, parts);
  registerDoctorPage(area, parts);
  registerSystemReport(area, parts);
}

/** Registers the pages for one's own account, and for administrators those for all credentials. */
function registerCredentialPages(area: CoreArea, pageParts: CorePagesParts): void {
  const credentials = createCredentialManagement(pageParts);
  const parts = { ...pageParts, credentials, tickets: createFormTickets(pageParts) };
  const self = ownAccount();
  registerProfile(area, parts, self);
  registerSessionPages(area, parts, self);
  registerApplicationPasswordPages(area, parts, self);
  registerApiKeyPages(area, parts, self);
  registerAllowedApps(area, parts, self);
  const others = accountOfOthers(pageParts.users);
  registerSessionPages(area, parts, others);
  registerApplicationPasswordPages(area, parts, others);
  registerApiKeyPages(area, parts, null);
  const clients = createOAuthClientManagement({ ...pageParts, clients: pageParts.oauth.clients });
  registerOAuthClientPages(area, { ...parts, clients });
}

/** Registers the webhook pages. */
function registerWebhookPages(own: OwnedAdmin, pageParts: CorePagesParts): void {
  const area = own.area({
    path: PATH,
    texts: coreCatalogues,
    capability: 'manage_webhooks',
    tabs: { [PATH]: 'webhooks.title', [ACTIONS_PATH]: { label: 'webhooks.actions', capability: 'manage_options' } },
    tabsLabel: 'webhooks.title',
  });
  const { webhooks, authEvents } = pageParts;
  const management = createWebhookManagement({ ...webhooks, authEvents });
  const parts = { ...pageParts, tickets: createFormTickets(pageParts), management };
  registerWebhookList(area, parts);
  registerWebhookPage(area, parts);
  registerMessagePages(area, parts);
  registerAnnouncedActions(area, parts);
}

/** Registers dashboard notices about problems with email. */
function registerMailNotices(area: CoreArea, { mail, config }: Pick<CorePagesParts, 'mail' | 'config'>): void {
  area.notice(({ strings }) =>
    mail.leaves
      ? null
      : { kind: 'warning', text: strings.text('admin.mail-stays', { folder: outboxFolder(config.mail) }) },
  );
  area.notice(({ strings }) => (mayLink(config) ? null : { kind: 'error', text: strings.text('admin.url-unknown') }));
}
