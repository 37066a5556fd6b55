import type { Site } from '../site.js';
import type { Catalogues, Strings } from '../templates/strings.js';
import type { Texts } from './texts.js';

/** A site with its texts. */
export interface LocalizedSite extends Site {
  /** Returns the texts of a locale: those of the catalogues with all additions. Dates use the site's time zone. */
  strings<Key extends string>(locale: string, catalogues: Catalogues<Key> | readonly Catalogues<Key>[]): Strings<Key>;
}

/** @param texts texts of the host, including additions by plugins and the site */
export function localizedSite(site: Site, texts: Pick<Texts, 'strings'>): LocalizedSite {
  return { ...site, strings: (locale, catalogues) => texts.strings(locale, catalogues, site.timezone) };
}
