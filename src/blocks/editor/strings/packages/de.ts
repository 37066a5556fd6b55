import { blocks } from './blocks/de.js';
import { frame } from './frame/de.js';
import type { PackageCatalogue } from './package-catalogue.js';

/** German. */
export const de: PackageCatalogue = { ...frame, ...blocks };
