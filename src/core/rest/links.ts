import { isRecord } from '../record.js';

/** Link in the `_links` of a resource. */
interface Link {
  readonly href: string;
  readonly embeddable: boolean;
}

/** Returns the links of a resource by relation; empty if it has none. */
export function linksOf(resource: unknown): ReadonlyMap<string, readonly Link[]> {
  const links = isRecord(resource) && Object.hasOwn(resource, '_links') ? resource._links : undefined;
  if (!isRecord(links)) return new Map();
  return new Map(
    Object.entries(links).map(([relation, targets]) => [
      relation,
      [targets].flat().map((target) => ({
        href: isRecord(target) && typeof target.href === 'string' ? target.href : '',
        embeddable: isRecord(target) && target.embeddable === true,
      })),
    ]),
  );
}
