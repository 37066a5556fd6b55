import type { UninstallContext } from '../../index.js';
import { createStrings } from '../../text.js';
import { watermarkCatalogues } from './catalogues.js';
import { createPictures } from './protocol/pictures.js';

/**
 * Returns a notice about the images whose watermark becomes permanent on uninstall; null for none. It gives their
 * number and says how to restore them first. The host exports the originals to files before it deletes them.
 * @param locale BCP 47
 */
export async function uninstallNotice({ db }: Pick<UninstallContext, 'db'>, locale: string): Promise<string | null> {
  const { tables } = await db.about();
  if (!tables.includes('watermark_pictures')) return null;
  const { marked } = await createPictures(db).count();
  return marked === 0 ? null : createStrings(locale, watermarkCatalogues).text('uninstall.notice', { count: marked });
}
