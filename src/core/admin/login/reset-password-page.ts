import { RESET_LIFE } from '../../accounts/reset-tokens.js';
import { secretDigest } from '../../crypto/secret-digest.js';
import { HostError } from '../../errors.js';
import { expiredSessionCookie, resetCookieName, serialiseCookie } from '../../identity/cookies.js';
import { LOST_PASSWORD_PATH, RESET_PASSWORD_PATH } from '../../identity/login-paths.js';
import { PASSWORD_LENGTH } from '../../identity/user-fields.js';
import { type PageRequest, type PageResponse, redirect } from '../../pages/router.js';
import type { Site } from '../../site.js';
import { errorHeaders, errorText } from '../error-text.js';
import { readOwnForm, textOf } from './form.js';
import { loginAfterChange } from './login-page.js';
import { LOGIN_SCRIPT, type LoginPagesParts, stringsOf } from './parts.js';

/** Headers that keep the token from leaking through the Referer header or caches. */
const GUARDED = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/**
 * Shows the page that the emailed reset link opens.
 * It moves the token from the URL into a cookie and redirects to the URL without it, so that the token is neither in
 * the address bar nor in the history, even without JavaScript.
 */
export function showResetPassword(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> | PageResponse {
  const { token } = request.query;
  return token === undefined ? resetPage(parts, request, null) : keepToken(parts.site, textOf(token));
}

export async function choosePassword(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const { site, passwordReset } = parts;
  const token = tokenOf(site, request);
  const form = await readOwnForm(site, request, actionOf(token), { allowsNullOrigin: true });
  try {
    await passwordReset.redeem({
      token,
      password: textOf(form.password),
      ip: request.remoteAddress,
      userAgent: request.headers['user-agent'],
    });
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    return resetPage(parts, request, error);
  }
  const target = redirect(loginAfterChange(site));
  const cookies = [resetCookie(site, ''), expiredSessionCookie(site.secure)];
  return { ...target, headers: { ...target.headers, ...GUARDED, 'Set-Cookie': cookies } };
}

function keepToken(site: Site, token: string): PageResponse {
  const target = redirect(site.href(site.admin + RESET_PASSWORD_PATH));
  return { ...target, headers: { ...target.headers, ...GUARDED, 'Set-Cookie': resetCookie(site, token) } };
}

async function resetPage(
  { site, passwordReset, render, assets }: LoginPagesParts,
  request: PageRequest,
  error: HostError | null,
): Promise<PageResponse> {
  const strings = stringsOf(site);
  const admin = site.href(site.admin);
  const token = tokenOf(site, request);
  const login = token === '' ? null : await passwordReset.loginOf(token);
  return render(
    'core/reset-password',
    {
      strings,
      action: admin + RESET_PASSWORD_PATH,
      nonce: request.nonce(actionOf(token)),
      login,
      error: error && login !== null ? errorText(error, strings) : null,
      minimum: PASSWORD_LENGTH.min,
      lostLink: admin + LOST_PASSWORD_PATH,
    },
    {
      request,
      title: strings.text('reset.title'),
      strings,
      status: login === null ? 400 : (error?.status ?? 200),
      head: { robots: 'noindex', scripts: login === null ? [] : [assets.href(LOGIN_SCRIPT)] },
      headers: {
        ...errorHeaders(error),
        ...GUARDED,
        ...(login === null ? { 'Set-Cookie': resetCookie(site, '') } : {}),
      },
    },
  );
}

/** Builds the reset cookie. An empty token deletes it. */
function resetCookie(site: Site, token: string): string {
  const maxAge = token === '' ? 0 : RESET_LIFE;
  return serialiseCookie(resetCookieName(site.secure), token, { secure: site.secure, maxAge });
}

function tokenOf(site: Site, request: PageRequest): string {
  return request.cookies.get(resetCookieName(site.secure)) ?? '';
}

/** Nonce action of the form, bound to its link. */
function actionOf(token: string): string {
  return `reset-password ${secretDigest(token)}`;
}
