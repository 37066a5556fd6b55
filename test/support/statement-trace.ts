import { AsyncLocalStorage } from 'node:async_hooks';
import { STATEMENTS, type TracedStatement } from '../../src/core/database/database.js';
import type { Handler } from '../../src/core/http/send.js';

/** Records the statements of the database by the work that caused them. */
export interface StatementTrace {
  /** Runs `work` and returns the statements that it caused, in order, without those of other work. */
  of(work: () => unknown): Promise<string[]>;
  /** Wraps a listener so that its requests belong to the work running at their arrival. */
  around(handler: Handler): Handler;
  stop(): void;
}

/** Starts listening. Call it before the host is created: databases that are already open report nothing. */
export function traceStatements(): StatementTrace {
  const heard = new AsyncLocalStorage<string[]>();
  let running: string[] = [];
  const listener = (message: unknown): void => void heard.getStore()?.push((message as TracedStatement).sql);
  STATEMENTS.subscribe(listener);
  return {
    async of(work) {
      const statements: string[] = [];
      running = statements;
      await heard.run(statements, work);
      return [...statements];
    },
    around: (handler) => (request, response, next) => heard.run(running, () => handler(request, response, next)),
    stop() {
      STATEMENTS.unsubscribe(listener);
      heard.disable();
    },
  };
}

/** Shortens a statement to two words: `select kb_articles`, `insert posts`, `begin`. */
export function inShort(sql: string): string {
  const [, verb = sql, table = ''] =
    /^(\w+)(?:.*?\b(?:from|into|update) [`"](?:mortise_)?(\w+)[`"])?/is.exec(
      sql.replace(/^update/i, 'update update'),
    ) ?? [];
  return `${verb} ${table}`.trim();
}
