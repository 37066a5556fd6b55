import { HostError } from '../errors.js';
import { expiredSessionCookie, sessionCookie, sessionCookieName } from '../identity/cookies.js';
import type { Login } from '../identity/login.js';
import type { LoginLinks } from '../pages/login-links.js';
import type { RenderPage } from '../pages/render.js';
import { type PageHandler, type PageRequest, type PageResponse, redirect } from '../pages/router.js';
import { coreCatalogues } from '../pages/strings/catalogues.js';
import { createStrings } from '../pages/strings.js';
import type { Site } from '../site.js';
import { assertOwnOrigin } from './own-origin.js';

export interface AdminPagesParts {
  readonly site: Site;
  readonly login: Login;
  readonly links: LoginLinks;
  readonly render: RenderPage;
  /** Answers everything that needs somebody logged in. */
  readonly area: PageHandler;
}

const LOGIN_ACTION = 'login';
const LOGOUT_ACTION = 'logout';

/** The pages below `/admin`: login and logout stand in the site's layout, the rest in the frame of the admin area. */
export function createAdminPages(parts: AdminPagesParts): PageHandler {
  return (request) => {
    const elsewhere = loginOfTheSite(parts, request);
    if (elsewhere) return elsewhere;
    switch (`${request.method} ${request.path}`) {
      case 'GET /login':
      case 'HEAD /login':
        return loginPage(parts, request, { login: '', error: null, redirectTo: textOf(request.query.redirect_to) });
      case 'POST /login':
        return logIn(parts, request);
      case 'GET /logout':
      case 'HEAD /logout':
        return logoutPage(parts, request);
      case 'POST /logout':
        return logOut(parts, request);
      default:
        return parts.area(request);
    }
  };
}

/** Where the site has a login of its own, ours is not a second way in: its addresses lead there. */
function loginOfTheSite({ site, links }: AdminPagesParts, request: PageRequest): PageResponse | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (request.path === '/login' && !links.isOwn) {
    if (!isRead) throw new HostError('page_not_found', 'This site has a login of its own.', { status: 404 });
    return redirect(links.logIn(safeTarget(site, textOf(request.query.redirect_to))), 302);
  }
  if (request.path !== '/logout' || !isRead || request.identity?.method === 'session') return null;
  const target = links.logOut(request.identity, site.href('/'));
  return target === null ? null : redirect(target, 302);
}

async function loginPage(
  { site, render }: AdminPagesParts,
  request: PageRequest,
  form: {
    login: string;
    error: string | null;
    redirectTo: string;
    status?: number;
    /** Seconds. */
    retryAfter?: unknown;
  },
): Promise<PageResponse> {
  const strings = createStrings(site.locale, coreCatalogues);
  const title = strings.text('login.title');
  return render(
    'core/login',
    {
      strings,
      action: `${site.href(site.admin)}/login`,
      nonce: request.nonce(LOGIN_ACTION),
      redirectTo: safeTarget(site, form.redirectTo),
      login: form.login,
      error: form.error,
    },
    {
      request,
      title,
      strings,
      status: form.status ?? 200,
      head: { robots: 'noindex' },
      headers: {
        'Cache-Control': 'no-store',
        ...(form.retryAfter === undefined ? {} : { 'Retry-After': String(form.retryAfter) }),
      },
    },
  );
}

async function logIn(parts: AdminPagesParts, request: PageRequest): Promise<PageResponse> {
  const { site, login } = parts;
  const form = await request.readForm();
  assertOwnOrigin(site, request);
  if (!request.verifyNonce(form.nonce, LOGIN_ACTION)) throw staleForm();
  const name = textOf(form.login);
  try {
    const session = await login.attempt({
      login: name,
      password: textOf(form.password),
      userAgent: request.headers['user-agent'] ?? '',
      ip: request.remoteAddress ?? '',
      previousToken: request.cookies.get(sessionCookieName(site.secure)),
    });
    const cookie = sessionCookie(session.token, { secure: site.secure, expiresAt: session.expiresAt });
    const target = redirect(safeTarget(site, textOf(form.redirect_to)));
    return { ...target, headers: { ...target.headers, 'Set-Cookie': cookie } };
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    return loginPage(parts, request, {
      login: name,
      error: error.message,
      redirectTo: textOf(form.redirect_to),
      status: error.status,
      retryAfter: error.data.retry_after,
    });
  }
}

/** A link leads here; the button posts, so that no foreign page can sign anybody out. */
async function logoutPage({ site, render }: AdminPagesParts, request: PageRequest): Promise<PageResponse> {
  const strings = createStrings(site.locale, coreCatalogues);
  const title = strings.text('page.log-out');
  return render(
    'core/logout',
    { strings, action: `${site.href(site.admin)}/logout`, nonce: request.nonce(LOGOUT_ACTION) },
    { request, title, strings, head: { robots: 'noindex' }, headers: { 'Cache-Control': 'no-store' } },
  );
}

async function logOut({ site, login }: AdminPagesParts, request: PageRequest): Promise<PageResponse> {
  const form = await request.readForm();
  if (!request.verifyNonce(form.nonce, LOGOUT_ACTION)) throw staleForm();
  const token = request.cookies.get(sessionCookieName(site.secure));
  if (token !== undefined) await login.logout(token);
  const target = redirect(site.href('/'));
  return { ...target, headers: { ...target.headers, 'Set-Cookie': expiredSessionCookie(site.secure) } };
}

function staleForm(): HostError {
  return new HostError('form_expired', 'This form has expired. Go back, reload the page and send it again.', {
    status: 403,
  });
}

/** Only paths of this very site: a login that forwards elsewhere would serve phishers. */
function safeTarget(site: Site, target: string): string {
  const home = site.href(site.admin);
  if (!URL.canParse(target, site.origin)) return home;
  const url = new URL(target, site.origin);
  return url.origin === site.origin && /^\/(?![/\\])/.test(target) ? url.pathname + url.search + url.hash : home;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
