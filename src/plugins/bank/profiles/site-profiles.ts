import { type Database, json, type Selectable, type TableOf, utc } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import { HostError } from '../../../index.js';
import type { profilesTable } from '../tables/profiles.js';
import { invalidParam } from '../transactions/errors.js';
import { builtInCsvProfiles } from './built-in/csv-profiles.js';
import { builtInJsonProfiles } from './built-in/json-profiles.js';
import { checkProfile } from './check-profile.js';
import type { CsvProfile, JsonProfile, Profile } from './profile.js';
import '../hooks/profiles.js';

/** A profile and its origin. */
export interface KnownProfile {
  readonly profile: Profile;
  /** Whether it ships with the plugin or is added by a filter, and so cannot be edited. */
  readonly isBuiltIn: boolean;
  /** Null if built in. */
  readonly changedAt: Date | null;
}

/** Profiles for reading CSV and JSON. The site's own take precedence over the built-in ones. */
export interface SiteProfiles {
  /** Returns the profiles in use, in order of precedence. */
  inUse(): Promise<{ readonly csv: readonly CsvProfile[]; readonly json: readonly JsonProfile[] }>;
  /** Lists the site's own profiles by name, then the others. */
  list(): Promise<readonly KnownProfile[]>;
  /**
   * Finds a profile by name.
   * @throws HostError 404 `vendor_bank_not_found`
   */
  get(name: string): Promise<KnownProfile>;
  /**
   * Creates a profile of the site.
   * @throws HostError 400 `vendor_bank_invalid_param` with `params`, 409 `vendor_bank_profile_exists`
   */
  create(definition: unknown): Promise<KnownProfile>;
  /**
   * Replaces the definition of one of the site's own profiles. Files read with the old one can be imported again.
   * @throws HostError 400 `vendor_bank_invalid_param` with `params`, also if the name differs; 404
   *   `vendor_bank_not_found`
   */
  change(name: string, definition: unknown): Promise<KnownProfile>;
  /**
   * Deletes one of the site's own profiles.
   * @returns the deleted profile
   * @throws HostError 404 `vendor_bank_not_found`
   */
  delete(name: string): Promise<KnownProfile>;
}

export interface SiteProfileParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly now: () => Date;
}

/** Maximum characters of a definition as JSON. */
const MAX_LENGTH = 60_000;

export function createSiteProfiles({ db, hooks, now }: SiteProfileParts): SiteProfiles {
  const rows = () => db.query.selectFrom('bank_profiles').selectAll();

  async function own(): Promise<KnownProfile[]> {
    return (await rows().orderBy('name').execute()).map(toProfile);
  }

  async function inUse(own: readonly KnownProfile[]) {
    const profiles = own.map(({ profile }) => profile);
    const csv = [...profiles.filter((profile) => profile.kind === 'csv'), ...builtInCsvProfiles];
    return {
      csv: await hooks.applyFiltersAsync('vendor_bank_csv_profiles', csv),
      json: [...profiles.filter((profile) => profile.kind === 'json'), ...builtInJsonProfiles],
    };
  }

  async function list(): Promise<KnownProfile[]> {
    const mine = await own();
    const isMine = ({ name }: Profile): boolean => mine.some(({ profile }) => profile.name === name);
    const { csv, json } = await inUse(mine);
    const others = [...csv, ...json].filter((profile) => !isMine(profile));
    return [...mine, ...others.map((profile) => ({ profile, isBuiltIn: true, changedAt: null }))];
  }

  async function ownNamed(name: string): Promise<KnownProfile> {
    const row = await rows().where('name', '=', name).executeTakeFirst();
    if (!row) throw profileNotFound(name);
    return toProfile(row);
  }

  async function get(name: string): Promise<KnownProfile> {
    const found = (await list()).find(({ profile }) => profile.name === name);
    if (!found) throw profileNotFound(name);
    return found;
  }

  return {
    inUse: async () => inUse(await own()),
    list,
    get,
    async create(definition) {
      const profile = checked(definition);
      if ((await list()).some((one) => one.profile.name === profile.name)) throw profileExists(profile.name);
      const at = utc.encode(now());
      const row = { name: profile.name, format: profile.kind, definition: json.encode(profile) };
      try {
        await db.insert('bank_profiles', { ...row, created_at: at, updated_at: at });
      } catch (error) {
        // A concurrent request may have created it.
        throw db.isUniqueViolation(error) ? profileExists(profile.name) : error;
      }
      return ownNamed(profile.name);
    },
    async change(name, definition) {
      await ownNamed(name);
      const profile = checked(definition);
      if (profile.name !== name) throw invalidParam('name', `The profile "${name}" cannot be renamed.`);
      await db.query
        .updateTable('bank_profiles')
        .set({ format: profile.kind, definition: json.encode(profile), updated_at: utc.encode(now()) })
        .where('name', '=', name)
        .execute();
      return ownNamed(name);
    },
    async delete(name) {
      const before = await ownNamed(name);
      await db.query.deleteFrom('bank_profiles').where('name', '=', name).execute();
      return before;
    },
  };
}

function checked(definition: unknown): Profile {
  const profile = checkProfile(definition);
  if (JSON.stringify(profile).length <= MAX_LENGTH) return profile;
  throw invalidParam('profile', `A profile can have at most ${MAX_LENGTH} characters as JSON.`);
}

/** Definitions are validated before they are stored. */
function toProfile({ definition, updated_at }: Selectable<TableOf<typeof profilesTable>>): KnownProfile {
  return { profile: json.decode(definition) as Profile, isBuiltIn: false, changedAt: utc.decode(updated_at) };
}

function profileNotFound(name: string): HostError {
  const message = `The site has no custom profile "${name}".`;
  return new HostError('vendor_bank_not_found', message, { status: 404, profile: name });
}

function profileExists(name: string): HostError {
  const message = `A profile "${name}" already exists. Choose another name.`;
  return new HostError('vendor_bank_profile_exists', message, { status: 409, profile: name });
}
