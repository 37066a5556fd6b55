import { createStrings, type UninstallContext } from '../../index.js';
import { createPictures } from './protocol/pictures.js';
import { uninstallCatalogues } from './strings/uninstall.js';

/**
 * How many pictures keep their marks for ever when the plugin goes with the originals, and how to restore them first;
 * null for none. The host itself writes the originals to files before it removes them. @param locale BCP 47
 */
export async function uninstallNotice({ db }: Pick<UninstallContext, 'db'>, locale: string): Promise<string | null> {
  const { tables } = await db.about();
  if (!tables.includes('watermark_pictures')) return null;
  const { marked } = await createPictures(db).count();
  return marked === 0 ? null : createStrings(locale, uninstallCatalogues).text('uninstall.notice', { count: marked });
}
