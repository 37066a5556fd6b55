import type { OwnedHooks } from '../../hooks/hooks.js';
import { isRecord } from '../record.js';
import type { Erasure, Person, PersonalGroup } from './personal-data.js';

declare module '../../hooks/names.js' {
  interface Filters {
    /** Filters the data held about a person: add a group for each type of record, without secrets. */
    privacy_export(
      groups: readonly PersonalGroup[],
      person: Person,
    ): readonly PersonalGroup[] | Promise<readonly PersonalGroup[]>;
    /**
     * Filters the erasures of a person's data: erase yours, and add what was erased, and what was kept and why.
     * Runs before the core erases the account and again after an interruption, so it must be idempotent. With
     * `dryRun`, only count the records.
     */
    privacy_erase(
      erasures: readonly Erasure[],
      person: Person,
      options: { readonly dryRun: boolean },
    ): readonly Erasure[] | Promise<readonly Erasure[]>;
  }
}

/** Both are critical: an incomplete export, or an account deleted before its data, would be worse than an error. */
export function definePrivacyHooks({ define }: OwnedHooks): void {
  const complete = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('privacy_export', { ...complete, accepts: isListOfGroups });
  define('privacy_erase', { ...complete, accepts: isListOfErasures });
}

function isListOfGroups(value: unknown): boolean {
  return Array.isArray(value) && value.every((group) => isNamed(group) && Array.isArray(group.records));
}

const OUTCOMES: readonly unknown[] = ['erased', 'detached', 'kept'];

function isListOfErasures(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((each) => isNamed(each) && Number.isSafeInteger(each.count) && OUTCOMES.includes(each.outcome))
  );
}

function isNamed(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && typeof value.name === 'string' && typeof value.label === 'string';
}
