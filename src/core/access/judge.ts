import type { Hooks } from '../../hooks/hooks.js';
import type { User } from '../user.js';
import type { MappingMemory, MaybePromisedNames } from './mapping-memory.js';
import './hooks.js';

/** Requirement that no user meets, regardless of roles and filters. */
export const DO_NOT_ALLOW = 'do_not_allow';

/** Result of a capability check, with the missing capabilities if it failed. */
export interface Verdict {
  readonly allowed: boolean;
  /** Primitive capabilities that the user lacks. `do_not_allow` if every user is refused. */
  readonly missing: readonly string[];
  /** Primitive capabilities that the user has but the credential's scopes do not cover. */
  readonly missingScopes: readonly string[];
}

export interface Question {
  readonly user: User | null;
  readonly capability: string;
  readonly object?: unknown;
  /** Scopes of the credential. `undefined` means no limit. */
  readonly scopes?: readonly string[] | undefined;
  /** Mapping cache of the request. */
  readonly memory?: MappingMemory | undefined;
}

/** Intermediate results recorded while a verdict is reached. */
export interface Notes {
  /** Result of the mapper, or the capability itself if it has no mapper. */
  mapped: readonly string[];
  /** Requirements after `map_meta_cap`. */
  required: readonly string[];
  /** Runs the dispatch of a filter so that it can be traced. */
  watch<V>(dispatch: () => V | Promise<V>): Promise<V>;
}

/**
 * Answers a capability check, synchronously if nothing has to be awaited. Records its steps in `notes`.
 * Checks and explanations share this one code path, so an explanation cannot contradict the decision.
 */
export type Judge = (question: Question, notes?: Notes) => Verdict | Promise<Verdict>;

export interface JudgeParts {
  readonly hooks: Hooks;
  /** Mapper of a meta capability, or undefined for a primitive one. */
  readonly mapperOf: (capability: string) => ((user: User, object: unknown) => MaybePromisedNames) | undefined;
  readonly isKnown: (capability: string) => boolean;
  readonly capabilitiesOf: (user: User) => ReadonlySet<string>;
  /** Whether the scopes cover a primitive capability. */
  readonly isCovered: (scopes: readonly string[], capability: string) => boolean;
}

const NONE: readonly string[] = Object.freeze([]);
const ALLOWED: Verdict = Object.freeze({ allowed: true, missing: NONE, missingScopes: NONE });
const REFUSED: Verdict = Object.freeze({ allowed: false, missing: Object.freeze([DO_NOT_ALLOW]), missingScopes: NONE });

export function createJudge({ hooks, mapperOf, isKnown, capabilitiesOf, isCovered }: JudgeParts): Judge {
  const mapMetaCap = hooks.filter('map_meta_cap');
  const userHasCap = hooks.filter('user_has_cap');
  const isMappingFiltered = hasCallbacks(hooks, 'map_meta_cap');
  const isHoldingFiltered = hasCallbacks(hooks, 'user_has_cap');

  function mappedTo({ capability, object, memory }: Question, user: User): MaybePromisedNames {
    const mapper = mapperOf(capability);
    if (!mapper) return [capability];
    return memory ? memory.recall(user, capability, object, () => mapper(user, object)) : mapper(user, object);
  }

  function requirementsOf(
    question: Question,
    user: User,
    mapped: readonly string[],
    notes: Notes | undefined,
  ): MaybePromisedNames {
    const { capability, object } = question;
    // Callbacks get a copy: changes to it must not leak into a mapper's list or the request's cache.
    const input = isMappingFiltered() ? [...mapped] : mapped;
    if (!notes) return mapMetaCap.applyMaybeAsync(input, capability, user, object);
    notes.mapped = mapped;
    return notes.watch(() => mapMetaCap.applyMaybeAsync(input, capability, user, object));
  }

  /** Most checks use unfiltered primitive capabilities and need no promise. */
  function weigh(question: Question, user: User, required: readonly string[], notes?: Notes): ReturnType<Judge> {
    const own = capabilitiesOf(user);
    if (notes) notes.required = required;
    if (required.length === 0 || required.includes(DO_NOT_ALLOW)) return REFUSED;
    const filtered = heldBy(question, user, required, own, notes);
    if (filtered instanceof Promise) return filtered.then((capabilities) => compare(question, required, capabilities));
    return compare(question, required, filtered);
  }

  function heldBy(
    { object }: Question,
    user: User,
    required: readonly string[],
    own: ReadonlySet<string>,
    notes: Notes | undefined,
  ): ReadonlySet<string> | Promise<ReadonlySet<string>> {
    // Copies here too: roles share their sets, and a callback must not bypass the scopes.
    if (!isHoldingFiltered()) return userHasCap.applyMaybeAsync(own, required, user, object);
    const needed = [...required];
    const capabilities = new Set(own);
    if (!notes) return userHasCap.applyMaybeAsync(capabilities, needed, user, object);
    return notes.watch(() => userHasCap.applyMaybeAsync(capabilities, needed, user, object));
  }

  function compare({ scopes }: Question, required: readonly string[], granted: ReadonlySet<string>): Verdict {
    const missing: string[] = [];
    const missingScopes: string[] = [];
    for (const name of required) {
      if (!isKnown(name) || !granted.has(name)) missing.push(name);
      else if (scopes !== undefined && !isCovered(scopes, name)) missingScopes.push(name);
    }
    return missing.length + missingScopes.length === 0 ? ALLOWED : { allowed: false, missing, missingScopes };
  }

  function judgeMapped(question: Question, user: User, mapped: readonly string[], notes?: Notes): ReturnType<Judge> {
    const required = requirementsOf(question, user, mapped, notes);
    return required instanceof Promise
      ? required.then((names) => weigh(question, user, names, notes))
      : weigh(question, user, required, notes);
  }

  return (question, notes) => {
    const { user, capability } = question;
    if (!user) return { allowed: false, missing: [capability], missingScopes: [] };
    const mapped = mappedTo(question, user);
    return mapped instanceof Promise
      ? mapped.then((names) => judgeMapped(question, user, names, notes))
      : judgeMapped(question, user, mapped, notes);
  };
}

/** Tracks whether a filter has callbacks, so that checks need no lookup. */
function hasCallbacks(hooks: Hooks, filter: 'map_meta_cap' | 'user_has_cap'): () => boolean {
  let has = hooks.hasFilter(filter);
  for (const event of ['hookAdded', 'hookRemoved'] as const) {
    hooks.on(event, ({ name }) => {
      if (name === filter) has = hooks.hasFilter(filter);
    });
  }
  return () => has;
}
