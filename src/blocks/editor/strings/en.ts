import { document } from './en/document.js';
import { history } from './en/history.js';
import { media } from './en/media.js';
import { preview } from './en/preview.js';
import { saving } from './en/saving.js';
import { shell } from './en/shell.js';

/** What the editor's own parts say. The packages it is made of bring their English texts themselves. */
export const en = { ...shell, ...document, ...preview, ...saving, ...history, ...media } as const;

export type EditorTextKey = keyof typeof en;
