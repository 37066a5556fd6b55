import { type AdminBadge, formError } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import { type WatermarkKey, watermarkCatalogues } from '../../catalogues.js';
import type { ListedPicture, MarkStatus } from '../../listing/mark-status.js';

/** Returns the strings of the pages in the site's language and time zone. */
export function textsFor(site: Pick<PluginContext['site'], 'locale' | 'strings'>): Strings<WatermarkKey> {
  return site.strings(site.locale, watermarkCatalogues);
}

/** Translates an error, or returns its message if there is no translation. */
export function errorText(code: string, message: string, { has, text }: Strings): string {
  const key = `watermark.error-${code}`;
  return has(key) ? text(key) : message;
}

/** Reports an error on the form. @throws errors without a translation unchanged */
export function refuseForm(error: unknown, strings: Strings): never {
  if (!(error instanceof HostError) || error.code === 'form_invalid') throw error;
  if (!strings.has(`watermark.error-${error.code}`)) throw error;
  throw formError({}, errorText(error.code, error.message, strings));
}

const KINDS: Readonly<Record<MarkStatus, AdminBadge['kind']>> = {
  marked: 'good',
  outdated: 'warning',
  original: 'neutral',
  excluded: 'neutral',
  unsupported: 'bad',
};

export function statusBadge({ status }: Pick<ListedPicture, 'status'>, { text }: Strings): AdminBadge {
  return { text: text(`watermark.status-${status}`), kind: KINDS[status] };
}

/** Returns the title of an image, or its file name. */
export function titleOf({ title, filename }: ListedPicture['attachment']): string {
  return title === '' ? filename : title;
}
