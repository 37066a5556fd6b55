import { AUTH_EVENT_NAMES, type AuthEvent, type AuthEventQuery } from '../../identity/auth-events.js';
import type { User } from '../../user.js';
import type { AdminRequest } from '../admin-page.js';
import { coreText } from '../core-text.js';
import { deviceName } from '../device-name.js';
import { listQuery } from '../list-query.js';
import { type ListCell, type ListRow, listTable } from '../list-table.js';
import type { OwnedAdmin } from '../registry.js';
import type { CorePagesParts } from './core-pages.js';

type AuditParts = Pick<CorePagesParts, 'authEvents' | 'users'>;

/** Events flagged as alarming, and those flagged as failed attempts. */
const ALARMING: readonly string[] = ['oauth_code_replayed', 'oauth_refresh_reused'];
const SUSPICIOUS: readonly string[] = ['login_failed', 'application_password_failed'];

/** Registers the audit log of accounts and credentials. */
export function registerAuditLog(own: OwnedAdmin, parts: AuditParts): void {
  own.page({
    path: '/audit-log',
    title: coreText('audit.title'),
    capability: 'manage_options',
    icon: 'history',
    section: 'site',
    order: 50,
    template: 'core/admin/list',
    load: async (request) => ({ strings: request.strings, table: await tableOf(parts, request) }),
    heading: (_data, { strings }) => ({ lead: strings.text('audit.lead') }),
  });
}

async function tableOf({ authEvents, users }: AuditParts, request: AdminRequest) {
  const { text } = request.strings;
  const names = await authEvents.names();
  const query = listQuery(request, { filters: { event: names, user: 'any', address: 'any' }, perPage: 50 });
  const { event, user, address } = query.filters;
  const { events, total } = await authEvents.list({
    event: event ?? undefined,
    ip: address ?? undefined,
    ...(await aboutUser(users, user)),
    page: query.page,
    perPage: query.perPage,
  });
  const known = await usersOf(users, events);
  const maySeeUsers = await request.can('edit_users');
  return listTable(request, query, {
    caption: text('audit.title'),
    columns: [
      { name: 'when', label: text('audit.when') },
      { name: 'event', label: text('audit.event') },
      { name: 'user', label: text('audit.user') },
      { name: 'address', label: text('sessions.address') },
      { name: 'device', label: text('sessions.device') },
    ],
    rows: events.map((entry) => rowOf(entry, known, request, maySeeUsers)),
    total,
    filters: [
      {
        name: 'event',
        label: text('audit.event'),
        all: text('audit.all-events'),
        options: names.map((name) => ({ value: name, label: eventText(name, request) })),
      },
      { name: 'user', label: text('audit.user-filter') },
      { name: 'address', label: text('sessions.address') },
    ],
    empty: { text: text('audit.none') },
  });
}

/** Finds all events of an account, or else failed logins with the typed name. */
async function aboutUser(
  users: AuditParts['users'],
  typed: string | null,
): Promise<Pick<AuthEventQuery, 'login' | 'userId'>> {
  if (typed === null) return {};
  const user = (await users.byLogin(typed)) ?? (await users.byEmail(typed));
  return user ? { userId: user.id } : { login: typed };
}

async function usersOf(users: AuditParts['users'], events: readonly AuthEvent[]): Promise<Map<number, User>> {
  const known = new Map<number, User>();
  for (const id of new Set(events.flatMap(({ userId, actorId }) => [userId ?? [], actorId ?? []].flat()))) {
    const user = await users.get(id);
    if (user) known.set(id, user);
  }
  return known;
}

function rowOf(
  entry: AuthEvent,
  known: ReadonlyMap<number, User>,
  request: AdminRequest,
  maySeeUsers: boolean,
): ListRow {
  const { strings } = request;
  const { id, at, event, ip, userAgent } = entry;
  return {
    id,
    label: eventText(event, request),
    cells: {
      when: strings.dateTime(at),
      event: eventCell(entry, request),
      user: userCell(entry, known, request, maySeeUsers),
      address: ip === '' ? '–' : ip,
      device: userAgent === '' ? '–' : deviceName(userAgent, strings),
    },
  };
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
  known: ReadonlyMap<number, User>,
  { strings, link }: AdminRequest,
  maySeeUsers: boolean,
): ListCell {
  const user = userId === null ? undefined : known.get(userId);
  const actor = actorId === null || actorId === userId ? undefined : known.get(actorId);
  return {
    text: user?.login ?? (login === '' ? '–' : login),
    ...(user && maySeeUsers ? { link: link(`/users/${user.id}`) } : {}),
    ...(actor ? { note: strings.text('audit.by', { login: actor.login }) } : {}),
  };
}

/** Human-readable name of an event. Plugin events are shown by their names. */
function eventText(event: string, { strings }: AdminRequest): string {
  return (AUTH_EVENT_NAMES as readonly string[]).includes(event) ? strings.text(`audit.${event}`) : event;
}
