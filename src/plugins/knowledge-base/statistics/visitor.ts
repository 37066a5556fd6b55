import { createHmac } from 'node:crypto';
import type { Caller, EventKind } from './event.js';

/** What somebody did on purpose and was let do counts, whatever program was used. */
const DELIBERATE: ReadonlySet<EventKind> = new Set(['rating', 'rating_taken', 'helpful', 'helpful_taken', 'feedback']);

/** Whether it is a person's doing: crawlers and scripts read, too, and would drown what people do. */
export async function isPersonal(kind: EventKind, caller: Caller | null): Promise<boolean> {
  if (DELIBERATE.has(kind)) return true;
  const agent = caller ? headerOf(caller.headers, 'user-agent') : '';
  // What does not say what it is, calls from within the site among them, is no browser.
  if (agent === '') return false;
  const { isbot } = await import('isbot');
  return !isbot(agent);
}

/** Whether somebody asks not to be told from others (DNT, Global Privacy Control). */
export function isUntracked({ headers }: Caller): boolean {
  return headerOf(headers, 'dnt') === '1' || headerOf(headers, 'sec-gpc') === '1';
}

/** A name for somebody that leads back to nobody once the salt is gone; 128 bits. */
export function visitorOf(salt: string, { headers, remoteAddress = '' }: Caller): string {
  const who = `${remoteAddress}\n${headerOf(headers, 'user-agent')}`;
  return createHmac('sha256', salt).update(who).digest('base64url').slice(0, 22);
}

function headerOf(headers: Caller['headers'], name: string): string {
  return [headers[name] ?? ''].flat().join().trim();
}
