import type { Hooks } from '../../hooks/hooks.js';
import { HostError } from '../errors.js';
import type { User } from '../identity/users.js';
import type { CapabilityName } from './names.js';
import { DEFAULT_ROLES } from './roles.js';
import './hooks.js';

/** A requirement that nobody meets, whatever their roles and whatever filters say. */
export const DO_NOT_ALLOW = 'do_not_allow';

export interface CapabilityDefinition {
  /** What people read in the list of roles, e.g. `Cook recipes`. */
  readonly label: string;
  /** Roles that hold it; default the administrator. A role may be registered later. */
  readonly roles?: readonly string[];
  readonly owner: string;
}

export interface RoleDefinition {
  readonly label: string;
  readonly capabilities: readonly CapabilityName[];
  readonly owner: string;
}

/**
 * Turns "may this user do that to this object" into the primitive capabilities it takes, all of which are needed.
 * For what every signed-in user may do it returns `['read']`; to refuse, `['do_not_allow']`. Written as a method so
 * that mappers of different objects fit into one registry.
 */
export type MetaMapper<O = unknown> = {
  map(user: User, object: O): readonly string[] | Promise<readonly string[]>;
}['map'];

export interface Access {
  /** Registers a primitive capability and gives it to roles. @throws HostError `capability_exists` for another owner's name */
  capability(name: CapabilityName, definition: CapabilityDefinition): void;
  /** Registers a meta capability, which is asked about an object. @throws HostError `capability_exists` */
  meta<O>(name: CapabilityName, mapper: MetaMapper<O>, definition: { readonly owner: string }): void;
  /** Registers a role. @throws HostError `role_exists` for another owner's name */
  role(name: string, definition: RoleDefinition): void;
  /**
   * Whether the user may: every primitive capability that the mapping names is held through a role and, when the
   * credential is limited, is among its scopes. Anonymous callers hold nothing. An unknown name is a no and a warning.
   * @param scopes capabilities that the credential is limited to; `undefined` means no limit
   */
  can(user: User | null, capability: CapabilityName, object?: unknown, scopes?: readonly string[]): Promise<boolean>;
  hasRole(name: string): boolean;
  /** Whether there is such a primitive capability: what credentials can be limited to. */
  hasCapability(name: string): boolean;
  roles(): readonly { readonly name: string; readonly label: string; readonly capabilities: readonly string[] }[];
  capabilities(): readonly { readonly name: string; readonly label: string; readonly owner: string }[];
  /** Takes back everything that a plugin registered; users keep the names of its roles, which then hold nothing. */
  removeOwner(owner: string): void;
}

/** Access with a plugin as owner of what it registers. */
export interface OwnedAccess {
  capability(name: CapabilityName, definition: Omit<CapabilityDefinition, 'owner'>): void;
  meta<O>(name: CapabilityName, mapper: MetaMapper<O>): void;
  role(name: string, definition: Omit<RoleDefinition, 'owner'>): void;
  readonly can: Access['can'];
}

export interface AccessOptions {
  readonly hooks: Hooks;
  /** Receives warnings about unknown capabilities, once per name. Default: a Node process warning. */
  readonly warn?: (message: string) => void;
}

/**
 * Roles, capabilities and the one question asked of them, with WordPress's two filters: `map_meta_cap` on what is
 * needed, `user_has_cap` on what is held (host.md section 4).
 */
export function createAccess({ hooks, warn = (message) => process.emitWarning(message) }: AccessOptions): Access {
  const capabilities = new Map<string, CapabilityDefinition>();
  const metas = new Map<string, { readonly mapper: MetaMapper; readonly owner: string }>();
  const roles = new Map<string, RoleDefinition>();
  const warned = new Set<string>();
  const mapMetaCap = hooks.filter('map_meta_cap');
  const userHasCap = hooks.filter('user_has_cap');
  /** Derived from the three registries, forgotten at every change of them. */
  const heldByRole = new Map<string, ReadonlySet<string>>();

  for (const { name, label, capabilities: names } of DEFAULT_ROLES) {
    roles.set(name, { label, capabilities: names, owner: 'core' });
    for (const capability of names) {
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
    let held = heldByRole.get(role);
    if (!held) {
      const definition = roles.get(role);
      const given = [...capabilities].filter(([, { roles: holders = ['administrator'] }]) => holders.includes(role));
      held = new Set(definition ? [...definition.capabilities, ...given.map(([name]) => name)] : []);
      heldByRole.set(role, held);
    }
    return held;
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
      warn(`The capability "${name}" is not registered, so nobody has it. Register it or correct the name.`);
    }
    return false;
  }

  /** Primitive capabilities that no filter looks at need no promise: most questions are of that kind. */
  function requirementsOf(
    user: User,
    capability: string,
    object: unknown,
  ): readonly string[] | Promise<readonly string[]> {
    const mapped = metas.get(capability)?.mapper(user, object) ?? [capability];
    return mapped instanceof Promise
      ? mapped.then((names) => mapMetaCap.applyAsync(names, capability, user, object))
      : mapMetaCap.applyMaybeAsync(mapped, capability, user, object);
  }

  return {
    capability(name, definition) {
      assertCapabilityFree(name, definition.owner);
      capabilities.set(name, definition);
      heldByRole.clear();
    },
    meta(name, mapper, { owner }) {
      assertCapabilityFree(name, owner);
      metas.set(name, { mapper, owner });
    },
    role(name, definition) {
      const holder = roles.get(name)?.owner ?? definition.owner;
      if (holder !== definition.owner) {
        throw new HostError(
          'role_exists',
          `"${definition.owner}" cannot register the role "${name}": it belongs to "${holder}". To extend it, name it in the "roles" of your capabilities.`,
          { role: name },
        );
      }
      roles.set(name, definition);
      heldByRole.clear();
    },
    async can(user, capability, object, scopes) {
      if (!user) return false;
      const asked = requirementsOf(user, capability, object);
      const required = asked instanceof Promise ? await asked : asked;
      if (required.length === 0 || required.includes(DO_NOT_ALLOW)) return false;
      if (!required.every(isKnown)) return false;
      const own = capabilitiesOf(user);
      const filtered = userHasCap.applyMaybeAsync(own, required, user, object);
      const held = filtered instanceof Promise ? await filtered : filtered;
      return required.every((name) => held.has(name) && (scopes === undefined || scopes.includes(name)));
    },
    hasRole: (name) => roles.has(name),
    hasCapability: (name) => capabilities.has(name),
    roles: () =>
      [...roles].map(([name, { label }]) => ({ name, label, capabilities: [...roleCapabilities(name)].sort() })),
    capabilities: () => [...capabilities].map(([name, { label, owner }]) => ({ name, label, owner })),
    removeOwner(owner) {
      for (const registry of [capabilities, metas, roles]) {
        for (const [name, entry] of registry) if (entry.owner === owner) registry.delete(name);
      }
      heldByRole.clear();
    },
  };
}

/** `edit_others_posts` reads `Edit others posts`. */
function labelOf(capability: string): string {
  return (capability.charAt(0).toUpperCase() + capability.slice(1)).replaceAll('_', ' ');
}
