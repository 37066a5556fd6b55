import type { SafeHtml } from '../../../index.js';
import type { ContentContext } from '../hooks/page-hooks.js';
import type { Visit } from './visit.js';

/** What callbacks of an action add to a page at one place, in the order they add it. */
export async function echoOf(
  { request, locale }: Pick<Visit, 'request' | 'locale'>,
  fire: (context: ContentContext) => Promise<void>,
): Promise<SafeHtml[]> {
  const echoed: SafeHtml[] = [];
  await fire({ viewer: request.user, locale, echo: (html) => echoed.push(html) });
  return echoed;
}
