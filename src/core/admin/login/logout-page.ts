import { expiredSessionCookie, sessionCookieName } from '../../identity/cookies.js';
import { type PageRequest, type PageResponse, redirect } from '../../pages/router.js';
import { readOwnForm } from './form.js';
import { LOGOUT_SCRIPT, type LoginPagesParts, stringsOf } from './parts.js';

const ACTION = 'logout';

/** Shows the logout confirmation. It posts a form, so that no other site can sign a user out (CSRF). */
export function showLogout({ site, render, assets }: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const strings = stringsOf(site);
  return render(
    'core/logout',
    {
      strings,
      action: `${site.href(site.admin)}/logout`,
      nonce: request.nonce(ACTION),
      userId: request.identity?.user?.id ?? 0,
      next: site.href('/'),
    },
    {
      request,
      title: strings.text('page.log-out'),
      strings,
      head: { robots: 'noindex', scripts: [assets.href(LOGOUT_SCRIPT)] },
      headers: { 'Cache-Control': 'no-store' },
    },
  );
}

export async function logOut({ site, login }: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  await readOwnForm(site, request, ACTION);
  const token = request.cookies.get(sessionCookieName(site.secure));
  const from = { ip: request.remoteAddress, userAgent: request.headers['user-agent'] };
  if (token !== undefined) await login.logout(token, from);
  const target = redirect(site.href('/'));
  return { ...target, headers: { ...target.headers, 'Set-Cookie': expiredSessionCookie(site.secure) } };
}
