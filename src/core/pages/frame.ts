import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import { packageFile } from '../package-file.js';
import { createTemplates, type Templates } from '../templates/templates.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import { type Assets, createAssets } from './assets.js';
import { createLoginLinks, type LoginLinks, type LoginOptions } from './login-links.js';
import { createRenderPage, type RenderConfig, type RenderPage } from './render.js';
import { createPages, type Pages } from './router.js';

/** Shared parts of all pages of a host. */
export interface PageFrame {
  readonly templates: Templates;
  readonly assets: Assets;
  readonly pages: Pages;
  readonly links: LoginLinks;
  readonly render: RenderPage;
}

/** Host options that affect pages. */
export interface PageConfig extends RenderConfig {
  readonly debug: boolean;
  readonly templates?: string | URL;
  readonly theme?: string;
  readonly login?: LoginOptions;
}

export function createPageFrame({
  config,
  site,
  hooks,
  log,
}: {
  config: PageConfig;
  site: LocalizedSite;
  hooks: Hooks;
  log: Logger;
}): PageFrame {
  /** Files whose errors were logged. A broken file on a popular page would flood the log. */
  const reported = new Set<string>();
  const templates = createTemplates({
    strict: config.debug,
    ...(config.templates ? { siteFolder: String(config.templates) } : {}),
    ...(config.theme ? { theme: config.theme } : {}),
    onFallback(fault, { file, instead }) {
      if (reported.has(file)) return;
      reported.add(file);
      log.error(
        { err: fault, template: fault.data.template, file, instead },
        'A template failed; its fallback is used until it is fixed. This is logged once',
      );
    },
    locations: (locations, template, data) => hooks.applyFilters('template_locations', locations, template, data),
  });
  const assets = createAssets(site);
  assets.add('core', packageFile('templates/core/assets/'), 'core');
  // Created by the build, which tests and the command line of a clone run as well.
  assets.add('rapidoc', packageFile('dist/rapidoc/'), 'core');
  assets.add('editor', packageFile('dist/editor/'), 'core', { together: true });
  const pages = createPages();
  const links = createLoginLinks(site, config.login);
  const render = createRenderPage({
    config,
    site,
    templates,
    assets,
    login: links,
    menu: (request, locale) =>
      pages.menu(locale).map(({ path, label }) => ({
        label,
        link: site.href(path),
        current: request.fullPath === path || request.fullPath.startsWith(`${path}/`),
      })),
  });
  return { templates, assets, pages, links, render };
}
