import type { Config } from '../config.js';
import { rootLinks } from '../rest/headers.js';
import type { Site } from '../site.js';
import type { Assets } from './assets.js';
import type { TemplateData } from './names.js';
import { type PageRequest, type PageResponse, page } from './router.js';
import { safeHtml } from './safe-html.js';
import { coreCatalogues } from './strings/catalogues.js';
import { createStrings, type Strings } from './strings.js';
import type { HeadData, MenuLink } from './template-data.js';
import type { Templates, TemplateVariants } from './templates.js';

/** What surrounds the template: title, metadata, language. */
export interface Frame {
  readonly request: PageRequest;
  readonly title: string;
  readonly strings: Strings;
  readonly head?: Partial<HeadData>;
  readonly variants?: TemplateVariants;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Lets the page's scripts write styles into it, for those of others that cannot do without. */
  readonly inlineStyles?: boolean;
}

/** Renders a template and sets it into the site's layout, or into our own. */
export type RenderPage = <K extends keyof TemplateData & string>(
  name: K,
  data: TemplateData[K],
  frame: Frame,
) => Promise<PageResponse>;

const CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

/**
 * Headers of every document of ours.
 * @param options.ancestors who may show it in a frame, as a source of Content-Security-Policy without its quotes
 */
export function frameHeaders(
  csp: Config['csp'],
  { inlineStyles = false, ancestors = 'self' }: { inlineStyles?: boolean; ancestors?: 'self' | 'none' } = {},
): Record<string, string> {
  const sources = inlineStyles ? CSP.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'") : CSP;
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(csp === 'own' ? { 'Content-Security-Policy': `${sources}; frame-ancestors '${ancestors}'` } : {}),
  };
}

/** Metadata of a page that has nothing to say about itself. */
export const NO_HEAD: HeadData = {
  description: null,
  canonical: null,
  robots: null,
  alternates: [],
  feeds: [],
  stylesheets: [],
  scripts: [],
  cspNonce: null,
  jsonLd: [],
};

export function createRenderPage(parts: {
  config: Config;
  site: Site;
  templates: Templates;
  assets: Assets;
  menu: (request: PageRequest, locale: string) => MenuLink[];
}): RenderPage {
  const { config, site, templates, assets } = parts;
  return async (name, data, frame) => {
    const { request, title, strings, head = {}, variants = {}, status = 200, headers = {} } = frame;
    const body = safeHtml(await templates.render(name, data, variants));
    const stylesheets = [assets.href('core/mortise.css'), ...(head.stylesheets ?? [])];
    const headHtml = safeHtml(await templates.render('core/head', { ...NO_HEAD, ...head, stylesheets }));
    const html = config.layout
      ? await config.layout({ title, head: headHtml, body, locale: strings.locale })
      : await templates.render('core/page', {
          strings: createStrings(strings.locale, coreCatalogues),
          title,
          icon: assets.href('core/icon.svg'),
          head: headHtml,
          body,
          site: { name: site.name, link: site.href('/') },
          menu: parts.menu(request, strings.locale),
          account: request.user && {
            name: request.user.name,
            link: site.href(site.admin),
            logoutLink: site.href(`${site.admin}/logout`),
          },
          loginLink: request.user ? null : loginLink(site, request),
        });
    return page(html, {
      status,
      headers: {
        ...frameHeaders(config.csp, frame),
        // What a signed-in reader sees may differ, so no shared cache may keep it.
        ...(request.user ? { 'Cache-Control': 'private, no-store' } : {}),
        Vary: 'Cookie',
        // Clients discover the REST root from any page (host.md row 34).
        Link: rootLinks({ site, compat: config.compat }),
        ...headers,
      },
    });
  };
}

/** Back to this page after the login; the login page itself needs no way to it. */
function loginLink(site: Site, request: PageRequest): string | null {
  const login = `${site.admin}/login`;
  if (request.fullPath === login) return null;
  return `${site.href(login)}?redirect_to=${encodeURIComponent(site.href(request.fullPath))}`;
}
