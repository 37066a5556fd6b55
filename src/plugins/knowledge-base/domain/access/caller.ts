import type { User } from '../../../../index.js';
import type { VisitorRequest } from '../../../../pages.js';

/** Sender of a REST or page request. */
export interface Caller extends VisitorRequest {
  readonly user: User | null;
}
