import type { BlockText } from './blocks/texts.js';
import type { FrameText } from './frame/texts.js';

/** Translation of a text: one form, or one for each plural form of the language. */
export type Forms = string | readonly string[];

/** Translations of the packages in one language, for all texts that our editor can show. */
export type PackageCatalogue = Readonly<Record<FrameText | BlockText, Forms>>;
