import { createDefinitions, type DefinedHook, isPattern } from './definitions.js';
import { type Callback, type HookEntry, registered, setPolicy } from './entry.js';
import { HookError } from './hook-error.js';
import type { HookKind } from './names.js';
import type { Warn } from './outcome.js';
import {
  type BreakerOptions,
  DEFAULT_POLICY,
  type Deprecation,
  type HookDefinition,
  type HookPolicy,
  resolvePolicy,
} from './policy.js';
import type { Registry } from './registry.js';

/** Hook definitions, and their effect on the hooks in use. */
export interface Catalogue {
  /** @throws HookError `hook_invalid_definition`, `hook_already_defined`, `hook_invalid_name` */
  define(name: string, definition: HookDefinition, definer: string): void;
  /**
   * @throws HookError `hook_unknown_kind` if it is undefined and no kind is given; `hook_already_defined` by another
   *   owner
   */
  deprecate(name: string, deprecation: Deprecation & { readonly kind?: HookKind }, definer: string): void;
  find(kind: HookKind, name: string): DefinedHook | undefined;
  list(): readonly DefinedHook[];
  policyOf(kind: HookKind, name: string): HookPolicy;
  /** Checks a hook that is dispatched before anything else has used it. */
  onDispatched(entry: HookEntry): void;
  /** Checks a callback before it is added. @throws HookError `hook_async_not_allowed` when strict */
  inspect(entry: HookEntry, owner: string, callback: Callback): void;
  /**
   * Starts reporting undefined names that resemble a defined one, including those already in use. Call it after every
   * plugin has defined its hooks.
   */
  checkNames(): void;
  removeOwner(owner: string): number;
}

export function createCatalogue({
  strict,
  warn,
  breaker,
  registryOf,
}: {
  strict: boolean;
  warn: Warn;
  breaker: BreakerOptions;
  registryOf: (kind: HookKind) => Registry;
}): Catalogue {
  const definitions = createDefinitions();
  /** Policy of each definition. Resolved only once, because hooks of a pattern are created and removed often. */
  const policies = new WeakMap<DefinedHook, HookPolicy>();
  const warned = new Set<string>();
  let checksNames = false;

  function warnOnce(key: string, message: string, detail: Record<string, unknown>): void {
    if (warned.has(key)) return;
    warned.add(key);
    warn(message, detail);
  }

  const policyOf = (kind: HookKind, name: string): HookPolicy => {
    const definition = definitions.find(kind, name);
    return (definition && policies.get(definition)) ?? DEFAULT_POLICY;
  };

  /** Applies an added or removed definition to the hooks in use. */
  function apply({ kind, name }: DefinedHook): void {
    const { find: definition, entries } = registryOf(kind);
    const entry = definition(name);
    for (const each of isPattern(name) ? entries() : entry ? [entry] : []) {
      setPolicy(each, policyOf(kind, each.name));
      for (const { owner } of registered(each)) warnOfDeprecation(each, owner);
    }
  }

  function warnOfDeprecation({ kind, name, policy: { deprecated } }: HookEntry, owner: string): void {
    if (deprecated === null) return;
    const { since, to } = deprecated;
    warnOnce(
      `deprecated ${kind} ${name} ${owner}`,
      `${owner} uses the ${kind} "${name}", which is deprecated since ${since}. ${to ? `Use "${to}" instead.` : 'There is no replacement.'}`,
      { kind, hook: name, owner, since, to },
    );
  }

  function warnOfUnknownName({ kind, name }: HookEntry, owner: string | undefined): void {
    if (!strict || !checksNames) return;
    const hint = definitions.suggest(kind, name);
    if (!hint) return;
    const user = owner === undefined ? '' : ` that ${owner} uses`;
    warnOnce(`unknown ${kind} ${name}`, `The ${kind} "${name}"${user} is not defined: ${hint}`, {
      kind,
      hook: name,
      owner,
    });
  }

  function define(name: string, definition: HookDefinition, definer: string): void {
    const defined = { ...definition, name, definer };
    policies.set(defined, resolvePolicy(name, definition, { strict, breaker }));
    definitions.add(defined);
    apply(defined);
  }

  return {
    define,
    find: definitions.find,
    list: definitions.list,
    policyOf,

    deprecate(name, { kind, since, to }, definer) {
      const matching = (['action', 'filter'] as const).flatMap((each) => definitions.find(each, name) ?? []);
      const meant = matching.find((each) => kind === undefined || each.kind === kind);
      const meantKind = kind ?? meant?.kind;
      if (!meantKind) {
        throw new HookError('hook_unknown_kind', `"${name}" is not defined. Set "kind".`);
      }
      const { name: _name, definer: _definer, ...definition } = meant ?? { kind: meantKind, name, definer };
      define(name, { ...definition, deprecated: { since, ...(to === undefined ? {} : { to }) } }, definer);
    },

    onDispatched: (entry) => warnOfUnknownName(entry, undefined),

    inspect(entry, owner, callback) {
      warnOfDeprecation(entry, owner);
      warnOfUnknownName(entry, owner);
      if (entry.policy.allowsAsync || !isAsyncFunction(callback)) return;
      const message = `The callback of ${owner} on the ${entry.kind} "${entry.name}" is asynchronous, but this hook does not wait. Make it synchronous.`;
      if (strict) throw new HookError('hook_async_not_allowed', message);
      warn(message, { kind: entry.kind, hook: entry.name, owner });
    },

    checkNames() {
      checksNames = true;
      for (const kind of ['action', 'filter'] as const) {
        for (const entry of registryOf(kind).entries()) warnOfUnknownName(entry, registered(entry)[0]?.owner);
      }
    },

    removeOwner(owner) {
      const removed = definitions.removeOwner(owner);
      for (const definition of removed) apply(definition);
      return removed.length;
    },
  };
}

/** Detects async functions only: a plain function that returns a promise is not recognized without calling it. */
function isAsyncFunction(callback: Callback): boolean {
  return Object.prototype.toString.call(callback) === '[object AsyncFunction]';
}
