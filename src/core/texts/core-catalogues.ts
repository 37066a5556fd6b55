import type en from '../locales/en.json';
import { readCatalogues, type TextKey } from './read-catalogues.js';

export type CoreKey = TextKey<keyof typeof en>;

/** Texts of the core by locale: layout, login page, messages, admin area, emails. */
export const coreCatalogues = readCatalogues<CoreKey>(new URL('../locales/', import.meta.url));
