import type { Logger } from 'pino';
import { coreCatalogues } from '../texts/core-catalogues.js';
import { readSiteCatalogues } from '../texts/read-catalogues.js';
import { createTexts, type Texts } from '../texts/texts.js';

/**
 * Creates the texts of a host: those of the core, and additions from the site's own folder.
 * @throws HostError 500 `catalogue_invalid`
 */
export function createHostTexts(folder: URL | string | undefined): Texts {
  const texts = createTexts();
  texts.define('core', 'core', coreCatalogues);
  const own = folder === undefined ? [] : readSiteCatalogues(folder);
  for (const [name, catalogues] of own) texts.add(name, 'site', catalogues);
  return texts;
}

/** Logs added texts that have no effect. Call it once, after all plugins are set up. */
export function reportFaults(texts: Pick<Texts, 'faults'>, log: Pick<Logger, 'warn'>): void {
  for (const { name, locale, key, fault } of texts.faults()) {
    const about = { catalogue: name, locale, ...(key === '' ? {} : { key }) };
    if (fault === 'catalogue') log.warn(about, 'Texts were added to a catalogue that no active plugin has');
    if (fault === 'key') log.warn(about, 'An unused text was added');
    if (fault === 'value') log.warn(about, 'An added text lacks a placeholder of the original');
  }
}
