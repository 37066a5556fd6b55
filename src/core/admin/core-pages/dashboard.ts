import type { Logger } from 'pino';
import { REFERENCE_PATH } from '../../pages/reference.js';
import { listRoutes } from '../../rest/route-list.js';
import { localText } from '../../templates/strings.js';
import type { AdminRequest } from '../admin-page.js';
import { maySee } from '../menu.js';
import type { AdminCard, AdminRegistry } from '../registry.js';
import type { AdminDashboardData, AdminNoticeData } from '../template-data.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';
import { rolesText } from './user-list.js';

type DashboardParts = Pick<CorePagesParts, 'access' | 'admin' | 'config' | 'plugins' | 'registry' | 'site' | 'users'>;

/** Registers the start page of the admin area and the cards of the core. */
export function registerDashboard(area: CoreArea, parts: DashboardParts): void {
  const { admin, config } = parts;
  area.page({
    path: '/',
    title: 'admin.dashboard',
    capability: 'authenticated',
    icon: 'dashboard',
    order: 0,
    template: 'core/admin/dashboard',
    heading: (_data, { strings, user }) => ({ title: strings.text('admin.welcome', { name: user.name }) }),
    async load(request) {
      return {
        strings: request.strings,
        notices: await noticesOf(admin, request, config.log),
        cards: await cardsOf(admin, request, config.log),
      };
    },
  });
  registerCards(area, parts);
}

function registerCards(area: CoreArea, { access, plugins, registry, site, users }: DashboardParts): void {
  area.card({
    title: 'users.title',
    capability: 'list_users',
    order: 80,
    async load({ strings, link }) {
      const { total } = await users.list({ perPage: 1 });
      return {
        value: strings.number(total),
        text: strings.text('users.text'),
        link: { label: strings.text('users.title'), link: link('/users') },
      };
    },
  });
  area.card({
    title: 'admin.plugins',
    capability: 'activate_plugins',
    order: 85,
    load: ({ strings }) => ({
      value: strings.number(plugins.list().length),
      text: strings.text('admin.plugins-text'),
    }),
  });
  area.card({
    title: 'admin.routes',
    order: 90,
    load: ({ strings }) => ({
      value: strings.number(listRoutes(registry.routes()).length),
      text: strings.text('admin.routes-text'),
      link: { label: strings.text('reference.title'), link: site.href(site.root + REFERENCE_PATH) },
    }),
  });
  area.card({
    title: 'admin.roles',
    order: 95,
    load: ({ strings, user }) => ({
      value: rolesText(access, user, strings.text('users.no-role')),
      text: strings.text('admin.roles-text'),
    }),
  });
}

async function cardsOf(
  admin: Pick<AdminRegistry, 'cards'>,
  request: AdminRequest,
  log: Logger,
): Promise<AdminDashboardData['cards']> {
  const cards: AdminDashboardData['cards'] = [];
  for (const card of admin.cards()) {
    if (card.capability !== undefined && !(await request.can(card.capability))) continue;
    cards.push({ title: localText(card.title, request.strings.locale), ...(await contentOf(card, request, log)) });
  }
  return cards;
}

/** Loads a card. A failed card does not break the others. */
async function contentOf(
  card: AdminCard & { readonly owner: string },
  request: AdminRequest,
  log: Logger,
): Promise<Omit<AdminDashboardData['cards'][number], 'title'>> {
  try {
    const { value = null, text, link = null } = await card.load(request);
    return { value, text, link };
  } catch (error) {
    log.error({ err: error, owner: card.owner }, 'A dashboard card failed');
    return { value: null, text: request.strings.text('admin.card-failed'), link: null };
  }
}

async function noticesOf(
  admin: Pick<AdminRegistry, 'notices'>,
  request: AdminRequest,
  log: Logger,
): Promise<AdminNoticeData[]> {
  const notices: AdminNoticeData[] = [];
  for (const { capability, load, owner } of admin.notices()) {
    if (!(await maySee({ capability }, request))) continue;
    try {
      const notice = await load(request);
      if (notice) notices.push({ ...notice, link: notice.link ?? null });
    } catch (error) {
      log.error({ err: error, owner }, 'A dashboard notice failed');
    }
  }
  return notices;
}
