import type { Site, Strings } from '../../../../index.js';
import { type KbEditorKey, type KbKey, kbCatalogues, kbEditorCatalogues } from '../../catalogues.js';

/** Creates the strings of the writing pages. */
export function writingTexts(site: Pick<Site, 'locale' | 'strings'>): Strings<KbKey | KbEditorKey> {
  return site.strings(site.locale, [kbCatalogues, kbEditorCatalogues]);
}

/** Returns the title of a writing page in the language of the menu. */
export function writingTitle({ strings }: Pick<Site, 'strings'>, key: KbKey): (locale: string) => string {
  return (locale) => writingTexts({ locale, strings }).text(key);
}
