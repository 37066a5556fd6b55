import type { SafeHtml } from '../../../../pages.js';
import type { ContentContext } from './page-hooks.js';
import type { Visit } from './visit.js';

/** Renders what an action's callbacks add at one place of a page, in order. */
export async function echoOf(
  { request, locale }: Pick<Visit, 'request' | 'locale'>,
  fire: (context: ContentContext) => Promise<void>,
): Promise<SafeHtml[]> {
  const echoed: SafeHtml[] = [];
  await fire({ viewer: request.user, locale, echo: (html) => echoed.push(html) });
  return echoed;
}
