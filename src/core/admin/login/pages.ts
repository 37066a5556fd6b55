import { HostError } from '../../errors.js';
import { CONFIRM_EMAIL_PATH, LOGIN_PATH, LOST_PASSWORD_PATH, RESET_PASSWORD_PATH } from '../../identity/login-paths.js';
import { type PageHandler, type PageRequest, type PageResponse, redirect } from '../../pages/router.js';
import { confirmEmail, showConfirmEmail } from './confirm-email-page.js';
import { textOf } from './form.js';
import { logIn, showLogin } from './login-page.js';
import { logOut, showLogout } from './logout-page.js';
import { askForPassword, showLostPassword } from './lost-password-page.js';
import type { LoginPagesParts } from './parts.js';
import { choosePassword, showResetPassword } from './reset-password-page.js';
import { safeTarget } from './safe-target.js';

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
