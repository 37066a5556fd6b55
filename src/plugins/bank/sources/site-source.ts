import { bool, json, type Selectable, type TableOf, utc } from '../../../database.js';
import type { OwnedSecrets } from '../../../services.js';
import type { sourcesTable } from '../tables/sources.js';
import type { Secrets } from './check-source.js';
import { isSourceKind, type SourceSettings } from './kinds.js';

/** A source as shown to users. Never includes its secrets. */
export interface SiteSource {
  readonly id: number;
  readonly name: string;
  /** One of `SOURCE_KINDS`, or the type of a source defined in code, such as `folder`. */
  readonly kind: string;
  /** Whether it can be edited in the admin area. */
  readonly isManaged: boolean;
  readonly isEnabled: boolean;
  readonly settings: SourceSettings;
  /** Names of its secrets. */
  readonly secretNames: readonly string[];
  /** Position up to which it was fetched, in a format of the source; empty at first. */
  readonly cursor: string;
  readonly lastStartedAt: Date | null;
  /** `ok`, `failed` or `skipped`; empty before the first fetch. */
  readonly lastStatus: string;
  readonly lastError: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type SourceRow = Selectable<TableOf<typeof sourcesTable>>;

/** Purpose that secrets of sources are sealed for. */
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

/**
 * Opens sealed secrets.
 * @returns null if none of the site's secrets can open them
 */
export function openSecrets(sealed: string, { open }: Pick<OwnedSecrets, 'open'>): Secrets | null {
  if (sealed === '') return {};
  const text = open(sealed, ABOUT);
  return text === null ? null : (JSON.parse(text) as Secrets);
}
