import type { AdminArea } from '../../admin.js';
import type { Site } from '../../index.js';
import { createStrings, readCatalogues, type Strings, type TextKey } from '../../text.js';
import type editor from './content/blocks/editor/locales/en.json';
import type en from './locales/en.json';

export type KbKey = TextKey<keyof typeof en>;
export type KbEditorKey = TextKey<keyof typeof editor>;

/** Texts of the knowledge base by locale. */
export const kbCatalogues = readCatalogues<KbKey>(new URL('./locales/', import.meta.url));

/** Texts of the editor's panels and blocks by locale. Pages with the same fields use them too. */
export const kbEditorCatalogues = readCatalogues<KbEditorKey>(
  new URL('./content/blocks/editor/locales/', import.meta.url),
);

/** Returns the texts in the site's language, with the site's own additions. */
export function kbTexts(site: Pick<Site, 'locale' | 'strings'>): Strings<KbKey> {
  return site.strings(site.locale, kbCatalogues);
}

/**
 * Returns a title that is translated to the language of its reader.
 * @param site for the site's own additions
 */
export function kbTitle(key: KbKey, site?: Pick<Site, 'strings'>): (locale: string) => string {
  return (locale) =>
    (site ? kbTexts({ locale, strings: site.strings }) : createStrings(locale, kbCatalogues)).text(key);
}

/** Returns the texts of the writing pages, which share fields with the editor. */
export function writingTexts(site: Pick<Site, 'locale' | 'strings'>): Strings<KbKey | KbEditorKey> {
  return site.strings(site.locale, [kbCatalogues, kbEditorCatalogues]);
}

/** The area of the admin pages, with the texts of the writing pages. */
export type KbArea = AdminArea<KbKey | KbEditorKey>;
