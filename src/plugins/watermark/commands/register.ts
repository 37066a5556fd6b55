import type { OwnedCommands } from '../../../operations.js';
import type { Watermark } from '../watermark.js';
import { registerLookCommands } from './look.js';
import { registerWorkCommands } from './work.js';

/** Registers all commands of `mortise watermark`. */
export function registerCommands(cli: OwnedCommands, watermark: Watermark): void {
  registerWorkCommands(cli, watermark);
  registerLookCommands(cli, watermark);
}
