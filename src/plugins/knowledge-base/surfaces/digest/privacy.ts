import type { OwnedHooks } from '../../../../hooks.js';
import type { DigestReaders } from './readers.js';

const DIGESTS = { name: 'knowledge-base/digests', label: 'Knowledge base emails' };

const REFUSAL_STAYS = 'Unsubscribed users stay unsubscribed while their account exists.';

/** Registers export and erasure of digest data, and its deletion with the account. */
export function registerDigestPrivacy(hooks: OwnedHooks, readers: Pick<DigestReaders, 'stored' | 'forget'>): void {
  hooks.addFilter('privacy_export', async (groups, { user }) => {
    const kept = user && (await readers.stored(user.id));
    if (!kept) return [...groups, { ...DIGESTS, records: [] }];
    const { declined, locale, told } = kept;
    return [...groups, { ...DIGESTS, records: [{ declined, locale, told_until: told?.toISOString() ?? null }] }];
  });
  hooks.addFilter('privacy_erase', async (erasures, { user }, { dryRun }) => {
    const kept = user && (await readers.stored(user.id));
    if (!kept) return erasures;
    if (kept.declined) return [...erasures, { ...DIGESTS, count: 1, outcome: 'kept', reason: REFUSAL_STAYS }];
    if (!dryRun) await readers.forget(user.id);
    return [...erasures, { ...DIGESTS, count: 1, outcome: 'erased', reason: null }];
  });
  hooks.addAction('user_deleted', ({ id }) => readers.forget(id));
}
