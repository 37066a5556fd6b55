import type { User } from '../user.js';

/** Whose data is asked for. */
export interface Person {
  /** Lower case and proven to be theirs, or given by the operator; '' when none is known. */
  readonly email: string;
  /** Null for somebody without an account, of whom plugins may know nevertheless. */
  readonly user: User | null;
}

/** Records of one kind about a person, as they are handed over: no secrets, no digests of secrets. */
export interface PersonalGroup {
  /** Who holds it and what it is, e.g. `core/sessions`, `acme-shop/orders`. */
  readonly name: string;
  /** What people read, e.g. `Sessions`. */
  readonly label: string;
  /** Dates as ISO 8601 in UTC; everything must have a form in JSON. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** What has become of records of one kind. */
export interface Erasure {
  readonly name: string;
  readonly label: string;
  readonly count: number;
  /** `detached`: they stay and say nothing about the person any more. `kept`: they had to stay as they are. */
  readonly outcome: 'erased' | 'detached' | 'kept';
  /** Why they stay, or what else the reader should know. */
  readonly reason: string | null;
}

/** A part of the core that holds something about people. */
export interface PersonalData {
  readonly name: string;
  readonly label: string;
  export(person: Person): Promise<PersonalGroup['records']>;
  /** Part of a transaction with the other parts, which may be undone: it has effects on the database alone. */
  erase(person: Person): Promise<Pick<Erasure, 'count' | 'outcome' | 'reason'>>;
}
