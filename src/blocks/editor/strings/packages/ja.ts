import { blocks } from './blocks/ja.js';
import { frame } from './frame/ja.js';
import type { PackageCatalogue } from './package-catalogue.js';

/** Japanese. */
export const ja: PackageCatalogue = { ...frame, ...blocks };
