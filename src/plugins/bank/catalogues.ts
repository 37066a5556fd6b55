import { readCatalogues, type TextKey } from '../../text.js';
import type en from './locales/en.json';

export type BankKey = TextKey<keyof typeof en>;

/** Texts of the bank plugin by locale. */
export const bankCatalogues = readCatalogues<BankKey>(new URL('./locales/', import.meta.url));
