import type { Hooks } from '../../hooks/hooks.js';
import { HostError } from '../errors.js';
import type { User } from '../user.js';
import { type CapabilityTrace, createExplain } from './explain.js';
import { createJudge, DO_NOT_ALLOW, type Verdict } from './judge.js';
import type { MappingMemory } from './mapping-memory.js';
import { createNamedScopes, type ScopeDefinition, type ScopeDescription } from './named-scopes.js';
import type { CapabilityName, ObjectArgument, ObjectOf } from './names.js';
import { DEFAULT_ROLES, OF_EVERY_ROLE } from './roles.js';

export type { CapabilityTrace, FilterChange, RoleTrace } from './explain.js';
export type { Verdict } from './judge.js';
export { createMappingMemory, type MappingMemory } from './mapping-memory.js';
export type { ScopeDefinition, ScopeDescription } from './named-scopes.js';

export interface CapabilityDefinition {
  /** Human-readable name shown in the list of roles, e.g. `Cook recipes`. */
  readonly label: string;
  /** Roles that hold the capability. Default: administrator only. A role may be registered later. */
  readonly roles?: readonly string[];
  readonly owner: string;
}

export interface RoleDefinition {
  readonly label: string;
  readonly capabilities: readonly CapabilityName[];
  readonly owner: string;
}

/**
 * Maps "may this user do that to this object" to primitive capabilities, all of which are required.
 * Return `['read']` for anything every signed-in user may do, and `['do_not_allow']` to refuse. Declared as a method
 * (bivariant parameters) so that mappers of different object types fit into one registry.
 */
export type MetaMapper<O = unknown> = {
  map(user: User, object: O): readonly string[] | Promise<readonly string[]>;
}['map'];

/** Options of a meta capability. */
export interface MetaOptions<O = unknown> {
  /**
   * Loads the object for an id typed at a terminal, or null if there is none.
   * `mortise caps why ada edit_recipe 7` uses it. Without it, the meta capability can only be checked from code.
   */
  readonly load?: {
    load(id: string): O | null | undefined | Promise<O | null | undefined>;
  }['load'];
}

/** The capabilities, roles and scopes of the host. */
export interface Access {
  /**
   * Registers a primitive capability and gives it to roles.
   * @throws HostError `capability_exists` for another owner's name
   */
  capability(name: CapabilityName, definition: CapabilityDefinition): void;
  /** Registers a meta capability, which is checked against an object. @throws HostError `capability_exists` */
  meta<Name extends CapabilityName>(
    name: Name,
    mapper: MetaMapper<ObjectOf<Name>>,
    definition: MetaOptions<ObjectOf<Name>> & { readonly owner: string },
  ): void;
  /** Registers a role. @throws HostError `role_exists` for another owner's name */
  role(name: string, definition: RoleDefinition): void;
  /** Registers a scope that covers several capabilities. @throws HostError `scope_invalid`, `scope_exists` */
  scope(name: string, definition: ScopeDefinition): void;
  /**
   * Checks whether the user has a capability, for an object if one is given.
   * Every primitive capability that the mapping returns must be held through a role and, for a limited credential, be
   * covered by its scopes. Anonymous callers hold nothing. An unknown name returns false and logs a warning.
   * @param scopes the credential's scopes; `undefined` means no limit
   * @param memory mapping cache of the request
   */
  can(...question: AccessQuestion): Promise<boolean>;
  /** Like `can`, but also returns the missing capabilities for an error message. */
  check(...question: AccessQuestion): Promise<Verdict>;
  /** Like `can`, but returns every step of the decision. Many times slower. */
  explain(...question: AccessQuestion): Promise<CapabilityTrace>;
  /**
   * Loads the object of a meta capability by an id typed by a person.
   * @throws HostError 400 `capability_without_objects` if the capability has no loader, 404
   *   `capability_object_not_found`
   */
  load(capability: CapabilityName, id: string): Promise<unknown>;
  hasRole(name: string): boolean;
  /** Whether a primitive capability with this name is registered. */
  hasCapability(name: string): boolean;
  /** Whether credentials can be limited to this scope: a primitive capability or a named scope. */
  hasScope(name: string): boolean;
  /** All scopes a credential can be limited to. */
  scopes(): readonly ScopeDescription[];
  /** Whether the scopes cover a primitive capability. */
  covers(scopes: readonly string[], capability: string): boolean;
  /** The user whose private content may be read, or null if the credential's scopes do not cover `read`. */
  reader(user: User | null, scopes: readonly string[] | undefined): User | null;
  roles(): readonly RoleDescription[];
  /** Primitive and meta capabilities. */
  capabilities(): readonly CapabilityDescription[];
  /** Removes everything a plugin registered. Users keep the names of its roles, which then grant nothing. */
  removeOwner(owner: string): void;
}

export type AccessQuestion = [
  user: User | null,
  capability: CapabilityName,
  object?: unknown,
  scopes?: readonly string[],
  memory?: MappingMemory,
];

/** A registered role, as listed by {@link Access.roles}. */
export interface RoleDescription {
  readonly name: string;
  readonly label: string;
  readonly owner: string;
  readonly capabilities: readonly string[];
}

/** A registered capability, as listed by {@link Access.capabilities}. */
export interface CapabilityDescription {
  readonly name: string;
  /** Human-readable name. Derived from the name for a meta capability. */
  readonly label: string;
  readonly owner: string;
  /** Whether the capability is checked against an object. */
  readonly meta: boolean;
  /** Roles that hold the capability. Empty for a meta capability, which depends on the object. */
  readonly roles: readonly string[];
}

/** Access API bound to a plugin, which owns everything it registers. */
export interface OwnedAccess {
  /**
   * Registers a primitive capability and gives it to roles.
   *
   * ```ts
   * access.capability('edit_recipes', { label: 'Write recipes', roles: ['editor', 'author'] });
   * ```
   * @throws HostError `capability_exists`
   */
  capability(name: CapabilityName, definition: Omit<CapabilityDefinition, 'owner'>): void;
  /**
   * Registers a meta capability: one that maps an object to the primitive capabilities it requires.
   *
   * ```ts
   * access.meta('edit_recipe', (user, recipe) =>
   *   recipe.authorId === user.id ? ['edit_recipes'] : ['edit_recipes', 'edit_others_recipes'],
   * );
   * ```
   * @throws HostError `capability_exists`
   */
  meta<Name extends CapabilityName>(
    name: Name,
    mapper: MetaMapper<ObjectOf<Name>>,
    options?: MetaOptions<ObjectOf<Name>>,
  ): void;
  /** Registers a role with its own capabilities. */
  role(name: string, definition: Omit<RoleDefinition, 'owner'>): void;
  /**
   * Registers a scope for API keys, application passwords and OAuth that covers several capabilities.
   * A credential limited to it has only those of the capabilities that its account has.
   *
   * ```ts
   * access.scope('acme:write', { label: 'Write recipes', capabilities: ['edit_recipes', 'publish_recipes'] });
   * ```
   * @throws HostError `scope_invalid` for a name without a colon or an empty list, `scope_exists`
   */
  scope(name: string, definition: Omit<ScopeDefinition, 'owner'>): void;
  /** Checks whether the user has a capability. Anonymous callers hold nothing. An unknown name returns false. */
  can<Name extends CapabilityName>(
    user: User | null,
    capability: Name,
    ...object: ObjectArgument<Name>
  ): Promise<boolean>;
  /** Like `can`, but also returns the missing capabilities. */
  check<Name extends CapabilityName>(
    user: User | null,
    capability: Name,
    ...object: ObjectArgument<Name>
  ): Promise<Verdict>;
  readonly explain: Access['explain'];
  /** All roles with their capabilities, in registration order. */
  readonly roles: Access['roles'];
  /** Whether a role with this name is registered. */
  readonly hasRole: Access['hasRole'];
  /** Whether a primitive capability with this name is registered. */
  readonly hasCapability: Access['hasCapability'];
}

export interface AccessOptions {
  readonly hooks: Hooks;
  /** Receives warnings about unknown capabilities, once per name. Default: a Node.js process warning. */
  readonly warn?: (message: string) => void;
}

/**
 * Creates the registry of roles and capabilities and the checks on it. Two WordPress filters apply: `map_meta_cap` to
 * the required capabilities, `user_has_cap` to the held ones.
 */
export function createAccess({ hooks, warn = (message) => process.emitWarning(message) }: AccessOptions): Access {
  const capabilities = new Map<string, CapabilityDefinition>();
  const metas = new Map<string, MetaOptions & { readonly mapper: MetaMapper; readonly owner: string }>();
  const roles = new Map<string, RoleDefinition>();
  const namedScopes = createNamedScopes();
  const warned = new Set<string>();
  /** Cache derived from the three registries. Cleared whenever one of them changes. */
  const heldByRole = new Map<string, ReadonlySet<string>>();

  for (const { name, label, capabilities: names } of DEFAULT_ROLES) {
    roles.set(name, { label, capabilities: names, owner: 'core' });
    for (const capability of [...names, ...OF_EVERY_ROLE]) {
      capabilities.set(capability, { label: labelOf(capability), roles: [], owner: 'core' });
    }
  }

  function assertCapabilityFree(name: string, owner: string): void {
    const holder = capabilities.get(name)?.owner ?? metas.get(name)?.owner;
    if (name !== DO_NOT_ALLOW && (holder === undefined || holder === owner)) return;
    throw new HostError(
      'capability_exists',
      `"${owner}" cannot register the capability "${name}": it belongs to "${holder ?? 'core'}". Choose a name with your own prefix.`,
      { capability: name },
    );
  }

  function roleCapabilities(role: string): ReadonlySet<string> {
    let granted = heldByRole.get(role);
    if (!granted) {
      const definition = roles.get(role);
      const grantedByDefault = [...capabilities].filter(([, { roles: holders = ['administrator'] }]) =>
        holders.includes(role),
      );
      const names = grantedByDefault.map(([name]) => name);
      granted = new Set(definition ? [...definition.capabilities, ...OF_EVERY_ROLE, ...names] : []);
      heldByRole.set(role, granted);
    }
    return granted;
  }

  function capabilitiesOf(user: User): ReadonlySet<string> {
    const [first, ...others] = user.roles;
    if (first === undefined) return new Set();
    if (others.length === 0) return roleCapabilities(first);
    return new Set(user.roles.flatMap((role) => [...roleCapabilities(role)]));
  }

  function isKnown(name: string): boolean {
    if (capabilities.has(name)) return true;
    if (!warned.has(name)) {
      warned.add(name);
      warn(`The capability "${name}" is not registered, so no user has it. Register it or correct the name.`);
    }
    return false;
  }

  const judge = createJudge({
    hooks,
    mapperOf: (name) => metas.get(name)?.mapper,
    isKnown,
    capabilitiesOf,
    isCovered: namedScopes.cover,
  });
  const explain = createExplain({
    hooks,
    judge,
    isRegistered: (name) => capabilities.has(name),
    mapperOwner: (name) => metas.get(name)?.owner ?? null,
    roleOwner: (name) => roles.get(name)?.owner ?? null,
    roleCapabilities,
  });

  return {
    capability(name, definition) {
      assertCapabilityFree(name, definition.owner);
      capabilities.set(name, definition);
      heldByRole.clear();
    },
    meta(name, mapper, definition) {
      assertCapabilityFree(name, definition.owner);
      // Safe cast: a mapper only receives objects of its own type.
      metas.set(name, { mapper, ...definition } as MetaOptions & { mapper: MetaMapper; owner: string });
    },
    role(name, definition) {
      const holder = roles.get(name)?.owner ?? definition.owner;
      if (holder !== definition.owner) {
        throw new HostError(
          'role_exists',
          `"${definition.owner}" cannot register the role "${name}": it belongs to "${holder}". To extend the role, add it to "roles" of your capabilities.`,
          { role: name },
        );
      }
      roles.set(name, definition);
      heldByRole.clear();
    },
    scope: namedScopes.define,
    async can(user, capability, object, scopes, memory) {
      const verdict = judge({ user, capability, object, scopes, memory });
      return (verdict instanceof Promise ? await verdict : verdict).allowed;
    },
    async check(user, capability, object, scopes, memory) {
      return judge({ user, capability, object, scopes, memory });
    },
    explain: (user, capability, object, scopes, memory) => explain({ user, capability, object, scopes, memory }),
    async load(capability, id) {
      const load = metas.get(capability)?.load;
      if (!load) throw withoutObjects(capability, metas.has(capability));
      const object = await load(id);
      if (object !== null && object !== undefined) return object;
      throw new HostError('capability_object_not_found', `"${capability}" has no object "${id}".`, { status: 404 });
    },
    hasRole: (name) => roles.has(name),
    hasCapability: (name) => capabilities.has(name),
    hasScope: (name) => capabilities.has(name) || namedScopes.has(name),
    scopes: () => [
      ...[...capabilities].map(([name, { label, owner }]) => ({ name, label, owner, capabilities: [name] })),
      ...namedScopes.list(),
    ],
    covers: namedScopes.cover,
    reader: (user, scopes) => (scopes === undefined || namedScopes.cover(scopes, 'read') ? user : null),
    roles: () =>
      [...roles].map(([name, { label, owner }]) => ({
        name,
        label,
        owner,
        capabilities: [...roleCapabilities(name)].sort(),
      })),
    capabilities: () => [
      ...[...capabilities].map(([name, { label, owner }]) => ({
        name,
        label,
        owner,
        meta: false,
        roles: [...roles.keys()].filter((role) => roleCapabilities(role).has(name)),
      })),
      ...[...metas].map(([name, { owner }]) => ({ name, label: labelOf(name), owner, meta: true, roles: [] })),
    ],
    removeOwner(owner) {
      for (const registry of [capabilities, metas, roles]) {
        for (const [name, entry] of registry) if (entry.owner === owner) registry.delete(name);
      }
      namedScopes.removeOwner(owner);
      heldByRole.clear();
    },
  };
}

function withoutObjects(capability: string, isMeta: boolean): HostError {
  return new HostError(
    'capability_without_objects',
    isMeta
      ? `"${capability}" cannot load its object by ID. Its plugin can add that: access.meta(name, mapper, { load }).`
      : `"${capability}" does not depend on an object. Leave out the object.`,
    { status: 400, capability },
  );
}

/** Turns `edit_others_posts` into `Edit others posts`. */
function labelOf(capability: string): string {
  return (capability.charAt(0).toUpperCase() + capability.slice(1)).replaceAll('_', ' ');
}
