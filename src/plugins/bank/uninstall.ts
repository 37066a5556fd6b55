import type { UninstallContext } from '../../index.js';
import { createStrings } from '../../text.js';
import { bankCatalogues } from './catalogues.js';
import './tables/transactions.js';

/**
 * Returns a notice with the number of transactions that uninstalling deletes; null for none.
 * It also says how to keep them, because accounting records must be retained. The host exports the tables before it
 * drops them.
 * @param locale BCP 47
 */
export async function uninstallNotice({ db }: Pick<UninstallContext, 'db'>, locale: string): Promise<string | null> {
  const { tables } = await db.about();
  if (!tables.includes('bank_transactions')) return null;
  const rows = db.query.selectFrom('bank_transactions').select((eb) => eb.fn.countAll<number>().as('total'));
  const count = Number((await rows.executeTakeFirstOrThrow()).total);
  return count === 0 ? null : createStrings(locale, bankCatalogues).text('uninstall.notice', { count });
}
