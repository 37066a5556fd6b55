import type { Host } from '../core/host/host.js';
import type { Job } from '../core/services/jobs/jobs.js';
import type { User } from '../core/user.js';
import type { CommandResult } from './run-command.js';
import type { Visitor } from './visitor.js';

/** A host for one test, with test helpers. */
export interface TestHost extends Host, Visitor {
  /** Creates a user with a role. */
  createUser(role: string): Promise<User & { readonly password: string }>;
  /** Serves the host on a free port until it is closed. @returns the URL, without a trailing slash */
  listen(): Promise<string>;
  /** Runs a command of a plugin, like `mortise` does: `command('recipes', 'list', '--format=json')`. */
  command(...argv: readonly string[]): Promise<CommandResult>;
  /**
   * Runs waiting jobs, and jobs they add, until none are left, including webhook deliveries. Jobs scheduled for later,
   * such as retries, stay.
   * @returns the jobs that ended
   */
  work(): Promise<readonly Job[]>;
  /** Returns the emails sent so far, oldest first, in wire format (RFC 5322). Empty with your own `mail` option. */
  sentMails(): Promise<readonly string[]>;
}
