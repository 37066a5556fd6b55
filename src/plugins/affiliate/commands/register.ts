import type { PluginContext } from '../../../index.js';
import type { AffiliateProgramme } from '../affiliate.js';
import { registerAffiliateCommands } from './affiliate-commands.js';
import { registerClicksRebuild } from './clicks-rebuild.js';
import { registerCommissionCommands } from './commission-commands.js';
import { registerPayoutCommands } from './payout-commands.js';

/** Registers all commands of `mortise affiliate`. */
export function registerCommands(context: PluginContext, programme: AffiliateProgramme): void {
  const { cli } = context;
  registerAffiliateCommands(context, programme);
  registerClicksRebuild(cli, programme);
  registerCommissionCommands(context, programme.ledger);
  registerPayoutCommands(cli, programme);
}
