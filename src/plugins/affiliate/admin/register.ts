import type { PluginContext } from '../../../index.js';
import type { AffiliateProgram } from '../affiliate.js';
import { adminCommissions, registerCommissionList } from './commissions/list.js';
import { registerCommissionPage } from './commissions/page.js';
import { registerKeyPages } from './keys/pages.js';
import { registerOverview } from './overview/page.js';
import { registerNewPayout } from './payouts/create.js';
import { registerPayoutList } from './payouts/list.js';
import { registerPayoutPage } from './payouts/page.js';
import { registerNewPerson } from './people/add.js';
import { registerPeopleList } from './people/list.js';
import { registerPersonPage } from './people/page.js';

/** Registers the admin pages of the program. */
export function registerAdmin(context: PluginContext, program: AffiliateProgram): void {
  registerOverview(context, program);
  registerPeopleList(context, program);
  registerNewPerson(context, program);
  registerPersonPage(context, program);
  const commissions = adminCommissions(context, program);
  registerCommissionList(context, commissions);
  registerCommissionPage(context, program, commissions);
  registerPayoutList(context);
  registerNewPayout(context, program);
  registerPayoutPage(context, program);
  registerKeyPages(context);
}
