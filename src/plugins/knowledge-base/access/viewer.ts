import { capabilityName, type HeldCapability, type PluginContext, type User } from '../../../index.js';
import type { Article } from '../article.js';
import type { AccessRule, StoredRule } from './rule.js';

/** Somebody who reads, as far as rules ask. */
export interface KbViewer {
  /** Null for strangers. */
  readonly user: User | null;
  /** Rules whose password this viewer has given. A new password is a new rule, so that old ones open nothing. */
  readonly unlocked: ReadonlySet<number>;
  /** Whether the account, and the credentials that were used, have a capability. */
  can(capability: HeldCapability): Promise<boolean>;
  /** Whether they may change an article: who may, also reads what is not published. */
  mayEdit(article: Article): Promise<boolean>;
}

/** What acts with all rights, such as the command line. */
export const SYSTEM: KbViewer = {
  user: null,
  unlocked: new Set(),
  can: async () => true,
  mayEdit: async () => true,
};

/** Somebody with an account, or a stranger, where there is no request: nothing is unlocked. */
export function viewerOfAccount(access: Pick<PluginContext['access'], 'can'>, user: User | null): KbViewer {
  return {
    user,
    unlocked: new Set(),
    can: (capability) => access.can(user, capability),
    mayEdit: (article) => access.can(user, 'edit_kb_article', article),
  };
}

/** Why a rule does not let somebody in; `ok` where it does. */
export type RuleVerdict = 'ok' | 'login' | 'role' | 'user' | 'password' | 'capability' | 'nobody';

/** What a rule says of a viewer. Strangers whom an account might help are asked to log in. */
export async function judge({ id, rule }: StoredRule, viewer: KbViewer): Promise<RuleVerdict> {
  const { user } = viewer;
  switch (rule.mode) {
    case 'public':
      return 'ok';
    case 'nobody':
      return 'nobody';
    case 'password':
      return viewer.unlocked.has(id) ? 'ok' : 'password';
    default:
      return user ? judgeAccount(rule, user, viewer) : 'login';
  }
}

async function judgeAccount(rule: AccessRule, user: User, viewer: KbViewer): Promise<RuleVerdict> {
  switch (rule.mode) {
    case 'logged_in':
      return 'ok';
    case 'roles':
      return rule.roles?.some((role) => user.roles.includes(role)) ? 'ok' : 'role';
    case 'users':
      return rule.users?.includes(user.id) ? 'ok' : 'user';
    case 'capability':
      return rule.capability !== undefined && (await viewer.can(capabilityName(rule.capability))) ? 'ok' : 'capability';
    default:
      // A mode that a newer release knows opens nothing here.
      return 'nobody';
  }
}
