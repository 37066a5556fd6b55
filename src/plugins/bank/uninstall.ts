import { createStrings, type UninstallContext } from '../../index.js';
import { uninstallCatalogues } from './strings/uninstall.js';
import './tables/transactions.js';

/**
 * How many transactions go with the plugin, and how to keep them, since books have to be kept; null for none. The host
 * itself writes the tables to files before it drops them. @param locale BCP 47
 */
export async function uninstallNotice({ db }: Pick<UninstallContext, 'db'>, locale: string): Promise<string | null> {
  const { tables } = await db.about();
  if (!tables.includes('bank_transactions')) return null;
  const rows = db.query.selectFrom('bank_transactions').select((eb) => eb.fn.countAll<number>().as('total'));
  const count = Number((await rows.executeTakeFirstOrThrow()).total);
  return count === 0 ? null : createStrings(locale, uninstallCatalogues).text('uninstall.notice', { count });
}
