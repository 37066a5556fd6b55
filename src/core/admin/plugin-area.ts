import type { Awaitable } from '../../hooks/names.js';
import type { PrimitiveCapability } from '../access/names.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { PageResponse } from '../pages/router.js';
import type { Resource } from '../resource/resource.js';
import type { PathParameters } from '../rest/route.js';
import type { TemplateData } from '../templates/names.js';
import type { Catalogues, Strings } from '../templates/strings.js';
import { coreCatalogues } from '../texts/core-catalogues.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import { type AdminList, type AdminListOptions, adminList } from './admin-list.js';
import {
  type AdminAction,
  type AdminHeading,
  type AdminPage,
  type AdminRequest,
  isPageResponse,
  type TemplateName,
} from './admin-page.js';
import type { AdminDetailData } from './detail-data.js';
import { detailPage, pagePart } from './detail-page.js';
import type { ErrorTexts } from './error-texts.js';
import type { AdminCard, AdminNotice, OwnedAdmin } from './registry.js';

type Capability = PrimitiveCapability | 'authenticated';
/** Declaration of an admin area. */
export interface AdminAreaOptions<Key extends string> {
  /** Path of the first page, the parent of all others. */
  readonly path: string;
  /** Texts of the pages. Titles, leads and tabs are their keys. @default those of the core */
  readonly texts?: Catalogues<Key> | readonly Catalogues<Key>[];
  /** Required permission of each page. */
  readonly capability: Capability;
  /** Stylesheets of each page, as `namespace/file`. */
  readonly stylesheets?: readonly string[];
  /** Tabs by path: the text, and the required permission if it differs. Users see those that they may open. */
  readonly tabs?: Readonly<
    Record<string, NoInfer<Key> | { readonly label: NoInfer<Key>; readonly capability: Capability }>
  >;
  /** Label of the tabs, for screen readers. */
  readonly tabsLabel?: NoInfer<Key>;
  /** Messages for errors that an action throws: from `createErrorTexts`. Other errors are shown by their message. */
  readonly errors?: Pick<ErrorTexts, 'errorText' | 'refuseForm'>;
}

/** Request for a page of an area. */
export interface AreaRequest<Parameter extends string = string, Key extends string = string>
  extends AdminRequest<Parameter> {
  /** Texts of the area, in the site's language. */
  readonly texts: Strings<Key>;
}

type AreaFields = 'strings' | 'tabs' | 'tabsLabel';

/** Data of a page without what the area adds: strings, tabs and, for `core/admin/detail`, all that is empty. */
export type AreaData<Data> = Data extends AdminDetailData
  ? Omit<Data, keyof AdminDetailData> & Partial<AdminDetailData>
  : Omit<Data, AreaFields> & Partial<Pick<Data, AreaFields & keyof Data>>;

type AreaAction<Parameter extends string, Key extends string> = (
  request: AreaRequest<Parameter, Key>,
  ...rest: Parameters<AdminAction> extends [unknown, ...infer Rest] ? Rest : never
) => ReturnType<AdminAction>;

/** Page of an area. */
export interface AreaPage<Path extends string, Name extends TemplateName, Key extends string>
  extends Omit<
    AdminPage<Path, Name>,
    'actions' | 'capability' | 'heading' | 'load' | 'template' | 'title' | 'uploadTooLarge'
  > {
  readonly title: Key;
  /** Lead below the heading. */
  readonly lead?: Key;
  /** @default that of the area */
  readonly capability?: Capability;
  /** Messages for errors; null shows each by its own message and status. @default those of the area */
  readonly errors?: AdminAreaOptions<Key>['errors'] | null;
  /** Path of the tab that the page belongs to. @default the tab whose path its own starts with */
  readonly tab?: string;
  /** @default 'core/admin/detail' */
  readonly template?: Name;
  readonly load: (
    request: AreaRequest<PathParameters<Path>, Key>,
  ) => Awaitable<AreaData<TemplateData[Name]> | PageResponse>;
  /** Adds to the title of the data and the lead. */
  readonly heading?: (
    data: TemplateData[Name],
    request: AreaRequest<PathParameters<Path>, Key>,
  ) => Awaitable<AdminHeading>;
  readonly actions?: Readonly<Record<string, AreaAction<PathParameters<Path>, Key>>>;
  readonly uploadTooLarge?: (request: AreaRequest<PathParameters<Path>, Key>) => string;
}

/** Options of a list page: those of the page and of `adminList`. */
export interface AreaList<Path extends string, Key extends string, Item, Values, Related>
  extends Omit<AdminListOptions<Item, Values, Related>, 'caption' | 'file' | 'path' | 'texts'>,
    Omit<AreaPage<Path, 'core/admin/detail', Key>, 'load' | 'template'> {
  /** Text key of the caption. @default the title */
  readonly caption?: Key;
  /** CSV file with the filters of the page, at `{path}/export.csv`: its name, and the text of its link. */
  readonly file?: Pick<NonNullable<AdminListOptions<Item, Values, Related>['file']>, 'lines' | 'name'> & {
    readonly label: Key;
  };
  /** Loads what the page shows besides the list. */
  readonly load?: (
    request: AreaRequest<PathParameters<Path>, Key>,
  ) => Awaitable<Partial<Pick<AdminDetailData, 'forms' | 'notices'>>>;
}

/** Admin area of a plugin: pages with the same permission, tabs, texts and stylesheets. */
export interface AdminArea<Key extends string = string> {
  /** Adds a page. @throws HostError as `admin.page` */
  page<const Path extends string, Name extends TemplateName = 'core/admin/detail'>(
    page: AreaPage<Path, Name, Key>,
  ): void;
  /** Adds the list page of a resource, with its bulk actions and its CSV file. */
  list<const Path extends string, Item, Values, Output, Order extends string, Related = undefined>(
    resource: Resource<Item, Values, Output, Order>,
    page: AreaList<Path, Key, Item, Values, Related>,
  ): AdminList<Item>;
  /** Adds a card to the dashboard. */
  card(
    card: Omit<AdminCard, 'load' | 'title'> & {
      readonly title: Key;
      readonly load: (request: AreaRequest<string, Key>) => ReturnType<AdminCard['load']>;
    },
  ): void;
  /** Adds a notice to the dashboard, for users with the permission of the area. */
  notice(load: (request: AreaRequest<string, Key>) => ReturnType<AdminNotice['load']>): void;
  /** Returns the texts of the area, in the site's language. */
  texts(): Strings<Key>;
}

/** Creates an area whose pages are added to `admin`. */
export function createArea<Key extends string>(
  admin: Pick<OwnedAdmin, 'card' | 'notice' | 'page'>,
  context: { readonly db: Database; readonly site: LocalizedSite },
  { texts: catalogues, tabs = {}, ...options }: AdminAreaOptions<Key>,
): AdminArea<Key> {
  const { site } = context;
  // Without own texts, the keys are those of the core.
  const own = catalogues ?? (coreCatalogues as unknown as Catalogues<Key>);
  const texts = (locale = site.locale): Strings<Key> => site.strings(locale, own);
  const paths = Object.keys(tabs).toSorted((a, b) => b.length - a.length);

  async function tabsOf(request: AdminRequest, current: string): Promise<Pick<AdminDetailData, 'tabs' | 'tabsLabel'>> {
    const { text } = texts();
    const open: AdminDetailData['tabs'] = [];
    for (const [path, tab] of Object.entries(tabs)) {
      const { label, capability } = typeof tab === 'string' ? { label: tab, capability: options.capability } : tab;
      if (capability !== 'authenticated' && !(await request.can(capability))) continue;
      open.push({ label: text(label), link: request.link(path), current: path === current });
    }
    const label = options.tabsLabel === undefined ? '' : text(options.tabsLabel);
    return { tabs: open.length > 1 ? open : [], tabsLabel: label };
  }

  /** One object per request, so that pages and cards can share work by it. */
  const requests = new WeakMap<AdminRequest, AreaRequest<string, Key>>();
  function read(request: AdminRequest): AreaRequest<string, Key> {
    const extended = requests.get(request) ?? { ...request, texts: texts() };
    requests.set(request, extended);
    return extended;
  }

  const area: AdminArea<Key> = {
    texts,
    card({ title, load, ...card }) {
      admin.card({ ...card, title: (locale) => texts(locale).text(title), load: (request) => load(read(request)) });
    },
    notice(load) {
      admin.notice({ capability: options.capability, load: (request) => load(read(request)) });
    },
    page({ title, lead, errors = options.errors, tab: named, load, heading, actions = {}, uploadTooLarge, ...page }) {
      const { path, stylesheets = [] } = page;
      const tab = named ?? paths.find((each) => path === each || path.startsWith(`${each}/`)) ?? options.path;
      const parent = path === tab ? options.path : tab;
      const acting = (action: (typeof actions)[string]): AdminAction => {
        return async (request, form, files) => {
          try {
            return await action(read(request), form, files);
          } catch (error) {
            const isGone = error instanceof HostError && (error.status === 404 || error.status === 410);
            if (isGone || !errors) throw error;
            return errors.refuseForm(error, texts());
          }
        };
      };
      admin.page<string, TemplateName>({
        // A page with a section is an entry of the menu.
        ...(path !== options.path && page.section === undefined && { parent }),
        capability: options.capability,
        template: 'core/admin/detail',
        ...page,
        stylesheets: [...new Set([...stylesheets, ...(options.stylesheets ?? [])])],
        title: (locale) => texts(locale).text(title),
        async load(request) {
          const data = await load(read(request));
          if (isPageResponse(data)) return data;
          // The signature of `page` has checked the data against the template.
          return { ...detailPage(request, await tabsOf(request, tab)), ...data } as never;
        },
        heading: async (data, request) => ({
          ...('title' in data && typeof data.title === 'string' && data.title !== '' && { title: data.title }),
          ...(lead !== undefined && { lead: texts().text(lead) }),
          ...(await heading?.(data as never, read(request))),
        }),
        actions: Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, acting(action)])),
        ...(uploadTooLarge && { uploadTooLarge: (request) => uploadTooLarge(read(request)) }),
      });
    },
    list(resource, { caption, columns, row, empty, related, inputs, bulk, narrow, perPage, file, ...rest }) {
      const { path, title, actions, heading, load, ...page } = rest;
      const filePath = `${path}/export.csv`;
      const errorTexts = options.errors && { errorText: options.errors.errorText };
      const list = adminList(resource, context, {
        path,
        texts,
        caption: caption ?? title,
        columns,
        row,
        empty,
        ...(related && { related }),
        ...(inputs && { inputs }),
        ...(bulk && { bulk: typeof bulk === 'object' ? { ...errorTexts, ...bulk } : bulk }),
        ...(file && { file: { ...file, path: filePath } }),
        ...(narrow && { narrow }),
        ...(perPage !== undefined && { perPage }),
      });
      area.page({
        ...page,
        path,
        title,
        async load(request) {
          const [{ table, notices }, more = {}] = [await list.load(request), await load?.(request)];
          return { ...more, notices: [...(more.notices ?? []), ...notices], sections: [pagePart({ table })] };
        },
        async heading(data, request) {
          const more = await heading?.(data, request);
          const download = file ? [{ label: texts().text(file.label), link: list.fileLink(request) }] : [];
          return { ...more, actions: [...download, ...(more?.actions ?? [])] };
        },
        actions: { ...(bulk && { bulk: list.bulk }), ...actions },
      });
      if (file) area.page({ path: filePath, title: file.label, tab: path, load: list.file });
      return list;
    },
  };
  return area;
}
