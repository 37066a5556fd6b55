import type { PluginContext } from '../../../index.js';
import type { Bank } from '../bank.js';
import { registerDetectCommand } from './detect.js';
import { registerImportCommand } from './import.js';
import { registerMatchCommand } from './match.js';
import { registerReceivableCommands } from './receivable-commands.js';
import { registerRunCommands } from './run-commands.js';
import { registerSecretRotate } from './secret-rotate.js';
import { registerSourcesCommand } from './sources.js';
import { registerTransactionCommands } from './transaction-commands.js';

/** Registers all commands below `mortise bank`. */
export function registerCommands(context: Pick<PluginContext, 'cli' | 'db' | 'site'>, bank: Bank): void {
  const { cli } = context;
  registerRunCommands(cli, bank);
  registerImportCommand(cli, bank);
  registerDetectCommand(cli, bank);
  registerMatchCommand(cli, bank);
  registerTransactionCommands(context, bank);
  registerReceivableCommands(context, bank.receivables);
  registerSourcesCommand(cli, bank);
  registerSecretRotate(cli, bank.secret);
}
