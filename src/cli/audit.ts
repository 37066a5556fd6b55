import type { CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import { authEventList } from '../core/identity/auth-events.js';
import { listCommand } from '../core/resource/command.js';

/** Commands of `mortise audit`. */
export function auditCommands(host: Host): CommandDefinitions {
  return {
    'audit list': listCommand(authEventList, host, {
      summary: 'List events of accounts and credentials, newest first',
    }),
  };
}
