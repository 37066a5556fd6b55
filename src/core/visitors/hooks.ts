import type { OwnedHooks } from '../../hooks/hooks.js';
import type { VisitorRequest } from './visitors.js';

declare module '../../hooks/names.js' {
  interface Filters {
    /**
     * Whether plugins may tell this visitor apart from others, by a key that changes daily. Initially false for
     * visitors who send `DNT: 1` or `Sec-GPC: 1`. Called during the request, so it must be fast. If a callback throws,
     * there is no consent.
     */
    visitor_consent(isGranted: boolean, request: VisitorRequest): boolean;
  }
}

export function defineVisitorHooks({ define }: OwnedHooks): void {
  define('visitor_consent', {
    kind: 'filter',
    since: '0.3.0',
    async: 'never',
    critical: true,
    accepts: (value: unknown) => typeof value === 'boolean',
  });
}
