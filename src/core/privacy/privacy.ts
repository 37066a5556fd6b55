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
  /** Say what would go, and change nothing. */
  readonly dryRun?: boolean;
  /** Erase the last administrator too. */
  readonly force?: boolean;
}

/** What is held about people: handed over and erased, by the core and by all plugins. */
export interface Privacy {
  /**
   * @param text e-mail address, login or id; `provider:id` for an account of the site's own login. An address without an
   *   account is a person as well. An account is found by its address only when that is verified, and by login or id
   *   never brings what others stored with an address that it has not verified.
   * @throws HostError 404 `user_not_found`
   */
  find(text: string): Promise<Person>;
  /** Only groups with records in them. */
  export(person: Person): Promise<readonly PersonalGroup[]>;
  /**
   * Plugins first, then the core in one transaction, with the account at its end: whatever cuts it off, the person is
   * still found, and running it again erases the rest.
   * @throws HostError 409 `privacy_last_administrator`, and whatever a plugin throws, with the account as it was
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
      `"${user.login}" is the last administrator, without whom nobody could manage the site. Make somebody else one first, or use --force.`,
      { status: 409 },
    );
  }

  async function verifiedOwner(email: string): Promise<User | null> {
    const user = await users.byEmail(email);
    return user?.emailVerified ? user : null;
  }

  async function eraseCore(person: Person, { dryRun, force }: Required<ErasureOptions>): Promise<Erasure[]> {
    // First of all: it makes concurrent erasures wait for each other, so that two cannot each leave the other one over.
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
      const message = `There is no account "${text}". Write an e-mail address, a login, an id, or provider:id for the site's own login.`;
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
      // Before plugins erase anything.
      if (!force) await assertNotLastAdministrator(person);
      const erasures = await hooks.applyFiltersAsync('privacy_erase', [], person, { dryRun });
      const own = await undone(() => db.transaction(() => eraseCore(person, { dryRun, force })));
      return [...erasures, ...own].filter(({ count }) => count > 0);
    },
  };
}

/** The address by which more is known of an account; '' for an unverified one, which may be somebody else's. */
function provenEmail({ email, emailVerified }: User): string {
  return emailVerified ? email : '';
}

/** Carries out of a transaction what it did, and undoes it: a dry run counts by the same statements as a real one. */
class Undone extends Error {
  readonly erasures: Erasure[];

  constructor(erasures: Erasure[]) {
    super('A dry run is undone.');
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
