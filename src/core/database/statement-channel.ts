import { channel } from 'node:diagnostics_channel';

/** Statement sent to the database. Its values are omitted because they may be secret. */
export interface TracedStatement {
  /** SQL text; `begin` and `commit` represent a transaction, whatever the server calls them. */
  readonly sql: string;
}

/**
 * Diagnostics channel `mortise:statement`, which publishes every statement for tests and tracing. A database
 * publishes only if a subscriber existed when it was opened; otherwise the channel costs nothing.
 */
export const STATEMENTS = channel('mortise:statement');

/** Publishes one statement, including failed ones. */
export function publishStatement(sql: string): void {
  const statement: TracedStatement = { sql };
  STATEMENTS.publish(statement);
}
