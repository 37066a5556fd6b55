import { readCatalogues, type TextKey } from '../../index.js';
import type en from './locales/en.json';

export type AffiliateKey = TextKey<keyof typeof en>;

/** Texts of the affiliate programme by locale. */
export const affiliateCatalogues = readCatalogues<AffiliateKey>(new URL('./locales/', import.meta.url));
