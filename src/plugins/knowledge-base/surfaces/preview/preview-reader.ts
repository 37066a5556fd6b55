import type { PluginContext, User } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import { type KbViewer, type RuleVerdict, viewerOfAccount } from '../../domain/access/viewer.js';

/** A simulated reader of a certain type for previews. */
export interface PreviewReader {
  /**
   * Name of the reader.
   * `visitor`, `account`, `password`, `chosen`, `capability`, `role:` and a role's name, or `user:` and an id.
   */
  readonly value: string;
  /** Label. */
  readonly label: string;
  /** Null for anonymous visitors. */
  readonly user: User | null;
  readonly viewer: KbViewer;
  /**
   * Requirement of this article's rules that the reader meets: password, membership or capability.
   * It opens nothing else, since the current user may not know what else it would open.
   */
  readonly has: RuleVerdict | null;
}

type Access = Pick<PluginContext['access'], 'can' | 'roles'>;
type Looker = { readonly user: User | null; can(capability: 'manage_kb_access'): Promise<boolean> };

/**
 * Returns the readers that a user may preview as.
 * They are anonymous visitors and accounts without roles, the same meeting the article's rules, and roles with no
 * more access than the current user: their own, and for users who may read everything all roles without further
 * rights.
 */
export async function previewReaders(access: Access, looker: Looker, strings: Strings): Promise<PreviewReader[]> {
  const roles = access.roles();
  const own = new Set(looker.user?.roles ?? []);
  const grantedCapabilities = new Set(
    roles.filter(({ name }) => own.has(name)).flatMap(({ capabilities }) => capabilities),
  );
  const readsAll = await looker.can('manage_kb_access');
  const open = roles
    // Accounts never have ids below 0. Each reader has its own id, so that caches are not shared between them.
    .map((role, index) => ({ ...role, id: -2 - index }))
    .filter(
      ({ name, capabilities }) =>
        own.has(name) || (readsAll && capabilities.every((capability) => grantedCapabilities.has(capability))),
    );
  return [
    { value: 'visitor', label: strings.text('preview.visitor'), ...as(access, null) },
    { value: 'account', label: strings.text('preview.account'), ...as(access, previewUser(-1, [])) },
    { value: 'password', label: strings.text('preview.password'), ...as(access, null), has: 'password' },
    { value: 'chosen', label: strings.text('preview.chosen'), ...as(access, previewUser(-1, [])), has: 'user' },
    {
      value: 'capability',
      label: strings.text('preview.capability'),
      ...as(access, previewUser(-1, [])),
      has: 'capability',
    },
    ...open.map(({ id, name, label }) => ({
      value: `role:${name}`,
      label: strings.text('preview.role', { role: label }),
      ...as(access, previewUser(id, [name])),
    })),
  ];
}

/**
 * Creates a reader for an account.
 * Access rules see the account; everything else sees a user with the same roles, so that private data is not shown.
 * @param label display name
 * @returns null for an account with more rights than the current user
 */
export function accountReader(access: Access, looker: User, account: User, label: string): PreviewReader | null {
  const heldBy = ({ roles }: User): Set<string> =>
    new Set(access.roles().flatMap(({ name, capabilities }) => (roles.includes(name) ? capabilities : [])));
  const own = heldBy(looker);
  if ([...heldBy(account)].some((capability) => !own.has(capability))) return null;
  return {
    value: `user:${account.id}`,
    label,
    has: null,
    user: previewUser(-1_000_000 - account.id, account.roles),
    viewer: viewerOfAccount(access, account),
  };
}

function as(access: Access, user: User | null): Pick<PreviewReader, 'user' | 'viewer' | 'has'> {
  return { user, viewer: viewerOfAccount(access, user), has: null };
}

function previewUser(id: number, roles: string[]): User {
  return { id, login: 'preview', email: '', emailVerified: false, name: '…', roles };
}
