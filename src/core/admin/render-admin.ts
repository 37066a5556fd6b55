import { safeHtml, safeJson } from '../html/safe-html.js';
import type { Assets } from '../pages/assets.js';
import { type CspOption, createCsp } from '../pages/csp.js';
import type { LoginLinks } from '../pages/login-links.js';
import { NO_HEAD } from '../pages/render.js';
import { type PageRequest, type PageResponse, page } from '../pages/router.js';
import type { Site } from '../site.js';
import { localText, type Strings } from '../templates/strings.js';
import type { HeadData } from '../templates/template-data.js';
import type { Templates } from '../templates/templates.js';
import type { AdminHeading, IssuedSecret, RegisteredAdminPage } from './admin-page.js';
import { expiredFlashCookie, flashCookieName, readFlash } from './flash.js';
import { breadcrumbsOf, maySee, menuOf } from './menu.js';
import type { AdminRegistry } from './registry.js';
import type { AdminNoticeData } from './template-data.js';

export interface AdminRenderParts {
  readonly config: { readonly csp: CspOption };
  readonly site: Site;
  readonly links: LoginLinks;
  readonly templates: Templates;
  readonly assets: Assets;
  readonly registry: AdminRegistry;
}

/** Page options for the admin layout. */
export interface AdminView {
  readonly request: PageRequest;
  readonly strings: Strings;
  /** Null for error pages. */
  readonly page: RegisteredAdminPage | null;
  readonly heading: AdminHeading;
  /** HTTP status. Default: 200. */
  readonly status?: number;
  /** Whether a submitted form was rejected. */
  readonly isRefused?: boolean;
  /** Notices of this page, in addition to the one from a form. */
  readonly notices?: readonly AdminNoticeData[];
  /** Secret that a form created and that is shown only once. */
  readonly secret?: IssuedSecret | null;
}

/** Renders a template inside the admin layout. */
export type RenderAdmin = (template: string, data: object, view: AdminView) => Promise<PageResponse>;

/**
 * Creates the renderer of the admin layout.
 * The layout is the host's own even if the site has one: a shop's header does not belong around its administration.
 * Pages must be neither framed nor cached.
 */
export function createRenderAdmin({ config, site, links, templates, assets, registry }: AdminRenderParts): RenderAdmin {
  const createPolicy = createCsp(config.csp);
  const link = (path: string): string => site.href(path === '/' ? site.admin : site.admin + path);

  async function accountOf(
    request: PageRequest,
  ): Promise<{ name: string; link: string | null; logoutLink: string | null }> {
    const profile = registry.match('/profile')?.page;
    const hasProfile = profile !== undefined && (await maySee(profile, request));
    return {
      name: request.user?.name ?? '',
      link: hasProfile ? link('/profile') : null,
      logoutLink: links.logOut(request.identity, site.href('/')),
    };
  }

  return async (
    template,
    data,
    { request, strings, page: pageTemplate, heading, status = 200, isRefused = false, notices = [], secret = null },
  ) => {
    const title = heading.title ?? localText(pageTemplate?.title ?? '', strings.locale, strings);
    // Error pages and other methods than GET leave the notice for the next page.
    const showsFlash = status < 400 && request.method === 'GET' && request.cookies.has(flashCookieName(site.secure));
    const flash = showsFlash ? readFlash(request, site.secure) : null;
    const { nonce, policy } = createPolicy({ ...pageTemplate?.policy, unframed: true, request });
    // Screen readers read the title first, so it says that the form was rejected.
    const tabTitle = isRefused ? strings.text('admin.error-title', { title }) : title;
    // Safe casts: the data was checked against its template where the page was declared.
    const body = safeHtml(await templates.render(template as never, data as never));
    const head = safeHtml(
      await templates.render('core/head', {
        ...NO_HEAD,
        cspNonce: nonce,
        robots: 'noindex',
        stylesheets: ['core/mortise.css', 'core/admin.css', ...(pageTemplate?.stylesheets ?? [])].map(assets.href),
        scripts: ['core/admin.js', ...(pageTemplate?.scripts ?? [])].map(assets.href),
        modules: modulesOf(pageTemplate, assets),
      }),
    );
    const html = await templates.render('core/admin/frame', {
      strings,
      title: `${tabTitle} · ${site.name}`,
      icon: assets.href('core/icon.svg'),
      head,
      body,
      wholeWindow: pageTemplate?.wholeWindow ?? false,
      site: { label: site.name, link: site.href('/') },
      home: { label: strings.text('admin.title'), link: link('/') },
      menu: await menuOf({ registry, request, strings, current: pageTemplate, link }),
      account: await accountOf(request),
      breadcrumbs: pageTemplate ? breadcrumbsOf({ registry, strings, link }, pageTemplate, title) : [],
      heading: {
        title,
        lead: heading.lead ?? null,
        actions: (heading.actions ?? []).map(({ primary = false, ...action }) => ({ ...action, primary })),
      },
      notices: [...(flash ? [{ ...flash, link: null }] : []), ...notices],
      secret: secret && { ...secret },
    });
    const cookies: Record<string, string> = showsFlash ? { 'Set-Cookie': expiredFlashCookie(site.secure) } : {};
    return page(html, {
      status,
      headers: {
        ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
        ...ADMIN_HEADERS,
        ...cookies,
      },
    });
  };
}

/** Builds the import map, or null if the page imports no modules. */
function modulesOf(page: RegisteredAdminPage | null, assets: Assets): HeadData['modules'] {
  if (!page?.modules) return null;
  const imports = Object.entries(page.modules).map(([name, asset]) => [name, assets.href(asset)]);
  return safeJson({ imports: Object.fromEntries(imports) });
}

/** Headers of every response below `/admin`, including downloads and redirects. */
export const ADMIN_HEADERS = {
  'Cache-Control': 'private, no-store',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
  Vary: 'Cookie',
} as const;
