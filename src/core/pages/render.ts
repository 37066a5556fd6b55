import { safeHtml } from '../html/safe-html.js';
import { CONFIRM_EMAIL_PATH, LOGIN_PATH, LOST_PASSWORD_PATH, RESET_PASSWORD_PATH } from '../identity/login-paths.js';
import { rootLinks } from '../rest/headers.js';
import type { TemplateData } from '../templates/names.js';
import type { Strings } from '../templates/strings.js';
import type { HeadData, MenuLink } from '../templates/template-data.js';
import type { Templates, TemplateVariants } from '../templates/templates.js';
import { coreCatalogues } from '../texts/core-catalogues.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { Assets } from './assets.js';
import { type CspOption, createCsp } from './csp.js';
import type { Layout } from './layout.js';
import type { LoginLinks } from './login-links.js';
import { type PageRequest, type PageResponse, page } from './router.js';

/** Everything around a page's template: title, metadata, language. */
export interface Frame {
  readonly request: PageRequest;
  readonly title: string;
  readonly strings: Strings;
  readonly head?: Partial<HeadData>;
  readonly variants?: TemplateVariants;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Allows inline styles, for third-party scripts that need them. */
  readonly inlineStyles?: boolean;
  /** URL on another site that a form of the page redirects to. Browsers apply `form-action` to redirects too. */
  readonly formTarget?: string;
  /** Forbids framing, even by this site, to prevent clickjacking. */
  readonly unframed?: boolean;
}

/** Renders a template in the site's layout, or in ours. */
export type RenderPage = <K extends keyof TemplateData & string>(
  name: K,
  data: TemplateData[K],
  frame: Frame,
) => Promise<PageResponse>;

/** Default metadata of a page. */
export const NO_HEAD: HeadData = {
  description: null,
  canonical: null,
  robots: null,
  alternates: [],
  feeds: [],
  stylesheets: [],
  scripts: [],
  modules: null,
  cspNonce: null,
  jsonLd: [],
  markup: [],
};

/** Host options that affect the response of a page. */
export interface RenderConfig {
  readonly csp: CspOption;
  readonly layout?: Layout;
  readonly compat: 'wp' | 'off';
}

export function createRenderPage(parts: {
  config: RenderConfig;
  site: LocalizedSite;
  templates: Templates;
  assets: Assets;
  login: LoginLinks;
  menu: (request: PageRequest, locale: string) => MenuLink[];
}): RenderPage {
  const { config, site, templates, assets, login } = parts;
  const createPolicy = createCsp(config.csp);
  return async (name, data, frame) => {
    const { request, title, strings, head = {}, variants = {}, status = 200, headers = {} } = frame;
    const { nonce, policy } = createPolicy(frame);
    const { user } = request;
    const body = safeHtml(await templates.render(name, data, variants));
    const stylesheets = [assets.href('core/mortise.css'), ...(head.stylesheets ?? [])];
    const headHtml = safeHtml(
      await templates.render('core/head', { ...NO_HEAD, cspNonce: nonce, ...head, stylesheets }),
    );
    const html = config.layout
      ? await config.layout({
          title,
          head: headHtml,
          body,
          locale: strings.locale,
          user: user && { id: user.id, name: user.name, roles: user.roles },
          nonce,
        })
      : await templates.render('core/page', {
          strings: site.strings(strings.locale, coreCatalogues),
          title,
          icon: assets.href('core/icon.svg'),
          head: headHtml,
          body,
          site: { name: site.name, link: site.href('/') },
          menu: parts.menu(request, strings.locale),
          account: user && {
            name: user.name,
            link: login.account,
            logoutLink: login.logOut(request.identity, afterLogOut(site, request)),
          },
          loginLink: user ? null : loginLink(site, login, request),
        });
    return page(html, {
      status,
      headers: {
        ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
        // Set even if the site sends its own policy.
        ...(frame.unframed ? { 'X-Frame-Options': 'DENY' } : {}),
        // Responses may differ for authenticated users, and for API keys without a user, so shared caches must not
        // store them.
        ...(request.identity ? { 'Cache-Control': 'private, no-store' } : {}),
        Vary: 'Cookie',
        // Clients discover the REST root from any page.
        Link: rootLinks({ site, compat: config.compat }),
        ...headers,
      },
    });
  };
}

/** Returns here after the login, except on the login pages themselves, which have their own return URL. */
function loginLink(site: LocalizedSite, login: LoginLinks, request: PageRequest): string | null {
  const around = [LOGIN_PATH, LOST_PASSWORD_PATH, RESET_PASSWORD_PATH, CONFIRM_EMAIL_PATH];
  if (around.some((path) => request.fullPath === site.admin + path)) return null;
  return login.logIn(site.href(request.fullPath));
}

/** Returns here after the logout, except on admin pages, which would ask for a login. */
function afterLogOut(site: LocalizedSite, { fullPath }: PageRequest): string {
  const isAdmin = fullPath === site.admin || fullPath.startsWith(`${site.admin}/`);
  return site.href(isAdmin ? '/' : fullPath);
}
