import { AUTH_EVENT_NAMES, type AuthEvent, authEventList } from '../../identity/auth-events.js';
import type { User } from '../../user.js';
import { adminList, type CellContext } from '../admin-list.js';
import type { AdminRequest } from '../admin-page.js';
import { deviceName } from '../device-name.js';
import type { ListCell } from '../list-table.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';

type AuditParts = Pick<CorePagesParts, 'authEvents' | 'db' | 'site' | 'users'>;

/** Accounts that events mention. */
interface Accounts {
  readonly byId: ReadonlyMap<number, User>;
  /** Whether the reader may open accounts. */
  readonly maySee: boolean;
}

/** Events flagged as alarming, and those flagged as failed attempts. */
const ALARMING: readonly string[] = ['oauth_code_replayed', 'oauth_refresh_reused'];
const SUSPICIOUS: readonly string[] = ['login_failed', 'application_password_failed'];

/** Registers the audit log of accounts and credentials. */
export function registerAuditLog(area: CoreArea, parts: AuditParts): void {
  const { authEvents, users } = parts;
  const list = adminList(authEventList, parts, {
    path: '/audit-log',
    caption: 'audit.title',
    perPage: 50,
    related: (events, request) => usersOf(users, events, request),
    columns: {
      at: true,
      event: (entry, { request }) => eventCell(entry, request),
      user: userCell,
      ip: ({ ip }) => ip || '–',
      device: ({ userAgent }, { request }) => (userAgent === '' ? '–' : deviceName(userAgent, request.strings)),
    },
    row: ({ id, event }, { request }) => ({ id, label: eventText(event, request) }),
    inputs: {
      event: {
        options: async (request) =>
          (await authEvents.names()).map((name) => ({ value: name, label: eventText(name, request) })),
      },
    },
    empty: 'audit.none',
  });
  area.page({
    path: '/audit-log',
    title: 'audit.title',
    icon: 'history',
    section: 'site',
    order: 50,
    load: list.page,
    lead: 'audit.lead',
  });
}

/** Loads the accounts that the events mention. */
async function usersOf(
  users: AuditParts['users'],
  events: readonly AuthEvent[],
  request: AdminRequest,
): Promise<Accounts> {
  const byId = new Map<number, User>();
  for (const id of new Set(events.flatMap(({ userId, actorId }) => [userId ?? [], actorId ?? []].flat()))) {
    const user = await users.get(id);
    if (user) byId.set(id, user);
  }
  return { byId, maySee: await request.can('edit_users') };
}

function eventCell({ event, detail }: AuthEvent, request: AdminRequest): ListCell {
  const { text } = request.strings;
  const note = typeof detail.name === 'string' ? { note: detail.name } : {};
  if (ALARMING.includes(event)) {
    return { text: eventText(event, request), badges: [{ text: text('audit.alarming'), kind: 'bad' }], ...note };
  }
  const badges = SUSPICIOUS.includes(event) ? [{ text: text('audit.failed'), kind: 'warning' as const }] : [];
  return { text: eventText(event, request), badges, ...note };
}

function userCell(
  { userId, actorId, login }: AuthEvent,
  { request: { strings, link }, related: { byId, maySee } }: CellContext<Accounts>,
): ListCell {
  const user = userId === null ? undefined : byId.get(userId);
  const actor = actorId === null || actorId === userId ? undefined : byId.get(actorId);
  return {
    text: user?.login ?? (login === '' ? '–' : login),
    ...(user && maySee ? { link: link(`/users/${user.id}`) } : {}),
    ...(actor ? { note: strings.text('audit.by', { login: actor.login }) } : {}),
  };
}

/** Human-readable name of an event. Plugin events are shown by their names. */
function eventText(event: string, { strings }: AdminRequest): string {
  return (AUTH_EVENT_NAMES as readonly string[]).includes(event) ? strings.text(`audit.${event}`) : event;
}
