import type { Awaitable } from '../../hooks/names.js';
import type { PrimitiveCapability } from '../access/names.js';
import { HostError } from '../errors.js';
import type { LocalText } from '../templates/strings.js';
import type { AdminPage, AdminRequest, NoticeKind, RegisteredAdminPage, TemplateName } from './admin-page.js';
import type { AdminArea, AdminAreaOptions } from './plugin-area.js';

/** Section of the menu. */
export interface AdminSection {
  readonly name: string;
  readonly title: LocalText;
  /** Position in the menu, ascending. Default: 50. */
  readonly order?: number;
}

/** Card on the dashboard. */
export interface AdminCard {
  readonly title: LocalText;
  /** Required permission to see it. Default: any user. */
  readonly capability?: PrimitiveCapability;
  /** Position on the dashboard, ascending. Default: 50. */
  readonly order?: number;
  readonly load: (request: AdminRequest) => Awaitable<{
    readonly value?: string;
    readonly text: string;
    readonly link?: { readonly label: string; readonly link: string };
  }>;
}

/** Notice on the dashboard about something that needs attention. */
export interface AdminNotice {
  readonly capability: PrimitiveCapability | 'authenticated';
  /** Loads the notice, or null if there is nothing to report. */
  readonly load: (request: AdminRequest) => Awaitable<{
    readonly kind: NoticeKind;
    readonly text: string;
    readonly link?: { readonly label: string; readonly link: string };
  } | null>;
}

/** Admin API for plugins. Everything is removed when the plugin is deactivated. */
export interface OwnedAdmin {
  /**
   * Adds a page below `/admin`. The compiler checks its data against the template:
   *
   * ```ts
   * admin.page({
   *   path: '/recipes',
   *   title: 'Recipes',
   *   capability: 'edit_recipes',
   *   icon: 'document',
   *   template: 'acme/recipes',
   *   load: async ({ strings }) => ({ strings, recipes: await listRecipes() }),
   * });
   * ```
   * @throws HostError `admin_page_invalid`, `admin_page_conflict` if the path is taken
   */
  page<const Path extends string, Name extends TemplateName>(page: AdminPage<Path, Name>): void;
  /**
   * Declares what several pages share: permission, tabs, texts, stylesheets and error messages.
   *
   * ```ts
   * const area = admin.area({
   *   path: '/recipes',
   *   texts: recipeCatalogues,
   *   capability: 'edit_recipes',
   *   tabs: { '/recipes': 'tabs.recipes', '/recipes/menus': 'tabs.menus' },
   *   errors: createErrorTexts('acme_'),
   * });
   * area.list(recipeList, { path: '/recipes', title: 'recipes.title', columns, row, empty: 'recipes.none' });
   * area.page({ path: '/recipes/{id}', title: 'recipes.recipe', load: ({ params, texts }) => recipePage(params.id, texts) });
   * ```
   */
  area<const Key extends string>(options: AdminAreaOptions<Key>): AdminArea<Key>;
  /** Adds a section to the menu, for pages that name it. */
  section(section: AdminSection): void;
  card(card: AdminCard): void;
  notice(notice: AdminNotice): void;
}

interface WithOwner {
  readonly owner: string;
}

/** Registry of the admin area, with the owner of each entry. */
export interface AdminRegistry {
  page<const Path extends string, Name extends TemplateName>(page: AdminPage<Path, Name>, owner: string): void;
  section(section: AdminSection, owner: string): void;
  card(card: AdminCard, owner: string): void;
  notice(notice: AdminNotice, owner: string): void;
  pages(): readonly RegisteredAdminPage[];
  sections(): readonly AdminSection[];
  cards(): readonly (AdminCard & WithOwner)[];
  notices(): readonly (AdminNotice & WithOwner)[];
  /** Finds the page of a path below the admin area, with its parameters. */
  match(path: string): { page: RegisteredAdminPage; params: Record<string, string> } | null;
  removeOwner(owner: string): void;
}

const PATH = /^\/(?:(?:[a-z0-9._-]+|\{[a-z][a-z0-9_]*\})(?:\/(?:[a-z0-9._-]+|\{[a-z][a-z0-9_]*\}))*)?$/;
/** Paths handled before any page, because they require no login. */
const RESERVED = ['/login', '/logout'];

export function createAdminRegistry(): AdminRegistry {
  let pages: RegisteredAdminPage[] = [];
  let sections: (AdminSection & WithOwner)[] = [];
  let cards: (AdminCard & WithOwner)[] = [];
  let notices: (AdminNotice & WithOwner)[] = [];

  return {
    page(page, owner) {
      assertPath(page.path, owner);
      const other = pages.find(({ path }) => shapeOf(path) === shapeOf(page.path));
      if (other) {
        throw new HostError(
          'admin_page_conflict',
          `"${other.owner}" already has the admin page ${other.path}. Choose another path for "${owner}".`,
        );
      }
      // The registry erases the template's type. The compiler has already checked `load` against it.
      const { heading = () => ({}), actions = {} } = page as unknown as Partial<RegisteredAdminPage>;
      pages = [...pages, { ...(page as unknown as RegisteredAdminPage), heading, actions, owner }];
    },
    section(section, owner) {
      const other = sections.find(({ name }) => name === section.name);
      if (other) {
        throw new HostError(
          'admin_section_conflict',
          `"${other.owner}" already has the admin menu section "${section.name}". "${owner}" can add pages to it.`,
        );
      }
      sections = [...sections, { ...section, owner }];
    },
    card(card, owner) {
      cards = [...cards, { ...card, owner }];
    },
    notice(notice, owner) {
      notices = [...notices, { ...notice, owner }];
    },
    pages: () => pages,
    sections: () => sections,
    cards: () => cards.toSorted((a, b) => orderOf(a) - orderOf(b)),
    notices: () => notices,
    match(path) {
      const segments = segmentsOf(path);
      // `/users/add` takes precedence over `/users/{id}`: fewer parameters first.
      const candidates = pages.toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path));
      for (const page of candidates) {
        const params = matchSegments(segmentsOf(page.path), segments);
        if (params) return { page, params };
      }
      return null;
    },
    removeOwner(owner) {
      const isKept = (part: WithOwner): boolean => part.owner !== owner;
      pages = pages.filter(isKept);
      sections = sections.filter(isKept);
      cards = cards.filter(isKept);
      notices = notices.filter(isKept);
    },
  };
}

/** Position in a list. */
export function orderOf({ order = 50 }: { readonly order?: number }): number {
  return order;
}

function assertPath(path: string, owner: string): void {
  if (PATH.test(path) && !RESERVED.includes(path)) return;
  throw new HostError(
    'admin_page_invalid',
    `"${owner}" cannot have the admin page ${path}: use a path such as /recipes or /recipes/{id}, except ${RESERVED.join(' and ')}.`,
  );
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function parameterCount(path: string): number {
  return path.split('{').length - 1;
}

/** Replaces parameter names, so that paths that match the same URLs are equal. */
function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const value = segments[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = value;
    else if (part !== value) return null;
  }
  return params;
}
