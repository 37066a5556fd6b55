import type { Host } from '../core/host/host.js';
import type { Job } from '../core/services/jobs/jobs.js';
import type { User } from '../core/user.js';
import type { CommandResult } from './run-command.js';
import type { Visitor } from './visitor.js';

/** A host that a test has for itself, and what the test does with it. */
export interface TestHost extends Host, Visitor {
  /** A new user with this role. */
  createUser(role: string): Promise<User & { readonly password: string }>;
  /** Serves the host on a free port; closed with the host. @returns the address, without a slash at the end */
  listen(): Promise<string>;
  /** Runs a command of a plugin as `mortise` does: `command('recipes', 'list', '--format=json')`. */
  command(...argv: readonly string[]): Promise<CommandResult>;
  /**
   * Does the jobs that wait, with those that they add, until none is left; messages to webhooks are jobs too. What is to
   * run later, a second attempt too, stays.
   * @returns the jobs that ended meanwhile
   */
  work(): Promise<readonly Job[]>;
  /** The mails so far, oldest first, each as it would go over the wire (RFC 5322); none with a `mail` of your own. */
  sentMails(): Promise<readonly string[]>;
}
