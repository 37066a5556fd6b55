import type { OwnedHooks, User } from '../../../index.js';
import type { DigestPeriod } from '../digest/period.js';
import type { DigestSection } from '../digest/section.js';
import { isListOf } from './accepts.js';

declare module '../../../index.js' {
  interface Filters {
    /**
     * Whom the digest by mail goes to: ids of accounts. Those who were added get what they may act on alone, and who has
     * declined gets none.
     */
    vendor_kb_digest_recipients(userIds: readonly number[], period: DigestPeriod): number[] | Promise<number[]>;
    /**
     * What the digest tells one person, as plain text. Without a section there is no mail. Nobody asks again what this
     * person may know: leave out what they may not.
     */
    vendor_kb_digest_sections(
      sections: readonly DigestSection[],
      user: User,
      period: DigestPeriod,
    ): DigestSection[] | Promise<DigestSection[]>;
  }
}

/** What a callback may take, in milliseconds: nobody waits for the mail. */
const TIMEOUT_MS = 30_000;

/** The digest by mail; a callback that fails is left out. */
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
