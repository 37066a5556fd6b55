import { blocks } from './blocks/cs.js';
import { frame } from './frame/cs.js';
import type { PackageCatalogue } from './package-catalogue.js';

/** Czech. */
export const cs: PackageCatalogue = { ...frame, ...blocks };
