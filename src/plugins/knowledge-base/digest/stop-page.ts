import type { PageHandler, PluginContext, Site, Strings } from '../../../index.js';
import { digestTexts } from './compose.js';
import { DIGEST_PATH } from './profile-page.js';
import type { DigestReaders } from './readers.js';
import type { UnsubscribeLinks } from './unsubscribe.js';

/** What the page is rendered with. */
export interface StopDigestPage {
  strings: Strings;
  /** `invalid` for a link that is not complete. */
  state: 'asked' | 'stopped' | 'invalid';
  /** Where the form is sent. */
  action: string;
  /** Where mails can be switched on again. */
  profile: string;
}

declare module '../../../index.js' {
  interface TemplateData {
    'kb/stop-digest': StopDigestPage;
  }
}

/**
 * Where people stop digests. The key in the link is what lets them: there is no login and no nonce, since mail programs
 * post to it for people (RFC 8058). Looking at it changes nothing, because programs follow links before people do.
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
        ...{ request, strings, title: strings.text('digest.stop-title'), unframed: true },
        ...{ status: state === 'invalid' ? 404 : 200, head: { robots: 'noindex' } },
        // The key is no address to be told to others.
        headers: { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' },
      },
    );
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
