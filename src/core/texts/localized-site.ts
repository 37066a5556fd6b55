import type { Site } from '../site.js';
import type { Catalogues, Strings } from '../templates/strings.js';
import type { Texts } from './texts.js';

/** A site that knows what it says. */
export interface LocalizedSite extends Site {
  /** What is said in a locale: texts of these catalogues and what was added to them; days are those of the site. */
  strings(locale: string, catalogues: Catalogues | readonly Catalogues[]): Strings;
}

/** @param texts of the host, to which others may have added */
export function localizedSite(site: Site, texts: Pick<Texts, 'strings'>): LocalizedSite {
  return { ...site, strings: (locale, catalogues) => texts.strings(locale, catalogues, site.timezone) };
}
