import { createHmac } from 'node:crypto';
import type { Caller, EventKind } from './event.js';

/** Deliberate actions count, regardless of the user agent. */
const DELIBERATE: ReadonlySet<EventKind> = new Set(['rating', 'rating_taken', 'helpful', 'helpful_taken', 'feedback']);

/** Returns whether an event comes from a person. Crawlers and scripts would drown out real visits. */
export async function isPersonal(kind: EventKind, caller: Caller | null): Promise<boolean> {
  if (DELIBERATE.has(kind)) return true;
  const agent = caller ? headerOf(caller.headers, 'user-agent') : '';
  // Browsers always send a user agent; internal calls and scripts may not.
  if (agent === '') return false;
  const { isbot } = await import('isbot');
  return !isbot(agent);
}

/** Returns whether a visitor opted out of tracking (DNT, Global Privacy Control). */
export function isUntracked({ headers }: Caller): boolean {
  return headerOf(headers, 'dnt') === '1' || headerOf(headers, 'sec-gpc') === '1';
}

/** Computes a visitor key (132 bits), which cannot be traced back once the salt is deleted. */
export function visitorOf(salt: string, { headers, remoteAddress = '' }: Caller): string {
  const who = `${remoteAddress}\n${headerOf(headers, 'user-agent')}`;
  return createHmac('sha256', salt).update(who).digest('base64url').slice(0, 22);
}

function headerOf(headers: Caller['headers'], name: string): string {
  return [headers[name] ?? ''].flat().join().trim();
}
