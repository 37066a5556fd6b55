import { bool, json, type OwnedSecrets, type Selectable, type TableOf, utc } from '../../../index.js';
import type { sourcesTable } from '../tables/sources.js';
import type { Secrets } from './check-source.js';
import { isSourceKind, type SourceSettings } from './kinds.js';

/** A source as people look at it. Its secrets are never shown again. */
export interface SiteSource {
  readonly id: number;
  readonly name: string;
  /** One of `SOURCE_KINDS`, or that of a source that is put together in code, such as `folder`. */
  readonly kind: string;
  /** Whether it can be changed here. */
  readonly isManaged: boolean;
  readonly isEnabled: boolean;
  readonly settings: SourceSettings;
  /** Names of its secrets. */
  readonly secretNames: readonly string[];
  /** Up to where it was fetched, in words of its own; empty in the beginning. */
  readonly cursor: string;
  readonly lastStartedAt: Date | null;
  /** `ok`, `failed` or `skipped`; empty before the first time. */
  readonly lastStatus: string;
  readonly lastError: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type SourceRow = Selectable<TableOf<typeof sourcesTable>>;

/** What secrets of sources are sealed as. */
const ABOUT = 'source';

export function toSiteSource(row: SourceRow, secrets: Secrets): SiteSource {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    isManaged: isSourceKind(row.kind),
    isEnabled: bool.decode(row.is_enabled),
    settings: json.decode(row.settings) as SourceSettings,
    secretNames: Object.keys(secrets),
    cursor: row.cursor,
    lastStartedAt: row.last_started_at === null ? null : utc.decode(row.last_started_at),
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: utc.decode(row.created_at),
    updatedAt: utc.decode(row.updated_at),
  };
}

export function sealSecrets(secrets: Secrets, { seal }: Pick<OwnedSecrets, 'seal'>): string {
  return Object.keys(secrets).length === 0 ? '' : seal(JSON.stringify(secrets), ABOUT);
}

/** @returns null where no secret of the site opens them */
export function openSecrets(sealed: string, { open }: Pick<OwnedSecrets, 'open'>): Secrets | null {
  if (sealed === '') return {};
  const text = open(sealed, ABOUT);
  return text === null ? null : (JSON.parse(text) as Secrets);
}
