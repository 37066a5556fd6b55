import type { OwnedCommands } from '../../../index.js';
import type { Watermark } from '../watermark.js';
import { registerLookCommands } from './look.js';
import { registerWorkCommands } from './work.js';

/** All commands below `mortise watermark`. */
export function registerCommands(cli: OwnedCommands, watermark: Watermark): void {
  registerWorkCommands(cli, watermark);
  registerLookCommands(cli, watermark);
}
