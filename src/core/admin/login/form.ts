import { HostError } from '../../errors.js';
import type { PageRequest } from '../../pages/router.js';
import type { Query } from '../../rest/query.js';
import type { Site } from '../../site.js';
import { stringsOf } from './parts.js';

/**
 * The fields of a form of ours, posted from a page of ours. Visitors have no session to bind a nonce to, so the
 * browser's own word on where the form comes from is asked as well.
 * @param options.allowsNullOrigin for pages that ask for no referrer, of which browsers do not name the origin either;
 *   their nonce has to be one that nobody else can get
 * @throws HostError `login_cross_site`, `form_expired` (403)
 */
export async function readOwnForm(
  site: Site,
  request: PageRequest,
  action: string,
  { allowsNullOrigin = false } = {},
): Promise<Query> {
  const form = await request.readForm();
  const isUnnamed = allowsNullOrigin && request.headers.origin === 'null';
  if (isCrossSite(request) || (!isUnnamed && isForeign(site, request))) {
    throw new HostError('login_cross_site', stringsOf(site).text('form.cross-site'), { status: 403 });
  }
  if (!request.verifyNonce(form.nonce, action)) {
    throw new HostError('form_expired', stringsOf(site).text('form.expired'), { status: 403 });
  }
  return form;
}

function isCrossSite({ headers }: PageRequest): boolean {
  return headers['sec-fetch-site'] === 'cross-site';
}

function isForeign(site: Site, { headers: { origin, host } }: PageRequest): boolean {
  return origin !== undefined && origin !== site.origin && !origin.endsWith(`://${host}`);
}

/** A field that was filled in once; everything else is as good as empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
