import { HostError } from '../errors.js';
import type { CapabilityName } from './names.js';

/** Named scope that covers several capabilities and that credentials can be limited to. */
export interface ScopeDefinition {
  /** Label shown on the consent screen, e.g. `Write recipes`. */
  readonly label: string;
  /** Primitive capabilities that the scope covers. They may be registered later. */
  readonly capabilities: readonly CapabilityName[];
  readonly owner: string;
}

/** Scope that a credential can be limited to: a primitive capability or a named scope. */
export interface ScopeDescription {
  readonly name: string;
  readonly label: string;
  readonly owner: string;
  readonly capabilities: readonly string[];
}

/**
 * Scope names such as `kb:write`: two or more words joined by colons, so that they never collide with a capability.
 * The characters are a subset of those in RFC 6749 section 3.3.
 */
const NAME = /^[a-z][a-z0-9_-]*(?::[a-z][a-z0-9_-]*)+$/;

/** Registry of scopes that cover several capabilities. */
export interface NamedScopes {
  /** Registers a scope. @throws HostError `scope_invalid`, `scope_exists` */
  define(name: string, definition: ScopeDefinition): void;
  has(name: string): boolean;
  /** Whether one of the scopes is the capability or covers it. */
  cover(scopes: readonly string[], capability: string): boolean;
  list(): readonly ScopeDescription[];
  removeOwner(owner: string): void;
}

export function createNamedScopes(): NamedScopes {
  const named = new Map<string, ScopeDefinition & { readonly set: ReadonlySet<string> }>();
  return {
    define(name, definition) {
      const { capabilities, owner } = definition;
      if (!NAME.test(name) || capabilities.length === 0) {
        throw new HostError(
          'scope_invalid',
          `"${owner}" cannot register the scope "${name}". Use a name with a colon, such as "acme:write", and list its capabilities.`,
          { scope: name },
        );
      }
      const holder = named.get(name)?.owner ?? owner;
      if (holder !== owner) {
        throw new HostError(
          'scope_exists',
          `"${owner}" cannot register the scope "${name}": it belongs to "${holder}". Choose a name with your own prefix.`,
          { scope: name },
        );
      }
      named.set(name, { ...definition, set: new Set(capabilities) });
    },
    has: (name) => named.has(name),
    cover: (scopes, capability) =>
      scopes.includes(capability) || scopes.some((scope) => named.get(scope)?.set.has(capability)),
    list: () => [...named].map(([name, { label, owner, capabilities }]) => ({ name, label, owner, capabilities })),
    removeOwner(owner) {
      for (const [name, definition] of named) if (definition.owner === owner) named.delete(name);
    },
  };
}
