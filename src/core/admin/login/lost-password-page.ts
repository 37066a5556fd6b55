import { HostError } from '../../errors.js';
import { LOGIN_PATH, LOST_PASSWORD_PATH } from '../../identity/login-paths.js';
import type { PageRequest, PageResponse } from '../../pages/router.js';
import { errorHeaders, errorText } from '../error-text.js';
import { readOwnForm, textOf } from './form.js';
import { type LoginPagesParts, stringsOf } from './parts.js';

const ACTION = 'lost-password';

export function showLostPassword(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  return lostPasswordPage(parts, request, { login: '', sent: false, error: null });
}

/** Requests a reset link. The response is the same whether or not the account exists: only the email reveals it. */
export async function askForPassword(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const form = await readOwnForm(parts.site, request, ACTION);
  const login = textOf(form.login);
  if (login.trim() === '') return lostPasswordPage(parts, request, { login: '', sent: false, error: null });
  try {
    // Rendered first, so that the account lookup cannot affect the timing of the response.
    const answer = await lostPasswordPage(parts, request, { login: '', sent: true, error: null });
    await parts.passwordReset.request({ login, ip: request.remoteAddress, userAgent: request.headers['user-agent'] });
    return answer;
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
      nonce: request.nonce(ACTION),
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
