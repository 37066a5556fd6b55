import { isFlagSet } from '../http/query.js';
import type { RestResponse } from './response.js';

/** Whole answer as data, for clients that cannot read status and headers, and for batch items. */
export interface Envelope {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether a call asks for an envelope. */
export function wantsEnvelope(query: Readonly<Record<string, unknown>>): boolean {
  return isFlagSet(query._envelope);
}

export function toEnvelope({ data, status, headers }: Pick<RestResponse, 'data' | 'status' | 'headers'>): Envelope {
  return { body: data ?? null, status, headers };
}
