import type { PluginContext } from '../../../index.js';
import type { Bank } from '../bank.js';
import { registerDetectCommand } from './detect.js';
import { registerImportCommand } from './import.js';
import { registerSourcesCommand } from './sources.js';

/** All commands below `mortise bank`. */
export function registerCommands({ cli }: PluginContext, bank: Bank): void {
  registerImportCommand(cli, bank);
  registerDetectCommand(cli, bank);
  registerSourcesCommand(cli, bank);
}
