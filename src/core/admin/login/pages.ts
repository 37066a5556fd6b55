import { HostError } from '../../errors.js';
import { expiredSessionCookie, sessionCookieName } from '../../identity/cookies.js';
import { CONFIRM_EMAIL_PATH, LOGIN_PATH, LOST_PASSWORD_PATH, RESET_PASSWORD_PATH } from '../../identity/login-paths.js';
import { type PageHandler, type PageRequest, type PageResponse, redirect } from '../../pages/router.js';
import { errorHeaders, errorText } from '../error-text.js';
import { confirmEmail, showConfirmEmail } from './confirm-email-page.js';
import { readOwnForm, textOf } from './form.js';
import { logIn, showLogin } from './login-page.js';
import { LOGOUT_SCRIPT, type LoginPagesParts, stringsOf } from './parts.js';
import { choosePassword, showResetPassword } from './reset-password-page.js';
import { safeTarget } from './safe-target.js';

const RESET_PASSWORD = 'lost-password';

/** Handles the pages around login and logout. Returns null for other paths. */
export function createLoginPages(parts: LoginPagesParts): PageHandler {
  return (request) => {
    const elsewhere = loginOfTheSite(parts, request);
    if (elsewhere) return elsewhere;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    switch (`${method} ${request.path}`) {
      case `GET ${LOGIN_PATH}`:
        return showLogin(parts, request);
      case `POST ${LOGIN_PATH}`:
        return logIn(parts, request);
      case 'GET /logout':
        return showLogout(parts, request);
      case 'POST /logout':
        return logOut(parts, request);
      case `GET ${LOST_PASSWORD_PATH}`:
        return showLostPassword(parts, request);
      case `POST ${LOST_PASSWORD_PATH}`:
        return askForPassword(parts, request);
      case `GET ${RESET_PASSWORD_PATH}`:
        return showResetPassword(parts, request);
      case `POST ${RESET_PASSWORD_PATH}`:
        return choosePassword(parts, request);
      case `GET ${CONFIRM_EMAIL_PATH}`:
        return showConfirmEmail(parts, request);
      case `POST ${CONFIRM_EMAIL_PATH}`:
        return confirmEmail(parts, request);
      default:
        if (OWN_PATHS.includes(request.path)) throw notFound();
        return null;
    }
  };
}

const OWN_PATHS = [LOGIN_PATH, '/logout', LOST_PASSWORD_PATH, RESET_PASSWORD_PATH, CONFIRM_EMAIL_PATH];

function notFound(): HostError {
  return new HostError('page_not_found', 'This page only supports GET and POST.', {
    status: 404,
  });
}

/** Redirects to the site's own login, if it has one, so that the host's login is no second way in. */
function loginOfTheSite({ site, links }: LoginPagesParts, request: PageRequest): PageResponse | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!links.isOwn && [LOGIN_PATH, LOST_PASSWORD_PATH, RESET_PASSWORD_PATH].includes(request.path)) {
    if (!isRead) throw new HostError('page_not_found', 'This site uses its own login.', { status: 404 });
    return redirect(links.logIn(safeTarget(site, textOf(request.query.redirect_to))), 302);
  }
  if (request.path !== '/logout' || !isRead || request.identity?.method === 'session') return null;
  const target = links.logOut(request.identity, site.href('/'));
  return target === null ? null : redirect(target, 302);
}

const LOGOUT = 'logout';

/** Shows the logout confirmation. It posts a form, so that no other site can sign a user out (CSRF). */
function showLogout({ site, render, assets }: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const strings = stringsOf(site);
  return render(
    'core/logout',
    {
      strings,
      action: `${site.href(site.admin)}/logout`,
      nonce: request.nonce(LOGOUT),
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

async function logOut({ site, login }: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  await readOwnForm(site, request, LOGOUT);
  const token = request.cookies.get(sessionCookieName(site.secure));
  const from = { ip: request.remoteAddress, userAgent: request.headers['user-agent'] };
  if (token !== undefined) await login.logout(token, from);
  const target = redirect(site.href('/'));
  return { ...target, headers: { ...target.headers, 'Set-Cookie': expiredSessionCookie(site.secure) } };
}

function showLostPassword(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  return lostPasswordPage(parts, request, { login: '', sent: false, error: null });
}

/** Requests a reset link. The response is the same whether or not the account exists: only the email reveals it. */
async function askForPassword(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const form = await readOwnForm(parts.site, request, RESET_PASSWORD);
  const login = textOf(form.login);
  if (login.trim() === '') return lostPasswordPage(parts, request, { login: '', sent: false, error: null });
  try {
    // Rendered first, so that the account lookup cannot affect the timing of the response.
    const response = await lostPasswordPage(parts, request, { login: '', sent: true, error: null });
    await parts.passwordReset.request({ login, ip: request.remoteAddress, userAgent: request.headers['user-agent'] });
    return response;
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    return lostPasswordPage(parts, request, { login, sent: false, error });
  }
}

function lostPasswordPage(
  { site, render }: LoginPagesParts,
  request: PageRequest,
  { login, sent, error }: { readonly login: string; readonly sent: boolean; readonly error: HostError | null },
): Promise<PageResponse> {
  const strings = stringsOf(site);
  const admin = site.href(site.admin);
  return render(
    'core/lost-password',
    {
      strings,
      action: admin + LOST_PASSWORD_PATH,
      nonce: request.nonce(RESET_PASSWORD),
      login,
      error: error && errorText(error, strings),
      sent,
      loginLink: admin + LOGIN_PATH,
    },
    {
      request,
      title: strings.text(sent ? 'lost.sent-title' : 'lost.title'),
      strings,
      status: error?.status ?? 200,
      head: { robots: 'noindex' },
      headers: errorHeaders(error),
    },
  );
}
