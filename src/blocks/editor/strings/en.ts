import { document } from './en/document.js';
import { history } from './en/history.js';
import { media } from './en/media.js';
import { preview } from './en/preview.js';
import { saving } from './en/saving.js';
import { shell } from './en/shell.js';

/** Texts of the editor's own parts. The packages include their own English texts. */
export const en = { ...shell, ...document, ...preview, ...saving, ...history, ...media } as const;

export type EditorTextKey = keyof typeof en;
