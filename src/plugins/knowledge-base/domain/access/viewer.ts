import { capabilityName } from '../../../../access.js';
import type { PluginContext, PrimitiveCapability, User } from '../../../../index.js';
import type { Article } from '../articles/article.js';
import type { AccessRule, StoredRule } from './rule.js';

/** Viewer as rules see them. */
export interface KbViewer {
  /** Null for anonymous visitors. */
  readonly user: User | null;
  /** Rules whose password this viewer has entered. A new password creates a new rule, so the old one stops working. */
  readonly unlocked: ReadonlySet<number>;
  /** Whether the account and the credentials in use both grant a capability. */
  can(capability: PrimitiveCapability): Promise<boolean>;
  /** Whether they may edit an article. Editors also read unpublished articles. */
  mayEdit(article: Article): Promise<boolean>;
}

/** Viewer with all permissions, e.g. the CLI. */
export const SYSTEM: KbViewer = {
  user: null,
  unlocked: new Set(),
  can: async () => true,
  mayEdit: async () => true,
};

/** Creates a viewer for a user or an anonymous visitor outside a request. Nothing is unlocked. */
export function viewerOfAccount(access: Pick<PluginContext['access'], 'can'>, user: User | null): KbViewer {
  return {
    user,
    unlocked: new Set(),
    can: (capability) => access.can(user, capability),
    mayEdit: (article) => access.can(user, 'edit_kb_article', article),
  };
}

/** Requirement of a rule that a viewer does not meet; `ok` if access is allowed. */
export type RuleVerdict = 'ok' | 'login' | 'role' | 'user' | 'password' | 'capability' | 'nobody';

/** Evaluates a rule for a viewer. Anonymous visitors are asked to sign in if an account might help. */
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
      // An unknown mode, written by a newer release, denies access.
      return 'nobody';
  }
}
