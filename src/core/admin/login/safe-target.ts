import type { Site } from '../../site.js';

/**
 * Where a login leads to: the path that was asked for, when it is one of this very site, else the admin area. A login
 * that forwards elsewhere would serve phishers.
 */
export function safeTarget(site: Site, target: string): string {
  const home = site.href(site.admin);
  if (!target.startsWith('/')) return home;
  const path = pathOn(site.origin, target);
  // Read once more as the browser will: `/.//elsewhere` is a path here, and what is left of it names a host.
  return path !== null && pathOn(site.origin, path) === path ? path : home;
}

/** @returns path, query and fragment, null for an address of another origin */
function pathOn(origin: string, target: string): string | null {
  if (!URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}
