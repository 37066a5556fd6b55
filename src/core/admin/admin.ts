import type { Logger } from 'pino';
import type { Access } from '../access/capabilities.js';
import type { Database } from '../database/database.js';
import type { Assets } from '../pages/assets.js';
import type { LoginLinks } from '../pages/login-links.js';
import type { PageHandler } from '../pages/router.js';
import type { Templates } from '../templates/templates.js';
import { coreCatalogues } from '../texts/core-catalogues.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import { createAdminArea } from './area.js';
import { createArea } from './plugin-area.js';
import { type AdminRegistry, createAdminRegistry, type OwnedAdmin } from './registry.js';
import { type AdminRenderParts, createRenderAdmin } from './render-admin.js';

/** Admin area of a host. */
export interface Admin extends AdminRegistry {
  /** Handles its pages, for signed-in users. */
  readonly area: PageHandler;
  /** Returns the registry bound to an owner. */
  forOwner(owner: string): OwnedAdmin;
}

export function createAdmin(parts: {
  config: AdminRenderParts['config'] & { readonly log: Logger; readonly debug: boolean };
  site: LocalizedSite;
  links: LoginLinks;
  templates: Templates;
  assets: Assets;
  access: Access;
  db: Database;
}): Admin {
  const { config, site, links, access } = parts;
  const registry = createAdminRegistry();
  const { log, debug } = config;
  const render = createRenderAdmin({ ...parts, registry });
  const strings = site.strings(site.locale, coreCatalogues);
  return {
    ...registry,
    area: createAdminArea({ site, links, registry, access, render, strings, log, debug }),
    forOwner(owner) {
      const own: OwnedAdmin = {
        page: (page) => registry.page(page, owner),
        area: (options) => createArea(own, parts, options),
        section: (section) => registry.section(section, owner),
        card: (card) => registry.card(card, owner),
        notice: (notice) => registry.notice(notice, owner),
      };
      return own;
    },
  };
}
