import type { PluginContext, Strings, User } from '../../../index.js';
import { type KbViewer, type RuleVerdict, viewerOfAccount } from '../access/viewer.js';

/** Somebody as whom a preview is shown: nobody in particular, but of a kind. */
export interface PreviewReader {
  /** `visitor`, `account`, `password`, `chosen`, `capability`, `role:` and the name of a role, or `user:` and an id. */
  readonly value: string;
  /** In words. */
  readonly label: string;
  /** Null for strangers. */
  readonly user: User | null;
  readonly viewer: KbViewer;
  /**
   * What the rules of this article ask for and this reader has: its password, being one of its people, its capability.
   * It opens nothing else: whoever looks may not know what the same password or capability opens besides.
   */
  readonly has: RuleVerdict | null;
}

type Access = Pick<PluginContext['access'], 'can' | 'roles'>;
type Looker = { readonly user: User | null; can(capability: 'manage_kb_access'): Promise<boolean> };

/**
 * The kinds of readers as whom somebody may look at a text: strangers and accounts without a role, the same with what its
 * rules ask for, and those roles that see nothing which is kept from whoever looks. These are their own, and for those who may read everything all that may do no more.
 */
export async function previewReaders(access: Access, looker: Looker, strings: Strings): Promise<PreviewReader[]> {
  const roles = access.roles();
  const own = new Set(looker.user?.roles ?? []);
  const held = new Set(roles.filter(({ name }) => own.has(name)).flatMap(({ capabilities }) => capabilities));
  const readsAll = await looker.can('manage_kb_access');
  const open = roles
    // No account has an id below 0, and each kind has one of its own: what is kept for one is not shown to another.
    .map((role, index) => ({ ...role, id: -2 - index }))
    .filter(({ name, capabilities }) => own.has(name) || (readsAll && capabilities.every((one) => held.has(one))));
  return [
    { value: 'visitor', label: strings.text('preview.visitor'), ...as(access, null) },
    { value: 'account', label: strings.text('preview.account'), ...as(access, somebody(-1, [])) },
    { value: 'password', label: strings.text('preview.password'), ...as(access, null), has: 'password' },
    { value: 'chosen', label: strings.text('preview.chosen'), ...as(access, somebody(-1, [])), has: 'user' },
    {
      value: 'capability',
      label: strings.text('preview.capability'),
      ...as(access, somebody(-1, [])),
      has: 'capability',
    },
    ...open.map(({ id, name, label }) => ({
      value: `role:${name}`,
      label: strings.text('preview.role', { role: label }),
      ...as(access, somebody(id, [name])),
    })),
  ];
}

/**
 * An account as whom somebody may look at pages. Rules see who it is; whatever else makes the page is told of somebody with
 * the same roles, so that nobody's own things are shown to others.
 * @param label it in words
 * @returns null for an account that may do more than whoever looks
 */
export function accountReader(access: Access, looker: User, account: User, label: string): PreviewReader | null {
  const heldBy = ({ roles }: User): Set<string> =>
    new Set(access.roles().flatMap(({ name, capabilities }) => (roles.includes(name) ? capabilities : [])));
  const own = heldBy(looker);
  if ([...heldBy(account)].some((capability) => !own.has(capability))) return null;
  return {
    ...{ value: `user:${account.id}`, label, has: null },
    user: somebody(-1_000_000 - account.id, account.roles),
    viewer: viewerOfAccount(access, account),
  };
}

function as(access: Access, user: User | null): Pick<PreviewReader, 'user' | 'viewer' | 'has'> {
  return { user, viewer: viewerOfAccount(access, user), has: null };
}

function somebody(id: number, roles: string[]): User {
  return { id, login: 'preview', email: '', emailVerified: false, name: '…', roles };
}
