import type { PluginContext, Site } from '../../../../index.js';
import type { PageHandler } from '../../../../pages.js';
import { digestTexts } from './compose.js';
import { DIGEST_PATH } from './profile-page.js';
import type { DigestReaders } from './readers.js';
import type { UnsubscribeLinks } from './unsubscribe.js';

/**
 * Creates the unsubscribe page.
 * The key in the link authorizes the request, without login or nonce, since mail clients post to it (RFC 8058). GET
 * changes nothing, because programs follow links too.
 */
export function createStopPage(
  { pages, site }: { readonly pages: Pick<PluginContext['pages'], 'render'>; readonly site: Site },
  { readers, links }: { readonly readers: DigestReaders; readonly links: UnsubscribeLinks },
): PageHandler {
  return async (request) => {
    if (!METHODS.has(request.method) || request.path !== '/') return null;
    const userId = links.read(request.query.key);
    const known = userId === null ? null : await readers.get(userId);
    if (userId !== null && request.method === 'POST') await readers.choose(userId, { declined: true });
    const isOver = request.method === 'POST' || known?.declined === true;
    const state = known === null ? 'invalid' : isOver ? 'stopped' : 'asked';
    const strings = digestTexts(known?.locale ?? site.locale, site.timezone);
    const action = known === null || userId === null ? '' : links.url(userId);
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
