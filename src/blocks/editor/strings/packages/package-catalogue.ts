import type { BlockText } from './blocks/texts.js';
import type { FrameText } from './frame/texts.js';

/** What a text becomes: one way to say it, or one for each plural form of the language. */
export type Forms = string | readonly string[];

/** What the packages say in one language: all of it that our editor can show. */
export type PackageCatalogue = Readonly<Record<FrameText | BlockText, Forms>>;
