import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { isListOf } from '../../domain/accepts.js';
import type { DigestPeriod } from './period.js';
import type { DigestSection } from './section.js';

declare module '../../../../index.js' {
  interface Filters {
    /**
     * Filters the ids of the users who receive the email digest. Added users only get the sections they may act on;
     * users who unsubscribed get none.
     */
    vendor_kb_digest_recipients(userIds: readonly number[], period: DigestPeriod): number[] | Promise<number[]>;
    /**
     * Filters one user's digest sections, in plain text. Without sections no email is sent. Permissions are not
     * checked again: leave out anything this user may not see.
     */
    vendor_kb_digest_sections(
      sections: readonly DigestSection[],
      user: User,
      period: DigestPeriod,
    ): DigestSection[] | Promise<DigestSection[]>;
  }
}

/** Milliseconds before a callback times out. Generous, because the digest runs in the background. */
const TIMEOUT_MS = 30_000;

/** Defines the hooks of the email digest. A failing callback is skipped. */
export function defineDigestHooks({ define }: OwnedHooks): void {
  const adds = { kind: 'filter', since: '0.1.0', decorating: true, async: 'allowed', timeoutMs: TIMEOUT_MS } as const;
  define('vendor_kb_digest_recipients', { ...adds, accepts: isListOfIds });
  define('vendor_kb_digest_sections', { ...adds, accepts: isListOfSections });
}

function isListOfIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0);
}

const isListOfItems = isListOf({ title: 'string', note: 'string' });
const hasNames = isListOf({ name: 'string', title: 'string', total: 'number' });

function isListOfSections(value: unknown): boolean {
  return hasNames(value) && value.every(({ items }) => isListOfItems(items));
}
