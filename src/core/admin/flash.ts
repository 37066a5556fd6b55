import { serialiseCookie } from '../identity/cookies.js';
import type { PageRequest } from '../pages/router.js';
import type { NoticeKind } from './admin-page.js';

/** Notice that a form leaves on the next page. */
export interface Flash {
  readonly kind: NoticeKind;
  readonly text: string;
}

const KINDS: readonly string[] = ['info', 'success', 'warning', 'error'] satisfies NoticeKind[];
/** Milliseconds until a notice expires: long enough for a slow redirect, short enough to still make sense. */
const LIFE = 60_000;
/** Maximum characters of a notice. Browsers reject cookies over 4 kB. */
const MAX_TEXT_LENGTH = 600;

/**
 * Creates the cookie of a notice that survives one redirect without a session store.
 * It is signed for this session by a nonce over its content, and deleted when shown. Unsigned notices are not shown.
 */
export function flashCookie(request: PageRequest, { kind, text }: Flash, secure: boolean, now = Date.now()): string {
  const shortened = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
  const content = Buffer.from(JSON.stringify([kind, shortened, now + LIFE])).toString('base64url');
  const signed = `${content}.${request.nonce(actionOf(content))}`;
  return serialiseCookie(flashCookieName(secure), signed, { maxAge: LIFE, secure });
}

/** Builds the Set-Cookie value that deletes the notice. */
export function expiredFlashCookie(secure: boolean): string {
  return serialiseCookie(flashCookieName(secure), '', { maxAge: 0, secure });
}

/**
 * Reads the notice of a request.
 * @returns null if there is none, it has expired, or it belongs to another session
 */
export function readFlash(request: PageRequest, secure: boolean, now = Date.now()): Flash | null {
  const [content = '', nonce = ''] = (request.cookies.get(flashCookieName(secure)) ?? '').split('.');
  if (content === '' || !request.verifyNonce(nonce, actionOf(content))) return null;
  const [kind, text, expires] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [unknown, unknown, unknown];
  if (typeof kind !== 'string' || typeof text !== 'string' || !(Number(expires) > now)) return null;
  return KINDS.includes(kind) ? { kind: kind as NoticeKind, text } : null;
}

export function flashCookieName(secure: boolean): string {
  return secure ? '__Host-cms_notice' : 'cms_notice';
}

/** Normalizes a notice. Plain text is a success message. */
export function flashOf(notice: string | Flash | undefined): Flash | null {
  if (notice === undefined) return null;
  return typeof notice === 'string' ? { kind: 'success', text: notice } : notice;
}

function actionOf(content: string): string {
  return `admin notice ${content}`;
}
