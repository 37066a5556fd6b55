import type { Site } from '../../site.js';

/**
 * Returns the path to open after login: the requested one if it is on this site, otherwise the admin area.
 * Redirecting to other sites would help phishers (open redirect).
 */
export function safeTarget(site: Site, target: string): string {
  const home = site.href(site.admin);
  if (!target.startsWith('/')) return home;
  const path = pathOn(site.origin, target);
  // Parsed twice, as the browser will: `/.//elsewhere` is a path here, but its normalized form names a host.
  return path !== null && pathOn(site.origin, path) === path ? path : home;
}

/** Resolves a target. @returns path, query and fragment, or null for a URL of another origin */
function pathOn(origin: string, target: string): string | null {
  if (!URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}
