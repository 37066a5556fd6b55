import type { PluginContext } from '../../../index.js';
import type { AffiliateProgram } from '../affiliate.js';
import { registerCommissionList } from './commissions/list.js';
import { registerCommissionPage } from './commissions/page.js';
import { registerKeyPages } from './keys/pages.js';
import { registerOverview } from './overview/page.js';
import { programArea } from './paths.js';
import { registerNewPayout } from './payouts/create.js';
import { registerPayoutList } from './payouts/list.js';
import { registerPayoutPage } from './payouts/page.js';
import { registerNewPerson } from './people/add.js';
import { registerPeopleList } from './people/list.js';
import { registerPersonPage } from './people/page.js';

/** Registers the admin pages of the program. */
export function registerAdmin(context: PluginContext, program: AffiliateProgram): void {
  const area = programArea(context.admin);
  registerOverview(area, program);
  registerPeopleList(area, program);
  registerNewPerson(area, program);
  registerPersonPage(area, context.users, program);
  registerCommissionPage(area, context.db, program, registerCommissionList(area, program));
  registerPayoutList(area);
  registerNewPayout(area, context.db, program);
  registerPayoutPage(area, context.users, program);
  registerKeyPages(area, context);
}
