import type { Database } from '../../../database.js';
import type { Commission } from '../commissions/commission.js';
import type { CommissionRows, NewCommission } from '../commissions/commission-rows.js';
import type { LedgerSettings } from '../commissions/ledger-settings.js';
import { ownReference } from '../commissions/reference.js';
import { earnedWith } from '../rates/rate.js';
import { type AffiliateFacts, readAffiliates } from './affiliate-facts.js';

/** A commission with shares for other affiliates. */
export interface SharedCommission {
  readonly commission: Commission;
  /** Recruiting affiliate; 0 for none. */
  readonly parentId: number;
  readonly settings: Pick<LedgerSettings, 'subpartnerRate' | 'subpartnerLevels'>;
}

/** Shares of one commission, going up the recruitment chain. */
interface Chain {
  of: Commission;
  next: number;
  levels: number;
  readonly rate: number;
  readonly seen: Set<number>;
  readonly shares: Commission[];
}

/**
 * Adds the shares of recruiting affiliates, level by level. Each is a part of the share below, so the total cost is
 * bounded. An inactive affiliate ends the chain.
 */
export async function addShares(
  db: Database,
  rows: Pick<CommissionRows, 'addAll'>,
  shared: readonly SharedCommission[],
): Promise<Commission[]> {
  const chains = shared.map(({ commission, parentId, settings }): Chain => {
    const { subpartnerRate: rate, subpartnerLevels: levels } = settings;
    return { of: commission, next: parentId, levels, rate, seen: new Set([commission.affiliateId]), shares: [] };
  });
  for (let open = chains.filter(goesOn); open.length > 0; open = open.filter(goesOn)) {
    const parents = await readAffiliates(
      db,
      open.map(({ next }) => next),
    );
    const steps = open.flatMap((chain) => stepOf(chain, parents.get(chain.next)) ?? []);
    const added = await rows.addAll(steps.map(({ share }) => share));
    for (const [index, { chain, parent }] of steps.entries()) {
      const share = added[index];
      if (!share) continue;
      chain.shares.push(share);
      chain.of = share;
      chain.seen.add(parent.id);
      chain.next = parent.parentId;
    }
    open = steps.map(({ chain }) => chain);
  }
  return chains.flatMap(({ shares }) => shares);
}

function goesOn({ next, seen, shares, levels }: Chain): boolean {
  return next !== 0 && !seen.has(next) && shares.length < levels;
}

/** Returns the next share of a chain, or null at its end. */
function stepOf(
  chain: Chain,
  parent: AffiliateFacts | undefined,
): { chain: Chain; parent: AffiliateFacts; share: NewCommission } | null {
  const { of } = chain;
  const rate = { type: 'percentage', value: chain.rate } as const;
  const amount = earnedWith(rate, of.amount);
  if (parent?.status !== 'active' || amount === 0) return null;
  const share: NewCommission = {
    ...of,
    reference: of.reference ?? ownReference(),
    affiliateId: parent.id,
    type: 'subpartner',
    amount,
    baseAmount: of.amount,
    rateType: rate.type,
    rate: rate.value,
    rateRule: 'subpartner',
    parentId: of.id,
    // The customer is not theirs.
    customerEmail: '',
    description: '',
  };
  return { chain, parent, share };
}
