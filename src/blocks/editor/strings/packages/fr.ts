import { blocks } from './blocks/fr.js';
import { frame } from './frame/fr.js';
import type { PackageCatalogue } from './package-catalogue.js';

/** French. */
export const fr: PackageCatalogue = { ...frame, ...blocks };
