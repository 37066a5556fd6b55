import { joinPath } from '../address.js';
import { emptyCategory } from '../arrange-items.js';
import { humanize, type SourceContext, slugOf } from '../build-item.js';
import { parseFrontMatter } from '../front-matter.js';
import type { ImportItem } from '../item.js';
import type { Placement } from './profile.js';

/** Docusaurus's description of a folder without a page. */
export const CATEGORY_FILE = /(?:^|\/)_category_\.(?:json|ya?ml)$/;

/**
 * Builds the category described by a `_category_.json` file: name, position and introduction.
 * @param text JSON or YAML
 * @param place placement of a page in the same folder
 * @throws HostError 422 `vendor_kb_import_invalid`
 */
export function categoryFile(key: string, text: string, place: Placement, context: SourceContext): ImportItem {
  const { data } = parseFrontMatter(`---\n${text}\n---\n`);
  const { label, position, link } = data as { label?: unknown; position?: unknown; link?: { description?: unknown } };
  const path = [context.rootSlug, ...place.folders.map(slugOf)];
  const title = typeof label === 'string' && label !== '' ? label : humanize(place.folders.at(-1) ?? context.rootSlug);
  return {
    ...emptyCategory(place.locale ?? context.defaultLocale, path, title, key),
    generated: false,
    addresses: [`/${joinPath('', place.folders.join('/'))}`],
    order: typeof position === 'number' ? position : null,
    description: typeof link?.description === 'string' ? link.description : '',
  };
}
