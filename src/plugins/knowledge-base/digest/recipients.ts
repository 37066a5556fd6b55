import type { PluginContext, User } from '../../../index.js';
import type { DigestPeriod } from './period.js';

type Parts = Pick<PluginContext, 'access' | 'hooks' | 'users'>;

/** Of each part of a digest what it takes to act on it. */
const CAPABILITIES = ['edit_kb_articles', 'moderate_kb_feedback', 'view_kb_stats'] as const;

const PAGE = 100;

/** Ids of users with a verified email who may act on something that a digest lists, in order. */
export async function findRecipients({ access, hooks, users }: Parts, period: DigestPeriod): Promise<number[]> {
  const acting = new Set<number>();
  const roles = access.roles().filter(({ capabilities }) => CAPABILITIES.some((name) => capabilities.includes(name)));
  for (const { name } of roles) {
    for await (const user of everybodyWith(users, name)) if (await mayAct(access, user)) acting.add(user.id);
  }
  const found = [...acting].sort((one, other) => one - other);
  const filtered = await hooks.applyFiltersAsync('vendor_kb_digest_recipients', found, period);
  return [...new Set(filtered)];
}

async function* everybodyWith(users: Pick<PluginContext['users'], 'list'>, role: string): AsyncGenerator<User> {
  for (let page = 1; ; page += 1) {
    const { users: found } = await users.list({ role, page, perPage: PAGE });
    yield* found;
    if (found.length < PAGE) return;
  }
}

/** Callbacks may take away what a role holds. */
async function mayAct(access: Pick<PluginContext['access'], 'can'>, user: User): Promise<boolean> {
  if (!user.emailVerified) return false;
  for (const capability of CAPABILITIES) if (await access.can(user, capability)) return true;
  return false;
}
