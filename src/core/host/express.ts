import type { RequestCms } from './callers.js';

declare global {
  // The way in which middleware of Express tells its types of what it adds; without Express it says nothing.
  namespace Express {
    interface Request {
      /** Set by `host.context()` and, for what the host does not answer itself, by `host.handler()`. */
      cms: RequestCms;
    }
  }
}
