import type { PageRequest, PluginContext, SafeHtml, Strings } from '../../../index.js';
import type { KbViewer } from '../access/viewer.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { isLocale } from '../locale.js';
import type { KbFrame, SearchForm, Translation } from '../template-data.js';
import { shortenNavigation } from './shorten-navigation.js';

/** What the content of a page is made with, be it asked for or written to a file. */
export interface View {
  readonly kb: KnowledgeBase;
  readonly context: Pick<PluginContext, 'hooks'>;
  readonly locale: string;
  /** Below the knowledge base and its locale, `''` for the home page. */
  readonly path: string;
  readonly strings: Strings;
  readonly viewer: KbViewer;
}

/** What one page that somebody asked for is made with. */
export interface Visit extends View {
  readonly context: PluginContext;
  readonly request: PageRequest;
  /** What is said above the page of somebody who looks at it as another reader. */
  readonly above?: SafeHtml;
  /** Whether it is a page of the admin area, which stands in no frame. */
  readonly unframed?: boolean;
}

/** What every page shows around its own content. */
export async function createFrame(
  { kb, viewer, locale, path, strings }: View,
  own: { translations?: Translation[]; query?: string; kept?: SearchForm['kept'] } = {},
): Promise<KbFrame> {
  const home = { title: strings.text('nav.label'), link: kb.links.href(locale) };
  return {
    strings,
    locale,
    home,
    nav: shortenNavigation(await kb.navigation.tree(locale, path, viewer), strings, home.link),
    searchForm: {
      action: kb.links.href(locale, 'search'),
      query: own.query ?? '',
      kept: own.kept ?? [],
      suggestions: null,
    },
    translations: own.translations ?? [],
    ...NOTHING_ECHOED,
  };
}

/** What is written to a file has the content alone. */
const NOTHING_ECHOED = { before: [], after: [], sidebarTop: [], sidebarBottom: [], footer: [] };

/** Frame and navigation; article text with code, callouts and tables. */
export const STYLESHEETS = ['kb/kb.css', 'kb/prose.css'] as const;

/** Classes that the stylesheet of blocks has rules for. */
export const BLOCK_CLASSES = /\b(?:wp-block-|has-|align)/;

/** What blocks look like, for pages that have some. */
export const BLOCK_STYLES = ['kb/core-blocks.css', 'kb/blocks.css'] as const;

/** The page number in the query; what is no number is the first page. */
export function pageNumber(request: PageRequest, parameter = 'page'): number {
  const number = Number(textOf(request.query[parameter]));
  return Number.isSafeInteger(number) && number >= 1 ? number : 1;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** An address with query parameters; page 1 goes without saying. */
export function pageLink(link: string, parameters: Readonly<Record<string, string>>, page: number): string {
  const query = new URLSearchParams({ ...parameters, ...(page > 1 ? { page: String(page) } : {}) }).toString();
  if (query === '') return link;
  const [address = '', ...fragment] = link.split('#');
  return [`${address}${address.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#');
}

/** A language's name for itself, as it begins a line: "Deutsch", "Português (Brasil)". */
export function languageName(locale: string): string {
  // An earlier release took what only looks like a language.
  if (!isLocale(locale)) return locale;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  const [first = ''] = name;
  return first.toLocaleUpperCase(locale) + name.slice(first.length);
}
