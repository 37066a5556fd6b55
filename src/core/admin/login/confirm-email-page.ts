import { secretDigest } from '../../crypto/secret-digest.js';
import { HostError } from '../../errors.js';
import type { Query } from '../../http/query.js';
import { CONFIRM_EMAIL_PATH } from '../../identity/login-paths.js';
import type { PageRequest, PageResponse } from '../../pages/router.js';
import { errorHeaders, errorText } from '../error-text.js';
import { readOwnForm, textOf } from './form.js';
import { type LoginPagesParts, stringsOf } from './parts.js';

interface ConfirmEmailState {
  readonly token: string;
  readonly email: string | null;
  readonly isDone?: boolean;
  readonly error?: HostError;
}

/** Shows the page that the emailed link opens. Only its button confirms, because mail scanners follow links. */
export async function showConfirmEmail(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const token = textOf(request.query.token);
  return confirmPage(parts, request, { token, email: await parts.emailConfirmations.find(token) });
}

/** Confirms the email. Requires no login: access to the mailbox proves ownership. */
export async function confirmEmail(parts: LoginPagesParts, request: PageRequest): Promise<PageResponse> {
  const action = (fields: Query) => actionOf(textOf(fields.token));
  const form = await readOwnForm(parts.site, request, action, { allowsNullOrigin: true });
  const token = textOf(form.token);
  try {
    const { remoteAddress: ip, headers } = request;
    const email = await parts.emailConfirmations.redeem(token, { ip, userAgent: headers['user-agent'] });
    return confirmPage(parts, request, { token, email, isDone: true });
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    return confirmPage(parts, request, { token, email: await parts.emailConfirmations.find(token), error });
  }
}

function confirmPage(
  { site, render }: LoginPagesParts,
  request: PageRequest,
  { token, email, isDone = false, error }: ConfirmEmailState,
): Promise<PageResponse> {
  const strings = stringsOf(site);
  const { text } = strings;
  const isExpired = email === null;
  const title = text(isDone ? 'confirm.done-title' : isExpired ? 'confirm.expired-title' : 'confirm.title');
  return render(
    'core/confirm-email',
    {
      strings,
      title,
      action: site.href(site.admin + CONFIRM_EMAIL_PATH),
      nonce: request.nonce(actionOf(token)),
      token,
      email,
      isDone,
      error: isExpired ? text('confirm.expired') : error ? errorText(error, strings) : null,
      site: site.name,
      next: site.href('/'),
    },
    {
      request,
      title,
      strings,
      status: isExpired ? 400 : (error?.status ?? 200),
      head: { robots: 'noindex' },
      // The URL contains the token, so it must not leak through the Referer header or caches.
      headers: { ...errorHeaders(error ?? null), 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
    },
  );
}

/** Nonce action of the form, bound to its link. */
function actionOf(token: string): string {
  return `confirm-email ${secretDigest(token)}`;
}
