import {
  type AdminBadge,
  createStrings,
  formError,
  HostError,
  type PluginContext,
  type Strings,
} from '../../../../index.js';
import type { ListedPicture, Standing } from '../../listing/standing.js';
import { watermarkCatalogues } from '../../strings/catalogues.js';

/** The texts of the pages, in the language and the zone of the site. */
export function textsFor({ locale, timezone }: PluginContext['site']): Strings {
  return createStrings(locale, watermarkCatalogues, { timeZone: timezone });
}

/** What is wrong and what to do, in the language of the reader where there are words for it. */
export function faultText(code: string, message: string, { has, text }: Strings): string {
  const key = `watermark.error-${code}`;
  return has(key) ? text(key) : message;
}

/** Refuses a form with the words of the plugin. @throws what is no fault of the form */
export function refuseForm(error: unknown, strings: Strings): never {
  if (!(error instanceof HostError) || error.code === 'form_invalid') throw error;
  if (!strings.has(`watermark.error-${error.code}`)) throw error;
  throw formError({}, faultText(error.code, error.message, strings));
}

const KINDS: Readonly<Record<Standing, AdminBadge['kind']>> = {
  marked: 'good',
  outdated: 'warning',
  original: 'neutral',
  excluded: 'neutral',
  unsupported: 'bad',
};

export function standingBadge({ standing }: Pick<ListedPicture, 'standing'>, { text }: Strings): AdminBadge {
  return { text: text(`watermark.standing-${standing}`), kind: KINDS[standing] };
}

/** The name that people know a picture by. */
export function titleOf({ title, filename }: ListedPicture['attachment']): string {
  return title === '' ? filename : title;
}
