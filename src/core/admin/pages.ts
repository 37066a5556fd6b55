import { HostError } from '../errors.js';
import { REFERENCE_PATH } from '../pages/reference.js';
import { type PageHandler, type PageRequest, type PageResponse, redirect } from '../pages/router.js';
import { createLoginPages } from './login/pages.js';
import { type LoginPagesParts, stringsOf } from './login/parts.js';
import { type MailFacts, mailNotices } from './mail-notices.js';

export interface AdminPagesParts extends LoginPagesParts, MailFacts {
  /** Facts for the first page. */
  readonly facts: () => { plugins: number; routes: number };
}

/** The admin area: login, logout, new passwords and its first page. */
export function createAdminPages(parts: AdminPagesParts): PageHandler {
  const { site, links } = parts;
  const loginPages = createLoginPages(parts);
  return async (request) => {
    const answer = await loginPages(request);
    if (answer) return answer;
    if (request.path === '/' && (request.method === 'GET' || request.method === 'HEAD')) {
      return request.user ? homePage(parts, request) : redirect(links.logIn(site.href(site.admin)), 302);
    }
    throw new HostError('page_not_found', 'There is no such page in the admin area.', { status: 404 });
  };
}

async function homePage(parts: AdminPagesParts, request: PageRequest): Promise<PageResponse> {
  const { site } = parts;
  const strings = stringsOf(site);
  const { plugins, routes } = parts.facts();
  const title = strings.text('admin.title');
  return parts.render(
    'core/admin-home',
    {
      strings,
      user: { name: request.user?.name ?? '' },
      menu: [{ label: title, link: site.href(site.admin), current: true }],
      notices: mailNotices(parts, strings),
      cards: [
        {
          title: strings.text('admin.plugins'),
          text: strings.text('admin.plugins-text'),
          value: strings.number(plugins),
          link: null,
        },
        {
          title: strings.text('admin.routes'),
          text: strings.text('admin.routes-text'),
          value: strings.number(routes),
          link: { label: strings.text('reference.title'), link: site.href(site.root + REFERENCE_PATH) },
        },
        {
          title: strings.text('admin.roles'),
          text: strings.text('admin.roles-text'),
          value: request.user?.roles.join(', ') ?? '',
          link: null,
        },
      ],
    },
    { request, title, strings, head: { robots: 'noindex' } },
  );
}
