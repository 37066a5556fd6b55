import { HostError } from '../errors.js';
import type { CapabilityName } from './names.js';

/** A name for several capabilities, to which credentials can be limited. */
export interface ScopeDefinition {
  /** What people read when they are asked to allow it, e.g. `Write recipes`. */
  readonly label: string;
  /** The primitive capabilities that it stands for. They may be registered later. */
  readonly capabilities: readonly CapabilityName[];
  readonly owner: string;
}

/** What a credential can be limited to: a primitive capability, which stands for itself, or a name for several. */
export interface ScopeDescription {
  readonly name: string;
  readonly label: string;
  readonly owner: string;
  readonly capabilities: readonly string[];
}

/**
 * `kb:write`: two words or more with colons in between, so that no capability is ever meant, written in characters that
 * RFC 6749 section 3.3 has for scopes.
 */
const NAME = /^[a-z][a-z0-9_-]*(?::[a-z][a-z0-9_-]*)+$/;

/** The scopes that stand for several capabilities. */
export interface NamedScopes {
  /** @throws HostError `scope_invalid`, `scope_exists` */
  define(name: string, definition: ScopeDefinition): void;
  has(name: string): boolean;
  /** Whether one of the scopes is the capability, or stands for it. */
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
          `"${owner}" cannot register the scope "${name}": name it with a colon, such as "acme:write", and list the capabilities that it stands for.`,
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
