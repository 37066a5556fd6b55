import { HostError } from '../../errors.js';
import type { Query } from '../../http/query.js';
import { isFromOwnPage } from '../../pages/own-origin.js';
import type { PageRequest } from '../../pages/router.js';
import type { LocalizedSite } from '../../texts/localized-site.js';
import { stringsOf } from './parts.js';

/**
 * Reads a form that was posted from one of the host's own pages.
 * @param action nonce action, or a function that derives it from the fields
 * @param options see `isFromOwnPage`
 * @throws HostError `form_cross_site`, `form_expired` (403)
 */
export async function readOwnForm(
  site: LocalizedSite,
  request: PageRequest,
  action: string | ((form: Query) => string),
  { allowsNullOrigin = false } = {},
): Promise<Query> {
  const form = await request.readForm();
  if (!isFromOwnPage(site, request, { allowsNullOrigin })) {
    throw new HostError('form_cross_site', stringsOf(site).text('form.cross-site'), { status: 403 });
  }
  if (!request.verifyNonce(form.nonce, typeof action === 'string' ? action : action(form))) {
    throw new HostError('form_expired', stringsOf(site).text('form.expired'), { status: 403 });
  }
  return form;
}

/** Returns a field with a single value. Anything else counts as empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
