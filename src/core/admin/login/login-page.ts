import { HostError } from '../../errors.js';
import { sessionCookie, sessionCookieName } from '../../identity/cookies.js';
import { LOGIN_PATH, LOST_PASSWORD_PATH } from '../../identity/login-paths.js';
import { type PageRequest, type PageResponse, redirect } from '../../pages/router.js';
import type { Site } from '../../site.js';
import { errorHeaders, errorText } from '../error-text.js';
import { readOwnForm, textOf } from './form.js';
import { LOGIN_SCRIPT, type LoginPagesParts, stringsOf } from './parts.js';
import { safeTarget } from './safe-target.js';

const ACTION = 'login';

/** URL of the login page after a password change. */
export function loginAfterChange(site: Site): string {
  return `${site.href(site.admin + LOGIN_PATH)}?changed=1`;
}

export function showLogin(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const form = { login: '', redirectTo: textOf(request.query.redirect_to) };
  return loginPage(parts, request, form, null);
}

export async function logIn(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const { site, login } = parts;
  const form = await readOwnForm(site, request, ACTION);
  const filled = { login: textOf(form.login), redirectTo: textOf(form.redirect_to) };
  try {
    const session = await login.attempt({
      login: filled.login,
      password: textOf(form.password),
      userAgent: request.headers['user-agent'] ?? '',
      ip: request.remoteAddress ?? '',
      previousToken: request.cookies.get(sessionCookieName(site.secure)),
    });
    const cookie = sessionCookie(session.token, { secure: site.secure, expiresAt: session.expiresAt });
    const target = redirect(safeTarget(site, filled.redirectTo));
    return { ...target, headers: { ...target.headers, 'Set-Cookie': cookie } };
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    return loginPage(parts, request, filled, error);
  }
}

function loginPage(
  { site, render, assets }: LoginPagesParts,
  request: PageRequest,
  form: { readonly login: string; readonly redirectTo: string },
  error: HostError | null,
): Promise<PageResponse> {
  const strings = stringsOf(site);
  const admin = site.href(site.admin);
  return render(
    'core/login',
    {
      strings,
      action: admin + LOGIN_PATH,
      nonce: request.nonce(ACTION),
      redirectTo: safeTarget(site, form.redirectTo),
      login: form.login,
      error: error && errorText(error, strings),
      notice: !error && request.query.changed === '1' ? strings.text('login.changed') : null,
      lostLink: admin + LOST_PASSWORD_PATH,
    },
    {
      request,
      title: strings.text('login.title'),
      strings,
      status: error?.status ?? 200,
      head: { robots: 'noindex', scripts: [assets.href(LOGIN_SCRIPT)] },
      headers: errorHeaders(error),
    },
  );
}
