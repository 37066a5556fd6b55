import type { OwnedHooks } from '../../../../hooks.js';
import type { PluginContext, Site } from '../../../../index.js';
import type { PageHandler } from '../../../../pages.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { digestTexts } from './compose.js';
import { scheduleDigests } from './digests.js';
import { DIGEST_PATH, registerDigestChoice } from './profile-page.js';
import { createDigestReaders, type DigestReaders } from './readers.js';
import { createUnsubscribeLinks, type UnsubscribeLinks } from './unsubscribe.js';

/** Registers the digest email, its schedule and its unsubscribe page. @param path path of the knowledge base */
export function registerDigests(context: PluginContext, kb: KnowledgeBase, path: string): void {
  // No category or article can have this path.
  const stopPath = `${path}/-/digest`;
  const readers = createDigestReaders(context.db);
  const links = createUnsubscribeLinks(context, stopPath);
  scheduleDigests(context, kb, { readers, links });
  context.pages.mount(stopPath, createStopPage(context, { readers, links }));
  registerDigestChoice(context, readers);
  registerDigestPrivacy(context.hooks, readers);
}

const DIGESTS = { name: 'knowledge-base/digests', label: 'Knowledge base emails' };

const REFUSAL_STAYS = 'Unsubscribed users stay unsubscribed while their account exists.';

/** Registers export and erasure of digest data, and its deletion with the account. */
function registerDigestPrivacy(hooks: OwnedHooks, readers: Pick<DigestReaders, 'stored' | 'forget'>): void {
  hooks.addFilter('privacy_export', async (groups, { user }) => {
    const stored = user && (await readers.stored(user.id));
    if (!stored) return [...groups, { ...DIGESTS, records: [] }];
    const { declined, locale, sentUntil: lastDigest } = stored;
    return [...groups, { ...DIGESTS, records: [{ declined, locale, told_until: lastDigest?.toISOString() ?? null }] }];
  });
  hooks.addFilter('privacy_erase', async (erasures, { user }, { dryRun }) => {
    const stored = user && (await readers.stored(user.id));
    if (!stored) return erasures;
    if (stored.declined) return [...erasures, { ...DIGESTS, count: 1, outcome: 'kept', reason: REFUSAL_STAYS }];
    if (!dryRun) await readers.forget(user.id);
    return [...erasures, { ...DIGESTS, count: 1, outcome: 'erased', reason: null }];
  });
  hooks.addAction('user_deleted', ({ id }) => readers.forget(id));
}

/**
 * Creates the unsubscribe page.
 * The key in the link authorizes the request, without login or nonce, since mail clients post to it (RFC 8058). GET
 * changes nothing, because programs follow links too.
 */
function createStopPage(
  { pages, site }: { readonly pages: Pick<PluginContext['pages'], 'render'>; readonly site: Site },
  { readers, links }: { readonly readers: DigestReaders; readonly links: UnsubscribeLinks },
): PageHandler {
  return async (request) => {
    if (!METHODS.has(request.method) || request.path !== '/') return null;
    const userId = links.read(request.query.key);
    const user = userId === null ? null : await readers.get(userId);
    if (userId !== null && request.method === 'POST') await readers.choose(userId, { declined: true });
    const isOver = request.method === 'POST' || user?.declined === true;
    const state = user === null ? 'invalid' : isOver ? 'stopped' : 'asked';
    const strings = digestTexts(user?.locale ?? site.locale, site.timezone);
    const action = user === null || userId === null ? '' : links.url(userId);
    return pages.render(
      'kb/stop-digest',
      { strings, state, action, profile: site.href(site.admin + DIGEST_PATH) },
      {
        request,
        strings,
        title: strings.text('digest.stop-title'),
        unframed: true,
        status: state === 'invalid' ? 404 : 200,
        head: { robots: 'noindex' },
        // The key must not leak through the referrer.
        headers: { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' },
      },
    );
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
