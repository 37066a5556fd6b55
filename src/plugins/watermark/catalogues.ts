import { readCatalogues, type TextKey } from '../../text.js';
import type en from './locales/en.json';

export type WatermarkKey = TextKey<keyof typeof en>;

/** Texts of the watermark plugin by locale. */
export const watermarkCatalogues = readCatalogues<WatermarkKey>(new URL('./locales/', import.meta.url));
