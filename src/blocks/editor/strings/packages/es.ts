import { blocks } from './blocks/es.js';
import { frame } from './frame/es.js';
import type { PackageCatalogue } from './package-catalogue.js';

/** Spanish. */
export const es: PackageCatalogue = { ...frame, ...blocks };
