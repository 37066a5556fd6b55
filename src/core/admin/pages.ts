import type { PageHandler } from '../pages/router.js';
import { createLoginPages } from './login/pages.js';
import type { LoginPagesParts } from './login/parts.js';

export interface AdminPagesParts extends LoginPagesParts {
  /** Answers everything that needs somebody logged in. */
  readonly area: PageHandler;
}

/** The pages below `/admin`: those around logging in stand in the site's layout, the rest in the admin area's frame. */
export function createAdminPages(parts: AdminPagesParts): PageHandler {
  const loginPages = createLoginPages(parts);
  return async (request) => (await loginPages(request)) ?? parts.area(request);
}
