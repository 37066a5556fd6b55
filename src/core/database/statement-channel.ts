import { channel } from 'node:diagnostics_channel';

/** One statement that the database was asked; its values are left out, since they may be secret. */
export interface ToldStatement {
  /** `begin` and `commit` stand for a transaction, whatever the server calls them. */
  readonly sql: string;
}

/**
 * Where every statement is told of, for tests and for those who trace a site: `diagnostics_channel`,
 * `mortise:statement`. Databases tell of theirs when somebody had subscribed before they were opened; otherwise it costs
 * nothing.
 */
export const STATEMENTS = channel('mortise:statement');

/** Tells of one statement; those that failed are told of as well. */
export function tellStatement(sql: string): void {
  const told: ToldStatement = { sql };
  STATEMENTS.publish(told);
}
