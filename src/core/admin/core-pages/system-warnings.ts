import { isLoopback } from '../../loopback.js';
import type { Site } from '../../site.js';
import type { AdminRequest } from '../admin-page.js';
import type { AdminNoticeData } from '../template-data.js';

/** Lists configuration problems. */
export function systemWarnings(
  { debug }: { readonly debug: boolean },
  site: Site,
  request: Pick<AdminRequest, 'address' | 'fullPath' | 'strings'>,
  environment: NodeJS.ProcessEnv = process.env,
): AdminNoticeData[] {
  const { text } = request.strings;
  const warnings: string[] = [];
  if (debug && environment.NODE_ENV === 'production') warnings.push(text('system.warn-debug'));
  if (!site.secure && !isLoopback(new URL(site.origin).hostname))
    warnings.push(text('system.warn-insecure', { url: site.origin }));
  const expected = site.url(request.fullPath);
  const actual = addressOf(request);
  if (actual !== null && actual !== expected) warnings.push(text('system.warn-url', { expected, actual }));
  return warnings.map((warning) => ({ kind: 'warning', text: warning, link: null }));
}

/** URL of the page as the visitor's browser sent it. */
function addressOf({ address }: Pick<AdminRequest, 'address'>): string | null {
  return address === null ? null : `${address.secure ? 'https' : 'http'}://${address.host}${address.path}`;
}
