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

/** What surrounds the content of one page. */
export interface AdminView {
  readonly request: PageRequest;
  readonly strings: Strings;
  /** Null for pages that say what went wrong. */
  readonly page: RegisteredAdminPage | null;
  readonly heading: AdminHeading;
  /** Default 200. */
  readonly status?: number;
  /** A form was sent and could not be accepted. */
  readonly isRefused?: boolean;
  /** Of this page, besides the one that a form left behind. */
  readonly notices?: readonly AdminNoticeData[];
  /** What a form has made and nothing will show again. */
  readonly secret?: IssuedSecret | null;
}

/** Sets a template into the frame of the admin area. */
export type RenderAdmin = (template: string, data: object, view: AdminView) => Promise<PageResponse>;

/**
 * The frame of the admin area: it is our own even where the site has a layout, since a shop's header is not what
 * anybody expects around its administration. Nothing may frame it and nothing may store it.
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
    { request, strings, page: shown, heading, status = 200, isRefused = false, notices = [], secret = null },
  ) => {
    const title = heading.title ?? localText(shown?.title ?? '', strings.locale, strings);
    // A page that says something else, or that nobody sees, leaves the notice to the next one.
    const showsFlash = status < 400 && request.method === 'GET' && request.cookies.has(flashCookieName(site.secure));
    const flash = showsFlash ? readFlash(request, site.secure) : null;
    const { nonce, policy } = createPolicy({ ...shown?.policy, unframed: true, request });
    // What is read out first says at once that the form came back.
    const tabTitle = isRefused ? strings.text('admin.error-title', { title }) : title;
    // Which data a template gets was checked where the page was declared; here the names are only text.
    const body = safeHtml(await templates.render(template as never, data as never));
    const head = safeHtml(
      await templates.render('core/head', {
        ...NO_HEAD,
        cspNonce: nonce,
        robots: 'noindex',
        stylesheets: ['core/mortise.css', 'core/admin.css', ...(shown?.stylesheets ?? [])].map(assets.href),
        scripts: ['core/admin.js', ...(shown?.scripts ?? [])].map(assets.href),
        modules: modulesOf(shown, assets),
      }),
    );
    const html = await templates.render('core/admin/frame', {
      strings,
      title: `${tabTitle} · ${site.name}`,
      icon: assets.href('core/icon.svg'),
      head,
      body,
      wholeWindow: shown?.wholeWindow ?? false,
      site: { label: site.name, link: site.href('/') },
      home: { label: strings.text('admin.title'), link: link('/') },
      menu: await menuOf({ registry, request, strings, current: shown, link }),
      account: await accountOf(request),
      breadcrumbs: shown ? breadcrumbsOf({ registry, strings, link }, shown, title) : [],
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

/** Null where nothing is imported by name. */
function modulesOf(page: RegisteredAdminPage | null, assets: Assets): HeadData['modules'] {
  if (!page?.modules) return null;
  const imports = Object.entries(page.modules).map(([name, asset]) => [name, assets.href(asset)]);
  return safeJson({ imports: Object.fromEntries(imports) });
}

/** For every answer below `/admin`, downloads and redirects included. */
export const ADMIN_HEADERS = {
  'Cache-Control': 'private, no-store',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
  Vary: 'Cookie',
} as const;
