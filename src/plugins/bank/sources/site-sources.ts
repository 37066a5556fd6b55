import { bool, type Database, json, utc } from '../../../database.js';
import type { OwnedSecrets } from '../../../services.js';
import type { JsonProfile } from '../profiles/profile.js';
import { invalidParam } from '../transactions/errors.js';
import { fillAddress } from './address-template.js';
import { checkSource, type Secrets } from './check-source.js';
import { sourceExists, sourceInCode, sourceNotFound } from './errors.js';
import { fioSource } from './fio.js';
import { httpJsonSource } from './http-json.js';
import {
  DEFAULT_OVERLAP_DAYS,
  DEFAULT_TIME_LIMIT,
  isSourceKind,
  type SourceKind,
  type SourceSettings,
} from './kinds.js';
import { sourceFailed } from './outbound/errors.js';
import type { Outbound } from './outbound/outbound.js';
import { openSecrets, type SiteSource, type SourceRow, sealSecrets, toSiteSource } from './site-source.js';
import type { Source } from './source.js';
import '../tables/sources.js';

export interface NewSource {
  readonly name: string;
  readonly kind: SourceKind;
  readonly isEnabled: boolean;
  readonly settings: SourceSettings;
  /** `token` of Fio banka, or header values by name. */
  readonly secrets: Secrets;
}

/** Configured sources, plus rows that hold the cursors of sources defined in code. */
export interface SiteSources {
  /** Lists the sources by name. */
  list(): Promise<readonly SiteSource[]>;
  /**
   * Returns a source.
   * @throws HostError 404 `vendor_bank_not_found`
   */
  get(id: number): Promise<SiteSource>;
  /**
   * Creates a source.
   * @throws HostError 400 `vendor_bank_invalid_param` with `params`, 409 `vendor_bank_source_exists`
   */
  create(source: NewSource): Promise<SiteSource>;
  /**
   * Updates the given properties; settings and secrets are replaced as a whole.
   * A change of the server requires new secrets, so that a user who can change the URL cannot read them.
   * @throws HostError 400 `vendor_bank_invalid_param` with `params`, 404 `vendor_bank_not_found`, 409
   *   `vendor_bank_source_in_code`
   */
  change(id: number, changes: Partial<Omit<NewSource, 'kind' | 'name'>>): Promise<SiteSource>;
  /**
   * Deletes a source. Its transactions stay.
   * @returns the deleted source
   * @throws as `change`
   */
  delete(id: number): Promise<SiteSource>;
  /** Returns the enabled sources that can be fetched. */
  inUse(): Promise<readonly Source[]>;
  /** Returns a source that can be fetched, even if it is disabled; null for uploads and sources defined in code. */
  asSource(id: number): Promise<Source | null>;
  /**
   * Returns an upload source by name.
   * @throws HostError 400 `vendor_bank_invalid_param`
   */
  upload(name: string): Promise<Pick<SiteSource, 'id' | 'settings'>>;
}

export interface SiteSourceParts {
  readonly db: Database;
  readonly secrets: Pick<OwnedSecrets, 'open' | 'seal'>;
  readonly outbound: Outbound;
  readonly jsonProfiles: () => Promise<readonly JsonProfile[]>;
  readonly now: () => Date;
  /**
   * Base URL of the Fio banka API.
   * @default the bank's own
   */
  readonly fioApi?: string | undefined;
}

export function createSiteSources(parts: SiteSourceParts): SiteSources {
  const { db, secrets: box, outbound, jsonProfiles, now, fioApi } = parts;
  const rows = () => db.query.selectFrom('bank_sources').selectAll();
  const view = (row: SourceRow): SiteSource => toSiteSource(row, openSecrets(row.secret, box) ?? {});

  async function rowOf(id: number): Promise<SourceRow> {
    const row = await rows().where('id', '=', id).executeTakeFirst();
    if (!row) throw sourceNotFound(id);
    return row;
  }

  async function managed(id: number): Promise<SourceRow & { readonly kind: SourceKind }> {
    const row = await rowOf(id);
    const { kind } = row;
    if (!isSourceKind(kind)) throw sourceInCode(row.name);
    return { ...row, kind };
  }

  function asSource(row: SourceRow): Source | null {
    const { name, kind, settings } = toSiteSource(row, {});
    if (kind !== 'fio' && kind !== 'http-json') return null;
    const secrets = openSecrets(row.secret, box);
    if (secrets === null) return sealed(name, kind);
    if (kind === 'fio') {
      const { token = '' } = secrets;
      return fioSource({ name, token, since: settings.since, outbound, now, api: fioApi });
    }
    const { url = '', overlapDays = DEFAULT_OVERLAP_DAYS, next = '', timeLimit = DEFAULT_TIME_LIMIT } = settings;
    return httpJsonSource({
      ...settings,
      name,
      url,
      next,
      overlapDays,
      outbound,
      now,
      headers: secrets,
      timeLimit: timeLimit * 1000,
      profiles: jsonProfiles,
    });
  }

  return {
    list: async () => (await rows().orderBy('name').execute()).map(view),
    get: async (id) => view(await rowOf(id)),
    async create({ name, kind, isEnabled, settings, secrets }) {
      checkSource(kind, settings, secrets);
      const at = utc.encode(now());
      try {
        const row = await db.insertOne('bank_sources', {
          name,
          kind,
          is_enabled: bool.encode(isEnabled),
          settings: json.encode(settings),
          secret: sealSecrets(secrets, box),
          cursor: '',
          last_started_at: null,
          last_status: '',
          last_error: '',
          created_at: at,
          updated_at: at,
        });
        return view(row);
      } catch (error) {
        throw db.isUniqueViolation(error) ? sourceExists(name) : error;
      }
    },
    async change(id, { isEnabled, settings, secrets }) {
      const row = await managed(id);
      const before = view(row);
      const merged = settings ?? before.settings;
      const isElsewhere = before.secretNames.length > 0 && originOf(merged.url) !== originOf(before.settings.url);
      if (isElsewhere && secrets === undefined) {
        throw invalidParam('secrets', 'The URL is on another server. Enter the secrets again.');
      }
      const openedSecrets = openSecrets(row.secret, box);
      // Secrets that cannot be opened are kept: the previous secret of the site may be restored.
      if (secrets !== undefined || openedSecrets !== null)
        checkSource(row.kind, merged, secrets ?? openedSecrets ?? {});
      await db.query
        .updateTable('bank_sources')
        .set({
          is_enabled: bool.encode(isEnabled ?? before.isEnabled),
          settings: json.encode(merged),
          ...(secrets === undefined ? {} : { secret: sealSecrets(secrets, box) }),
          updated_at: utc.encode(now()),
        })
        .where('id', '=', id)
        .execute();
      return view(await rowOf(id));
    },
    async delete(id) {
      const before = view(await managed(id));
      await db.query.deleteFrom('bank_sources').where('id', '=', id).execute();
      return before;
    },
    async inUse() {
      const enabled = await rows().where('is_enabled', '=', bool.encode(true)).orderBy('id').execute();
      return enabled.map(asSource).filter((source) => source !== null);
    },
    asSource: async (id) => asSource(await rowOf(id)),
    async upload(name) {
      const row = await rows().where('name', '=', name).where('kind', '=', 'upload').executeTakeFirst();
      if (!row) throw invalidParam('source', `There is no upload source "${name}".`);
      return view(row);
    },
  };
}

/** A source whose secrets cannot be opened because the site's secret changed. Only this source fails. */
function sealed(name: string, kind: string): Source {
  const message =
    'Its secrets were encrypted with another secret of the site. Add that one to previousSecrets, or enter them again.';
  return {
    name,
    kind,
    // biome-ignore lint/correctness/useYield: it has nothing to bring
    async *fetch() {
      throw sourceFailed(message);
    },
  };
}

function originOf(url: string | undefined): string {
  return url === undefined ? '' : fillAddress(url, { from: '2026-01-01', to: '2026-01-31', page: 1 }).origin;
}
