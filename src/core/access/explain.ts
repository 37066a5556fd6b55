import type { Hooks, TracedDispatch } from '../../hooks/hooks.js';
import type { User } from '../user.js';
import type { Judge, Notes, Question, Verdict } from './judge.js';

/** Contribution of one of the user's roles to a decision. */
export interface RoleTrace {
  readonly name: string;
  /** Owner that registered the role, or null for an unregistered role, which grants nothing. */
  readonly owner: string | null;
  /** Required capabilities that the role holds. */
  readonly gives: readonly string[];
}

/** Capabilities that one callback of `map_meta_cap` or `user_has_cap` added or removed. */
export interface FilterChange {
  readonly hook: 'map_meta_cap' | 'user_has_cap';
  readonly owner: string;
  readonly id: string | null;
  /** Function name, or an empty string for an anonymous function. */
  readonly function: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Step-by-step explanation of a capability check. */
export interface CapabilityTrace extends Verdict {
  readonly capability: string;
  /** Null for anonymous visitors, who hold nothing. The check ends there. */
  readonly user: { readonly id: number; readonly login: string } | null;
  readonly roles: readonly RoleTrace[];
  readonly mapping: {
    /** Owner that registered the meta capability, or null for a primitive capability. */
    readonly owner: string | null;
    readonly required: readonly string[];
  };
  /** Final requirements, after `map_meta_cap`. */
  readonly required: readonly string[];
  readonly changes: readonly FilterChange[];
  /** Required capabilities that are not registered. */
  readonly unknown: readonly string[];
  /** Scopes of the credential, or null without a limit. */
  readonly scopes: readonly string[] | null;
  /** Deciding factor. */
  readonly reason: Reason;
}

/** `allowed`, or the first obstacle in this order. */
export type Reason = 'allowed' | 'anonymous' | 'nobody_may' | 'not_registered' | 'not_held' | 'outside_scopes';

export interface ExplainParts {
  readonly hooks: Hooks;
  readonly judge: Judge;
  readonly isRegistered: (capability: string) => boolean;
  readonly mapperOwner: (capability: string) => string | null;
  readonly roleOwner: (role: string) => string | null;
  readonly roleCapabilities: (role: string) => ReadonlySet<string>;
}

/** Creates the function that explains a capability check, for debugging a refusal. */
export function createExplain(parts: ExplainParts): (question: Question) => Promise<CapabilityTrace> {
  const { hooks, judge, isRegistered, mapperOwner, roleOwner, roleCapabilities } = parts;

  return async (question) => {
    const { user, capability, scopes } = question;
    const changes: FilterChange[] = [];
    const notes: Notes = {
      mapped: [],
      required: [],
      async watch(dispatch) {
        const { result, dispatches } = await hooks.trace(async () => dispatch(), { longestText: Infinity });
        // Callbacks may run further checks. Their dispatches are nested or come after the first one.
        const [own] = dispatches;
        if (own) changes.push(...changesOf(own));
        return result;
      },
    };
    const verdict = await judge(question, notes);
    const { mapped, required } = notes;
    const unknown = required.filter((name) => !isRegistered(name));
    return {
      ...verdict,
      capability,
      user: user && { id: user.id, login: user.login },
      roles: rolesOf(user).map((name) => ({
        name,
        owner: roleOwner(name),
        gives: required.filter((one) => roleCapabilities(name).has(one)),
      })),
      mapping: { owner: mapperOwner(capability), required: mapped },
      required,
      changes,
      unknown,
      scopes: scopes ?? null,
      reason: reasonOf(verdict, user, unknown),
    };
  };
}

function rolesOf(user: User | null): readonly string[] {
  return user?.roles ?? [];
}

function reasonOf({ allowed, missing }: Verdict, user: User | null, unknown: readonly string[]): Reason {
  if (allowed) return 'allowed';
  if (!user) return 'anonymous';
  if (missing.includes('do_not_allow')) return 'nobody_may';
  if (unknown.length > 0) return 'not_registered';
  return missing.length > 0 ? 'not_held' : 'outside_scopes';
}

/** Compares the capabilities before and after each callback. */
function changesOf({ hook, before, calls }: TracedDispatch): FilterChange[] {
  let names = namesIn(before.text);
  const changes: FilterChange[] = [];
  for (const { owner, id, function: name, after } of calls) {
    const now = after ? namesIn(after.text) : names;
    const added = now.filter((one) => !names.includes(one));
    const removed = names.filter((name) => !now.includes(name));
    if (added.length + removed.length > 0) {
      changes.push({ hook: hook as FilterChange['hook'], owner, id, function: name, added, removed });
    }
    names = now;
  }
  return changes;
}

/** Reads the names from the JSON snapshot of a list or a set. */
function namesIn(picture: string): readonly string[] {
  const value: unknown = JSON.parse(picture);
  const names = Array.isArray(value) ? value : ((value as { set?: unknown[] } | null)?.set ?? []);
  return names.filter((name): name is string => typeof name === 'string');
}
