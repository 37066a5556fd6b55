import type { PageRequest } from '../pages/router.js';
import { localText, type Strings } from '../templates/strings.js';
import type { RegisteredAdminPage } from './admin-page.js';
import { iconOf } from './icons.js';
import { type AdminRegistry, orderOf } from './registry.js';
import type { AdminCrumb, AdminMenuSection } from './template-data.js';

/** Built-in sections, in menu order. Pages without a section come first. */
const CORE_SECTIONS = ['content', 'people', 'settings', 'site'] as const;

interface MenuParts {
  readonly registry: AdminRegistry;
  readonly request: PageRequest;
  readonly strings: Strings;
  /** Current page, or null on error pages. */
  readonly current: RegisteredAdminPage | null;
  link(path: string): string;
}

/** Builds the menu of the pages that the viewer may access, by section. */
export async function menuOf({ registry, request, strings, current, link }: MenuParts): Promise<AdminMenuSection[]> {
  const visiblePages: RegisteredAdminPage[] = [];
  for (const page of registry.pages()) if (isInMenu(page) && (await maySee(page, request))) visiblePages.push(page);
  const above = current ? ancestorsOf(registry, current).map(({ path }) => path) : [];
  const entriesOf = (section: string | null) =>
    visiblePages
      .filter((page) => (page.section ?? null) === section)
      .toSorted((a, b) => orderOf(a) - orderOf(b))
      .map((page) => ({
        label: localText(page.title, strings.locale, strings),
        link: link(page.path),
        icon: iconOf(page.icon),
        current: page.path === current?.path ? ('page' as const) : above.includes(page.path) ? ('true' as const) : null,
      }));
  return sectionsOf(registry, visiblePages, strings)
    .map(({ name, label }) => ({ label, entries: entriesOf(name) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Whether the viewer may access a page. */
export async function maySee(
  { capability }: Pick<RegisteredAdminPage, 'capability'>,
  request: PageRequest,
): Promise<boolean> {
  return capability === 'authenticated' ? request.user !== null : request.can(capability);
}

/** Builds the breadcrumbs from the dashboard to the page itself. */
export function breadcrumbsOf(
  parts: Pick<MenuParts, 'registry' | 'strings' | 'link'>,
  page: RegisteredAdminPage,
  title: string,
): AdminCrumb[] {
  const { registry, strings, link } = parts;
  if (page.path === '/') return [];
  const first = registry.pages().find(({ path }) => path === '/');
  const above = [...(first ? [first] : []), ...ancestorsOf(registry, page).toReversed()];
  return [
    ...above.map(({ title: text, path }) => ({ label: localText(text, strings.locale, strings), link: link(path) })),
    { label: title, link: null },
  ];
}

function isInMenu({ path, parent }: RegisteredAdminPage): boolean {
  return parent === undefined && !path.includes('{');
}

/** Returns the parents, nearest first. Stops at one with parameters, which has no URL to link to. */
function ancestorsOf(registry: AdminRegistry, page: RegisteredAdminPage): RegisteredAdminPage[] {
  const ancestors: RegisteredAdminPage[] = [];
  let parent = page.parent;
  while (parent !== undefined) {
    const path = parent;
    const next = registry.pages().find((candidate) => candidate.path === path);
    if (!next || next.path.includes('{') || ancestors.includes(next)) break;
    ancestors.push(next);
    parent = next.parent;
  }
  return ancestors;
}

/** Sections in order: none, then core and registered ones, then unregistered names that pages use. */
function sectionsOf(
  registry: AdminRegistry,
  pages: readonly RegisteredAdminPage[],
  strings: Strings,
): { name: string | null; label: string | null }[] {
  const core = CORE_SECTIONS.map((name, index) => ({
    name,
    label: strings.text(`admin.section-${name}`),
    order: (index + 1) * 20,
  }));
  const registered = registry
    .sections()
    .filter(({ name }) => !core.some((section) => section.name === name))
    .map((section) => ({
      name: section.name,
      label: localText(section.title, strings.locale, strings),
      order: orderOf(section),
    }));
  const named = [...core, ...registered].toSorted((a, b) => a.order - b.order);
  const loose = new Set(pages.flatMap(({ section }) => section ?? []));
  for (const { name } of named) loose.delete(name);
  return [{ name: null, label: null }, ...named, ...[...loose].map((name) => ({ name, label: name }))];
}
