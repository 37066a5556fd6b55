import type { PluginContext, User } from '../../../../index.js';
import type { JobQueue } from '../../../../services.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { WORK_PATH, type Worker } from '../admin/work-queue/scope.js';
import { adminUrl, collectDigest } from './collect.js';
import { composeDigest, digestTexts } from './compose.js';
import { type DigestPeriod, digestCron, periodOf } from './period.js';
import type { DigestReaders } from './readers.js';
import type { UnsubscribeLinks } from './unsubscribe.js';

type Parts = Pick<
  PluginContext,
  'access' | 'db' | 'hooks' | 'jobs' | 'log' | 'mail' | 'settings' | 'templates' | 'users'
>;

interface DigestJob {
  readonly user: number;
  /** End of the period. */
  readonly until: string;
}

const ATTEMPTS = 6;

const BACKOFF = 60_000;

/**
 * Schedules the digests.
 * The schedule starts once across processes and adds a job per user. An email is attempted at most once per period:
 * after a crash during delivery it is unknown whether it was sent, so it is not repeated, and the next digest starts
 * at the end of the last confirmed one.
 */
export function scheduleDigests(
  parts: Parts,
  kb: KnowledgeBase,
  { readers, links }: { readonly readers: DigestReaders; readonly links: UnsubscribeLinks },
): void {
  const { access, db, hooks, jobs, log, mail, settings, users } = parts;

  const queue: JobQueue<DigestJob> = jobs.define<DigestJob, void>({
    name: 'kb_digest_mail',
    title: 'Knowledge base: email the digest to one user',
    attempts: ATTEMPTS,
    backoff: BACKOFF,
    run: ({ payload }) => deliver(payload.user, new Date(payload.until)),
  });

  jobs.schedule({
    name: 'kb_digest',
    title: 'Knowledge base: email digests',
    cron: async () => digestCron(await settings.get('knowledge-base')),
    overlap: false,
    async run({ slot }) {
      const { digest } = await settings.get('knowledge-base');
      if (digest === 'off') return;
      const ids = await findRecipients(parts, periodOf(slot, null, digest));
      await db.transaction(async () => {
        for (const user of ids) {
          await queue.add({ user, until: slot.toISOString() }, { key: `digest:${slot.toISOString()}:${user}` });
        }
      });
    },
  });

  async function deliver(id: number, until: Date): Promise<void> {
    const [user, choice, { digest }] = await Promise.all([
      users.get(id),
      readers.get(id),
      settings.get('knowledge-base'),
    ]);
    if (!user?.emailVerified || choice.declined || digest === 'off') return;
    if (choice.begun !== null && choice.begun >= until) return;
    const strings = digestTexts(choice.locale ?? kb.site.locale, kb.site.timezone);
    const period = periodOf(until, choice.sentUntil, digest);
    const own = await collectDigest({ kb, worker: workerOf(user), period, strings });
    const sections = await hooks.applyFiltersAsync('vendor_kb_digest_sections', own, user, period);
    const filled = sections.filter(({ total }) => total > 0);
    if (filled.length === 0) return tellNothing(id, period);
    const message = await composeDigest(parts, {
      user,
      strings,
      period,
      siteName: kb.site.name,
      sections: filled,
      work: adminUrl(kb, WORK_PATH),
      stop: links.url(id),
    });
    if (!(await readers.begin(id, period))) return;
    try {
      await mail.send(message);
    } catch (error) {
      log.warn({ err: error, user: id }, 'A digest could not be sent');
      await readers.giveBack(id, until, choice.begun);
      throw error;
    }
    await readers.markSent(id, until);
  }

  async function tellNothing(id: number, period: DigestPeriod): Promise<void> {
    if (await readers.begin(id, period)) await readers.markSent(id, period.until);
  }

  function workerOf(user: User): Worker {
    const can: Worker['can'] = (capability, ...object) => access.can(user, capability, ...object);
    return { user, reader: user, cookies: new Map(), can };
  }
}

type RecipientParts = Pick<PluginContext, 'access' | 'hooks' | 'users'>;

/** Capabilities of which a recipient needs at least one to act on a digest. */
const CAPABILITIES = ['edit_kb_articles', 'moderate_kb_feedback', 'view_kb_stats'] as const;

const PAGE = 100;

/** Returns ids, in order, of users with a verified email who may act on something in a digest. */
async function findRecipients({ access, hooks, users }: RecipientParts, period: DigestPeriod): Promise<number[]> {
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
