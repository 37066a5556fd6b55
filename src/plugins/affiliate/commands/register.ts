import type { PluginContext } from '../../../index.js';
import type { AffiliateProgramme } from '../affiliate.js';
import { registerAffiliateCommands } from './affiliate-commands.js';
import { registerClicksRebuild } from './clicks-rebuild.js';
import { registerCommissionCommands } from './commission-commands.js';
import { registerPayoutCommands } from './payout-commands.js';

/** Registers all commands of `mortise affiliate`. */
export function registerCommands({ cli }: PluginContext, programme: AffiliateProgramme): void {
  registerAffiliateCommands(cli, programme);
  registerClicksRebuild(cli, programme);
  registerCommissionCommands(cli, programme);
  registerPayoutCommands(cli, programme);
}
