import { readCatalogues, type TextKey } from '../../index.js';
import type editor from './editor/locales/en.json';
import type en from './locales/en.json';

export type KbKey = TextKey<keyof typeof en>;
export type KbEditorKey = TextKey<keyof typeof editor>;

/** Texts of the knowledge base by locale. */
export const kbCatalogues = readCatalogues<KbKey>(new URL('./locales/', import.meta.url));

/** Texts of the editor's panels and blocks by locale. Pages with the same fields use them too. */
export const kbEditorCatalogues = readCatalogues<KbEditorKey>(new URL('./editor/locales/', import.meta.url));
