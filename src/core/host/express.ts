import type { RequestCms } from './callers.js';

declare global {
  // Express extends its request type by merging this namespace. Without Express it has no effect.
  namespace Express {
    interface Request {
      /** Set by `host.context()` and, for requests the host does not answer, by `host.handler()`. */
      cms: RequestCms;
    }
  }
}
