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
  /** Where a form of the page leads in the end, when that is another site: browsers ask for redirects too. */
  readonly formTarget?: string;
  /** Keeps the page out of frames, those of this site too, so that nobody is made to click what is not seen. */
  readonly unframed?: boolean;
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
  "frame-ancestors 'self'",
].join('; ');

/** The policy of pages, with what this one needs or does without. */
function policyOf({ inlineStyles, formTarget, unframed }: Frame): string {
  let csp = CSP;
  if (inlineStyles) csp = csp.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
  if (formTarget !== undefined) csp = csp.replace("form-action 'self'", `form-action 'self' ${sourceOf(formTarget)}`);
  return unframed ? csp.replace("frame-ancestors 'self'", "frame-ancestors 'none'") : csp;
}

/** An address as a policy can name it; IPv6 ones it cannot, only their scheme. */
function sourceOf(address: string): string {
  const { origin, protocol, hostname } = new URL(address);
  return hostname.startsWith('[') ? protocol : origin;
}

const NO_HEAD: HeadData = {
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
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        ...(config.csp === 'own' ? { 'Content-Security-Policy': policyOf(frame) } : {}),
        // Also where the site writes the policy itself.
        ...(frame.unframed ? { 'X-Frame-Options': 'DENY' } : {}),
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
