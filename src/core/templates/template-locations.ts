import path from 'node:path';

/** A folder in which the templates of one namespace are looked for. Lower priority is asked first. */
export interface TemplateLocation {
  path: string;
  priority: number;
  /** Who put it there: `site`, a theme, or the owner of the folder. */
  origin: string;
}

/** A folder that a plugin brought. */
export interface TemplateFolder {
  path: string;
  owner: string;
  /**
   * The namespace the folder holds: with `kb`, its file `article.eta` is the template `kb/article`. Null for a folder
   * that holds one subfolder per namespace, as a plugin has that overrides templates of others.
   */
  namespace: string | null;
  /** Name of the namespace's folder among the site's templates. */
  sitePrefix: string | null;
}

/** The priorities of the built-in locations; what a filter puts below 10 comes before all of them. */
const locationPriority = { theme: 10, site: 20, otherPlugins: 30, own: 40 } as const;

/**
 * Where the templates of a namespace come from: the site's theme, the site, the folders of other plugins (the one
 * loaded last first, because it knows of the others), the namespace's own plugin.
 * @param siteFolder null for a site without overrides
 */
export function templateLocations(
  namespace: string,
  folders: readonly TemplateFolder[],
  siteFolder: string | null,
  theme: string | null,
): TemplateLocation[] {
  const home = folders.find((folder) => folder.namespace === namespace);
  const prefix = home?.sitePrefix ?? namespace;
  const locations: TemplateLocation[] = [];
  if (siteFolder !== null) {
    if (theme !== null) {
      locations.push({
        path: path.join(siteFolder, theme, prefix),
        priority: locationPriority.theme,
        origin: `theme ${theme}`,
      });
    }
    locations.push({ path: path.join(siteFolder, prefix), priority: locationPriority.site, origin: 'site' });
  }
  for (const folder of folders.toReversed()) {
    if (folder.namespace !== null && folder.namespace !== namespace) continue;
    const own = folder === home || (home === undefined && folder.owner === namespace);
    locations.push({
      path: folder.namespace === null ? path.join(folder.path, namespace) : folder.path,
      priority: own ? locationPriority.own : locationPriority.otherPlugins,
      origin: folder.owner,
    });
  }
  return byPriority(locations);
}

/** Lowest priority first; equal ones keep their order. */
export function byPriority(locations: readonly TemplateLocation[]): TemplateLocation[] {
  return locations.toSorted((a, b) => a.priority - b.priority);
}
