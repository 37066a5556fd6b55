import type { PluginContext, User } from '../../../../index.js';
import type { DigestPeriod } from './period.js';

type Parts = Pick<PluginContext, 'access' | 'hooks' | 'users'>;

/** Capabilities of which a recipient needs at least one to act on a digest. */
const CAPABILITIES = ['edit_kb_articles', 'moderate_kb_feedback', 'view_kb_stats'] as const;

const PAGE = 100;

/** Returns ids, in order, of users with a verified email who may act on something in a digest. */
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

/** Tells whether the user has a verified email and may act. Callbacks may revoke what a role grants. */
async function mayAct(access: Pick<PluginContext['access'], 'can'>, user: User): Promise<boolean> {
  if (!user.emailVerified) return false;
  for (const capability of CAPABILITIES) if (await access.can(user, capability)) return true;
  return false;
}
