import type { PluginContext } from '../../../../index.js';
import type { PageRequest, SafeHtml } from '../../../../pages.js';
import type { KbFrame, SearchForm, Translation } from '../../content/views/template-data.js';
import type { View } from '../../content/views/view.js';
import { isLocale } from '../../domain/locale.js';
import { shortenNavigation } from './shorten-navigation.js';

/** Dependencies of a requested page. */
export interface Visit extends View {
  readonly context: PluginContext;
  readonly request: PageRequest;
  /** Banner above a page viewed as another reader. */
  readonly above?: SafeHtml;
  /** True for a page of the admin area, which has no frame. */
  readonly unframed?: boolean;
}

/** Builds the frame around the page content. */
export async function createFrame(
  { kb, viewer, locale, path, strings }: View,
  own: { translations?: Translation[]; query?: string; hiddenFields?: SearchForm['hiddenFields'] } = {},
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
      hiddenFields: own.hiddenFields ?? [],
      suggestions: null,
    },
    translations: own.translations ?? [],
    ...NOTHING_ECHOED,
  };
}

/** Exported files contain only the content. */
const NOTHING_ECHOED = { before: [], after: [], sidebarTop: [], sidebarBottom: [], footer: [] };

/** Stylesheets for the frame and navigation, and for article text with code, callouts and tables. */
export const STYLESHEETS = ['kb/kb.css', 'kb/prose.css'] as const;

/** Classes styled by the block stylesheets. */
export const BLOCK_CLASSES = /\b(?:wp-block-|has-|align)/;

/** Stylesheets for pages with blocks. */
export const BLOCK_STYLES = ['kb/core-blocks.css', 'kb/blocks.css'] as const;

/** Returns the page number in the query. An invalid number means the first page. */
export function pageNumber(request: PageRequest, parameter = 'page'): number {
  const number = Number(textOf(request.query[parameter]));
  return Number.isSafeInteger(number) && number >= 1 ? number : 1;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns a language's own name, capitalized: "Deutsch", "Português (Brasil)". */
export function languageName(locale: string): string {
  // Earlier releases accepted invalid language tags.
  if (!isLocale(locale)) return locale;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  const [first = ''] = name;
  return first.toLocaleUpperCase(locale) + name.slice(first.length);
}
