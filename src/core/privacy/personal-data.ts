import type { User } from '../user.js';

/** Person whose data is requested. */
export interface Person {
  /** Lower-case email, verified or given by the operator. '' if unknown. */
  readonly email: string;
  /** Null for a person without an account, about whom plugins may still hold data. */
  readonly user: User | null;
}

/** Records of one type about a person, ready for export: no secrets or digests of secrets. */
export interface PersonalGroup {
  /** Owner and type of the records, e.g. `core/sessions`, `acme-shop/orders`. */
  readonly name: string;
  /** Display name, e.g. `Sessions`. */
  readonly label: string;
  /** JSON-serializable records. Dates are ISO 8601 in UTC. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** Result of erasing one type of record. */
export interface Erasure {
  readonly name: string;
  readonly label: string;
  readonly count: number;
  /** `detached`: kept, but no longer linked to the person. `kept`: must be kept unchanged. */
  readonly outcome: 'erased' | 'detached' | 'kept';
  /** Reason for keeping the records, or other information for the reader. */
  readonly reason: string | null;
}

/** One type of personal data that the core holds. */
export interface PersonalData {
  readonly name: string;
  readonly label: string;
  export(person: Person): Promise<PersonalGroup['records']>;
  /** Erases the data in a transaction that may be rolled back, so it must only affect the database. */
  erase(person: Person): Promise<Pick<Erasure, 'count' | 'outcome' | 'reason'>>;
}
