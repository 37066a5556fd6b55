import type { PageHandler } from '../pages/router.js';
import { createLoginPages } from './login/pages.js';
import type { LoginPagesParts } from './login/parts.js';

export interface AdminPagesParts extends LoginPagesParts {
  /** Handles everything that requires a login. */
  readonly area: PageHandler;
}

/** Handles the pages below `/admin`: login pages in the site's layout, all others in the admin layout. */
export function createAdminPages(parts: AdminPagesParts): PageHandler {
  const loginPages = createLoginPages(parts);
  return async (request) => (await loginPages(request)) ?? parts.area(request);
}
