import { HookError } from './hook-error.js';
import { checkHookName } from './name-rules.js';
import type { HookKind } from './names.js';
import { nearestName } from './near-names.js';
import type { HookDefinition } from './policy.js';

/** Definition of a hook, or of every hook matching a pattern such as `save_post_{type}`. */
export interface DefinedHook extends HookDefinition {
  readonly name: string;
  /** Owner that defined it. */
  readonly definer: string;
}

/** Registered hook definitions. */
export interface Definitions {
  /** @throws HookError `hook_already_defined`, `hook_invalid_name`, `hook_reserved_name` */
  add(definition: DefinedHook): void;
  /** Returns the definition of this exact name, or of the first pattern that matches it. */
  find(kind: HookKind, name: string): DefinedHook | undefined;
  list(): readonly DefinedHook[];
  /** Suggests the intended name for an undefined one; undefined if it is defined or resembles no other name. */
  suggest(kind: HookKind, name: string): string | undefined;
  /** @returns the definitions that were removed */
  removeOwner(owner: string): DefinedHook[];
}

const PLACEHOLDERS = /\{[a-zA-Z]+\}/g;

/** Whether a defined name is a pattern for several hooks. */
export function isPattern(name: string): boolean {
  return name.includes('{');
}

export function createDefinitions(): Definitions {
  const exact = new Map<string, DefinedHook>();
  const patterns = new Map<string, { definition: DefinedHook; matches: RegExp }>();
  const key = (kind: HookKind, name: string) => `${kind} ${name}`;

  function find(kind: HookKind, name: string): DefinedHook | undefined {
    const existing = exact.get(key(kind, name));
    if (existing || patterns.size === 0) return existing;
    for (const { definition, matches } of patterns.values()) {
      if (definition.kind === kind && (definition.name === name || matches.test(name))) return definition;
    }
    return undefined;
  }

  return {
    find,
    list: () => [...exact.values(), ...[...patterns.values()].map(({ definition }) => definition)],

    add(definition) {
      const { kind, name, definer } = definition;
      checkHookName(name.replaceAll(PLACEHOLDERS, 'x'));
      const matching = exact.get(key(kind, name)) ?? patterns.get(key(kind, name))?.definition;
      if (matching && matching.definer !== definer) {
        throw new HookError(
          'hook_already_defined',
          `The ${kind} "${name}" is defined by "${matching.definer}" already; "${definer}" needs another name.`,
        );
      }
      if (isPattern(name)) patterns.set(key(kind, name), { definition, matches: patternOf(name) });
      else exact.set(key(kind, name), definition);
    },

    suggest(kind, name) {
      if (find(kind, name)) return undefined;
      const otherKind = kind === 'action' ? 'filter' : 'action';
      if (find(otherKind, name)) return `it is a${otherKind === 'action' ? 'n' : ''} ${otherKind}`;
      const names = [...exact.values()]
        .filter((definition) => definition.kind === kind)
        .map((definition) => definition.name);
      const nearest = nearestName(name, names);
      return nearest && `did you mean "${nearest}"?`;
    },

    removeOwner(owner) {
      const removed: DefinedHook[] = [];
      for (const [id, definition] of exact) {
        if (definition.definer === owner && exact.delete(id)) removed.push(definition);
      }
      for (const [id, { definition }] of patterns) {
        if (definition.definer === owner && patterns.delete(id)) removed.push(definition);
      }
      return removed;
    },
  };
}

function patternOf(name: string): RegExp {
  const parts = name.split(PLACEHOLDERS).map((part) => part.replace(/[.\-/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[a-zA-Z0-9_.\\-/:]+')}$`);
}
