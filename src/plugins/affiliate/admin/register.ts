import type { PluginContext } from '../../../index.js';
import type { AffiliateProgramme } from '../affiliate.js';
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

/** Registers the admin pages of the programme. */
export function registerAdmin(context: PluginContext, programme: AffiliateProgramme): void {
  registerOverview(context, programme);
  registerPeopleList(context, programme);
  registerNewPerson(context, programme);
  registerPersonPage(context, programme);
  const commissions = adminCommissions(context, programme);
  registerCommissionList(context, commissions);
  registerCommissionPage(context, programme, commissions);
  registerPayoutList(context);
  registerNewPayout(context, programme);
  registerPayoutPage(context, programme);
  registerKeyPages(context);
}
