import type { HostOptions } from 'mortise';
import PostalMime, { type Email } from 'postal-mime';
import type { Commission } from '../../../../src/plugins/affiliate/commissions/commission.js';
import type { NewConversion } from '../../../../src/plugins/affiliate/conversions/conversion.js';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

/** Affiliate program site whose emails can be read. */
export interface MailSite extends ProgramSite {
  /** Runs the waiting jobs. @returns the emails sent since the last call */
  sent(): Promise<readonly Email[]>;
  /** Records a sale of 80 euros for `code`, which earns 8. */
  sell(code: string, reference: string, amount?: number): Promise<Commission>;
  /** Records the same sale from a bot without a click, which notifies administrators. */
  sellSuspiciously(code: string, reference: string): Promise<Commission>;
}

export async function openMailSite(options: HostOptions = {}): Promise<MailSite> {
  const site = await openProgramSite(options);
  let count = 0;

  async function record(conversion: NewConversion): Promise<Commission> {
    const { commission } = await site.program.ledger.record(conversion);
    if (!commission) throw new Error('Nothing was earned.');
    return commission;
  }

  return {
    ...site,
    async sent() {
      await site.host.work();
      const all = await site.host.sentMails();
      const fresh = await Promise.all(all.slice(count).map((mail) => PostalMime.parse(mail)));
      count = all.length;
      return fresh;
    },
    sell: (affiliateCode, externalId, amount = 80) => record({ affiliateCode, origin: 'manual', amount, externalId }),
    sellSuspiciously: (affiliateCode, externalId) =>
      record({ affiliateCode, origin: 'api', amount: 80, externalId, visitor: { userAgent: 'curl/8.5.0' } }),
  };
}

/** Returns the recipients of emails in alphabetical order. */
export function recipientsOf(mails: readonly Email[]): string[] {
  return mails.flatMap(({ to = [] }) => to.map(({ address = '' }) => address)).toSorted();
}

/** Returns the text of an email with ordinary spaces. */
export function textOf(mail: Email | undefined): string {
  return (mail?.text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');
}
