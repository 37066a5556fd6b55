import { serialiseCookie } from '../identity/cookies.js';
import type { PageRequest } from '../pages/router.js';
import type { NoticeKind } from './admin-page.js';

/** What a form has to say on the page that it leads to. */
export interface Flash {
  readonly kind: NoticeKind;
  readonly text: string;
}

const KINDS: readonly string[] = ['info', 'success', 'warning', 'error'] satisfies NoticeKind[];
/** Long enough for a slow redirect, short enough that nobody wonders what it was about. */
const LIFE = 60_000;
/** Browsers drop cookies beyond 4 kB; nobody reads so much in a notice. */
const LONGEST_TEXT = 600;

/**
 * A notice that survives one redirect without a session store: it travels in a cookie, signed for this session by a
 * nonce over its content, and is deleted where it is shown. What was not signed here is not shown.
 */
export function flashCookie(request: PageRequest, { kind, text }: Flash, secure: boolean, now = Date.now()): string {
  const shortened = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  const content = Buffer.from(JSON.stringify([kind, shortened, now + LIFE])).toString('base64url');
  const signed = `${content}.${request.nonce(actionOf(content))}`;
  return serialiseCookie(flashCookieName(secure), signed, { maxAge: LIFE, secure });
}

/** The Set-Cookie value after which the notice is gone. */
export function expiredFlashCookie(secure: boolean): string {
  return serialiseCookie(flashCookieName(secure), '', { maxAge: 0, secure });
}

/** @returns null without a notice, and for one that is too old or was not made for this session */
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

/** A text alone is about something that went well. */
export function flashOf(notice: string | Flash | undefined): Flash | null {
  if (notice === undefined) return null;
  return typeof notice === 'string' ? { kind: 'success', text: notice } : notice;
}

function actionOf(content: string): string {
  return `admin notice ${content}`;
}
