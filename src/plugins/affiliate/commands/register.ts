import type { PluginContext } from '../../../index.js';
import type { AffiliateProgram } from '../affiliate.js';
import { registerAffiliateCommands } from './affiliate-commands.js';
import { registerClicksRebuild } from './clicks-rebuild.js';
import { registerCommissionCommands } from './commission-commands.js';
import { registerPayoutCommands } from './payout-commands.js';

/** Registers all commands of `mortise affiliate`. */
export function registerCommands(context: PluginContext, program: AffiliateProgram): void {
  const { cli } = context;
  registerAffiliateCommands(context, program);
  registerClicksRebuild(cli, program);
  registerCommissionCommands(context, program.ledger);
  registerPayoutCommands(cli, program);
}
