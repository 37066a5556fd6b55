import type { HostOptions } from 'mortise';
import PostalMime, { type Email } from 'postal-mime';
import type { Commission } from '../../../../src/plugins/affiliate/commissions/commission.js';
import type { NewConversion } from '../../../../src/plugins/affiliate/conversions/conversion.js';
import { openProgrammeSite, type ProgrammeSite } from '../routes/programme-site.js';

/** A programme whose mails are read. */
export interface MailSite extends ProgrammeSite {
  /** Does the jobs that wait. @returns the mails that were sent since this was asked last */
  sent(): Promise<readonly Email[]>;
  /** Somebody of `code` sells something of 80 euros, which earns them 8. */
  sell(code: string, reference: string, amount?: number): Promise<Commission>;
  /** The same by a program that came by no link: administrators hear of it. */
  sellSuspiciously(code: string, reference: string): Promise<Commission>;
}

export async function openMailSite(options: HostOptions = {}): Promise<MailSite> {
  const site = await openProgrammeSite(options);
  let known = 0;

  async function record(conversion: NewConversion): Promise<Commission> {
    const { commission } = await site.programme.ledger.record(conversion);
    if (!commission) throw new Error('Nothing was earned.');
    return commission;
  }

  return {
    ...site,
    async sent() {
      await site.host.work();
      const all = await site.host.sentMails();
      const fresh = await Promise.all(all.slice(known).map((mail) => PostalMime.parse(mail)));
      known = all.length;
      return fresh;
    },
    sell: (affiliateCode, externalId, amount = 80) => record({ affiliateCode, origin: 'manual', amount, externalId }),
    sellSuspiciously: (affiliateCode, externalId) =>
      record({ affiliateCode, origin: 'api', amount: 80, externalId, visitor: { userAgent: 'curl/8.5.0' } }),
  };
}

/** Whom mails went to, in the order of the alphabet. */
export function recipientsOf(mails: readonly Email[]): string[] {
  return mails.flatMap(({ to = [] }) => to.map(({ address = '' }) => address)).toSorted();
}

/** A mail as it is read, with ordinary spaces. */
export function textOf(mail: Email | undefined): string {
  return (mail?.text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');
}
