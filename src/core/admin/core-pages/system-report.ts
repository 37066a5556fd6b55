import { isLoopback } from '../../loopback.js';
import type { Site } from '../../site.js';
import type { AdminRequest } from '../admin-page.js';
import type { AdminNoticeData, AdminSystemData } from '../template-data.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';
import { type SystemFactsParts, systemFacts } from './system-facts.js';

const TEXT_PATH = '/system/report.txt';

/** Registers the system report, as a page and as a text file. */
export function registerSystemReport(area: CoreArea, parts: SystemFactsParts & Pick<CorePagesParts, 'site'>): void {
  const common = {
    title: 'system.title',
    capability: 'manage_options',
    template: 'core/admin/system',
  } as const;
  area.page({
    ...common,
    path: '/system',
    icon: 'report',
    section: 'site',
    order: 90,
    lead: 'system.lead',
    async load(request) {
      const { strings, link } = request;
      const sections = await systemFacts(parts, strings);
      return {
        strings,
        warnings: systemWarnings(parts.config, parts.site, request),
        sections,
        text: textOf(sections),
        downloadLink: link(TEXT_PATH),
      };
    },
  });
  area.page({
    ...common,
    path: TEXT_PATH,
    parent: '/system',
    async load({ strings }) {
      const headers = {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': 'attachment; filename="system-report.txt"',
        'X-Content-Type-Options': 'nosniff',
      };
      return { status: 200, headers, body: textOf(await systemFacts(parts, strings)) };
    },
  });
  area.notice((request) => {
    const [first] = systemWarnings(parts.config, parts.site, request);
    if (!first) return null;
    const link = { label: request.texts.text('system.title'), link: request.link('/system') };
    return { kind: first.kind, text: first.text, link };
  });
}

function textOf(sections: AdminSystemData['sections']): string {
  return `${sections
    .map(({ title, rows }) => [`# ${title}`, ...rows.map(({ term, text }) => `${term}: ${text}`)].join('\n'))
    .join('\n\n')}\n`;
}

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
