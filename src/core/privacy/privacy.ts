import type { Hooks } from '../../hooks/hooks.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { parseEmail } from '../identifiers.js';
import type { AuthEvents } from '../identity/auth-events.js';
import { IDENTITY_VERSION } from '../identity/identity-cache.js';
import { isLastAdministrator } from '../identity/last-administrator.js';
import { createUserQueries } from '../identity/user-queries.js';
import type { Users } from '../identity/users.js';
import type { Versions } from '../services/bus/versions.js';
import type { User } from '../user.js';
import { coreData } from './core-data.js';
import type { Erasure, Person, PersonalGroup } from './personal-data.js';
import './hooks.js';

export interface ErasureOptions {
  /** Report what would be erased, without changing anything. */
  readonly dryRun?: boolean;
  /** Erase the account even if it is the last administrator. */
  readonly force?: boolean;
}

/** Export and erasure of personal data, in the core and in all plugins. */
export interface Privacy {
  /**
   * Finds a person. An email without an account counts as a person too.
   * An account is found by its email only if that is verified. Found by login or id, it never exposes data stored
   * under an email it has not verified.
   * @param text email, login or id; `provider:id` for an account of the site's own login
   * @throws HostError 404 `user_not_found`
   */
  find(text: string): Promise<Person>;
  /** Exports all non-empty groups. */
  export(person: Person): Promise<readonly PersonalGroup[]>;
  /**
   * Erases a person's data: first in plugins, then in the core in one transaction that ends with the account.
   * After an interruption, the person can still be found, and running it again erases the rest.
   * @throws HostError 409 `privacy_last_administrator`, and any error from a plugin, which keeps the account unchanged
   */
  erase(person: Person, options?: ErasureOptions): Promise<readonly Erasure[]>;
}

export interface PrivacyOptions {
  readonly db: Database;
  readonly hooks: Hooks;
  readonly users: Users;
  readonly authEvents: Pick<AuthEvents, 'record'>;
  readonly versions: Pick<Versions, 'bump'>;
}

export function createPrivacy({ db, hooks, users, authEvents, versions }: PrivacyOptions): Privacy {
  const parts = coreData(db);

  async function assertNotLastAdministrator({ user }: Person): Promise<void> {
    if (!user || !(await isLastAdministrator(db, user.id))) return;
    throw new HostError(
      'privacy_last_administrator',
      `"${user.login}" is the last administrator. Make another user an administrator first, or pass --force.`,
      { status: 409 },
    );
  }

  async function verifiedOwner(email: string): Promise<User | null> {
    const user = await users.byEmail(email);
    return user?.emailVerified ? user : null;
  }

  async function eraseCore(person: Person, { dryRun, force }: Required<ErasureOptions>): Promise<Erasure[]> {
    // Serializes concurrent erasures, so that two of them cannot remove the last two administrators.
    await versions.bump(IDENTITY_VERSION);
    if (!force) await assertNotLastAdministrator(person);
    const erasures: Erasure[] = [];
    for (const part of parts) erasures.push({ name: part.name, label: part.label, ...(await part.erase(person)) });
    if (dryRun) throw new Undone(erasures);
    if (person.user) await authEvents.record({ event: 'user_deleted', userId: person.user.id });
    return erasures;
  }

  return {
    async find(text) {
      const [provider = '', ...id] = text.split(':');
      const user =
        (/^\d+$/.test(text) ? await users.get(Number(text)) : null) ??
        (await users.byLogin(text)) ??
        (await verifiedOwner(text)) ??
        (id.length > 0 ? await createUserQueries(db).byExternal(provider, id.join(':')) : null);
      const email = user ? provenEmail(user) : parseEmail(text);
      if (email !== null) return { email, user };
      const message = `There is no account "${text}". Enter an email address, a login, an ID, or provider:id for the site's own login.`;
      throw new HostError('user_not_found', message, { status: 404 });
    },
    async export(person) {
      const groups: PersonalGroup[] = [];
      for (const part of parts) {
        groups.push({ name: part.name, label: part.label, records: await part.export(person) });
      }
      const all = await hooks.applyFiltersAsync('privacy_export', groups, person);
      return all.filter(({ records }) => records.length > 0);
    },
    async erase(person, { dryRun = false, force = false } = {}) {
      // Checked before plugins erase anything.
      if (!force) await assertNotLastAdministrator(person);
      const erasures = await hooks.applyFiltersAsync('privacy_erase', [], person, { dryRun });
      const own = await undone(() => db.transaction(() => eraseCore(person, { dryRun, force })));
      return [...erasures, ...own].filter(({ count }) => count > 0);
    },
  };
}

/** The verified email of an account, or '', because an unverified one may belong to someone else. */
function provenEmail({ email, emailVerified }: User): string {
  return emailVerified ? email : '';
}

/** Rolls back a transaction and carries out its result: a dry run counts with the same statements as a real one. */
class Undone extends Error {
  readonly erasures: Erasure[];

  constructor(erasures: Erasure[]) {
    super('A dry run is rolled back.');
    this.erasures = erasures;
  }
}

async function undone(run: () => Promise<Erasure[]>): Promise<Erasure[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Undone) return error.erasures;
    throw error;
  }
}
