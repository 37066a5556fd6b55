import { sessionNotFound } from '../../../accounts/credential-management.js';
import type { Device } from '../../../identity/sessions.js';
import type { User } from '../../../user.js';
import type { AdminRequest } from '../../admin-page.js';
import { deviceName } from '../../device-name.js';
import { adminForm } from '../../form.js';
import { listQuery } from '../../list-query.js';
import { type ListRow, listTable } from '../../list-table.js';
import type { CoreArea } from '../core-pages.js';
import { type CredentialPagesParts, pageOf, pathAbove } from './parts.js';
import type { Whose } from './whose.js';

/** Registers the session pages: the list, and the confirmation before one is ended. */
export function registerSessionPages(area: CoreArea, parts: CredentialPagesParts, owner: Whose): void {
  const { sessions, credentials } = parts;
  const path = `${owner.base}/sessions`;
  const common = { capability: owner.capability, parent: owner.parent, template: 'core/admin/tabbed' } as const;

  area.page({
    ...common,
    path,
    title: 'sessions.title',
    async load(request) {
      const user = await owner.user(request);
      const devices = await sessions.list(user.id);
      return {
        ...owner.frame(request, user),
        definitions: [],
        table: tableOf(request, devices),
        forms: devices.some((device) => !isThis(request, device)) ? [othersForm(request, user)] : [],
        links: [],
      };
    },
    heading: (_data, request) => headingOf(request),
    actions: {
      async others(request) {
        const { id } = await owner.user(request);
        const count = await credentials.endOtherSessions(request, id);
        return { notice: request.strings.text('sessions.ended', { count }) };
      },
    },
  });

  area.page({
    ...common,
    path: `${path}/{session}`,
    title: 'sessions.end-title',
    async load(request) {
      const user = await owner.user(request);
      const device = (await sessions.list(user.id)).find(({ id }) => String(id) === request.params.session);
      if (!device) throw sessionNotFound();
      const { strings } = request;
      return {
        ...owner.frame(request, user),
        definitions: wordsOf(request, device),
        table: null,
        forms: [
          adminForm(request, {
            action: 'end',
            description: strings.text('sessions.end-question'),
            fields: [],
            submit: strings.text('sessions.end'),
            danger: true,
            cancel: { label: strings.text('admin.cancel'), link: request.link(pathAbove(request)) },
          }),
        ],
        links: [],
      };
    },
    actions: {
      async end(request) {
        const { id } = await owner.user(request);
        await credentials.endSession(request, id, Number(request.params.session));
        return { to: pathAbove(request), notice: request.strings.text('sessions.ended', { count: 1 }) };
      },
    },
  });

  function tableOf(request: AdminRequest, devices: readonly Device[]) {
    const { text } = request.strings;
    const query = listQuery(request);
    return listTable(request, query, {
      caption: text('sessions.title'),
      columns: [
        { name: 'device', label: text('sessions.device') },
        { name: 'address', label: text('sessions.address') },
        { name: 'seen', label: text('sessions.seen') },
        { name: 'since', label: text('sessions.since') },
      ],
      rows: pageOf(devices, query).map((device) => rowOf(request, device)),
      total: devices.length,
      empty: { text: text('sessions.none') },
    });
  }
}

/** Lead of the page, which differs for another user's sessions. */
function headingOf({ strings, params }: AdminRequest): { lead: string } {
  return { lead: strings.text(params.id === undefined ? 'sessions.lead' : 'sessions.lead-other') };
}

function isThis({ identity }: AdminRequest, { session }: Device): boolean {
  return identity?.session === session;
}

function rowOf(request: AdminRequest, device: Device): ListRow {
  const { strings, link, path } = request;
  const label = deviceName(device.userAgent, strings);
  const end = { label: strings.text('sessions.end'), link: link(`${path}/${device.id}`), danger: true };
  const isCurrent = isThis(request, device);
  return {
    id: device.id,
    label,
    cells: {
      device: { text: label, badges: isCurrent ? [{ text: strings.text('sessions.this'), kind: 'good' }] : [] },
      address: device.ip === '' ? '–' : device.ip,
      seen: strings.dateTime(device.lastSeenAt),
      since: strings.dateTime(device.createdAt),
    },
    actions: isCurrent ? [] : [end],
  };
}

function wordsOf({ strings }: AdminRequest, device: Device): { term: string; text: string }[] {
  const { text, dateTime } = strings;
  return [
    { term: text('sessions.device'), text: deviceName(device.userAgent, strings) },
    { term: text('sessions.user-agent'), text: device.userAgent === '' ? '–' : device.userAgent },
    { term: text('sessions.address'), text: device.ip === '' ? '–' : device.ip },
    { term: text('sessions.seen'), text: dateTime(device.lastSeenAt) },
    { term: text('sessions.since'), text: dateTime(device.createdAt) },
    { term: text('sessions.expires'), text: dateTime(device.expiresAt) },
  ];
}

function othersForm(request: AdminRequest, user: User) {
  const { text } = request.strings;
  const isOwn = user.id === request.user.id;
  return adminForm(request, {
    action: 'others',
    title: text(isOwn ? 'sessions.others' : 'sessions.all'),
    description: text(isOwn ? 'sessions.others-text' : 'sessions.all-text'),
    fields: [],
    submit: text(isOwn ? 'sessions.others' : 'sessions.all'),
    danger: true,
  });
}
