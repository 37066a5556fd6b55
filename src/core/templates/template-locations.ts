import path from 'node:path';

/** A folder searched for the templates of one namespace. Lower priorities come first. */
export interface TemplateLocation {
  path: string;
  priority: number;
  /** `site`, a theme, or the owner of the folder. */
  origin: string;
}

/** A template folder added by a plugin. */
export interface TemplateFolder {
  path: string;
  owner: string;
  /**
   * Namespace of the folder: with `kb`, its file `article.eta` is the template `kb/article`. Null for a folder with
   * one subfolder per namespace, as used by plugins that override templates of others.
   */
  namespace: string | null;
  /** Folder name of the namespace within the site's templates. */
  sitePrefix: string | null;
}

/** Priorities of the built-in locations. A filter can use values below 10 to come first. */
const locationPriority = { theme: 10, site: 20, otherPlugins: 30, own: 40 } as const;

/**
 * Lists the folders searched for a namespace: the site's theme, the site, other plugins (the last one loaded first,
 * because it knows about the others), and the namespace's own plugin.
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

/** Sorts by priority, lowest first. Equal priorities keep their order. */
export function byPriority(locations: readonly TemplateLocation[]): TemplateLocation[] {
  return locations.toSorted((a, b) => a.priority - b.priority);
}
