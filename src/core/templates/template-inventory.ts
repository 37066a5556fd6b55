import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HostError } from '../errors.js';
import { templateLocations } from './template-locations.js';
import { TEMPLATE_ENDINGS } from './template-module.js';
import { isTemplateName, type TemplateCandidate, type TemplateCatalogue, type TemplateQuestion } from './templates.js';

/** A template, with the file that is used for it. */
export interface TemplateEntry {
  /** Name of the template, such as `kb/article`. */
  readonly template: string;
  /** The plugin that provides it, or `site` for one of the site's own. */
  readonly owner: string;
  /** Version from the comment on the file's first line. Null without one. */
  readonly version: number | null;
  /** Whether a file of the site, a theme or another plugin replaces the owner's. */
  readonly replaced: boolean;
  readonly origin: string;
  readonly file: string;
}

/** Folder of browser assets next to the templates. */
const ASSETS = 'assets/';
/** The first line of every shipped template: a comment with its name and version. */
const VERSION = /^\s*<%\s*\/\*\s*\S+, version (\d+)\b/;

/** Lists all templates with the file in use, ignoring variants by slug, id or locale. */
export function templateInventory(catalogue: TemplateCatalogue): TemplateEntry[] {
  const owners = new Map<string, string>();
  for (const { path: folder, owner, namespace } of catalogue.folders()) {
    const spaces = namespace === null ? subfolders(folder) : [namespace];
    for (const space of spaces) {
      const inside = namespace === null ? path.join(folder, space) : folder;
      // The owner of a namespace owns its templates. Files of the same name elsewhere replace them.
      for (const local of namesIn(inside)) {
        const name = `${space}/${local}`;
        if (namespace !== null || !owners.has(name)) owners.set(name, owner);
      }
    }
  }
  return [...owners]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([template, owner]) => {
      const answering = catalogue.candidates(template).find(({ exists }) => exists);
      if (!answering) return [];
      const { file, origin } = answering;
      return [{ template, owner, version: versionOf(file), replaced: origin !== owner, origin, file }];
    });
}

/**
 * Lists the files searched for a template, in order.
 * @throws HostError 404 `template_unknown` if none of them exists
 */
export function templateSearch(
  catalogue: TemplateCatalogue,
  name: string,
  question: TemplateQuestion,
): (TemplateCandidate & { readonly version: number | null })[] {
  if (!isTemplateName(name)) throw unknownTemplate(name);
  const candidates = catalogue.candidates(name, question);
  if (!candidates.some(({ exists }) => exists)) throw unknownTemplate(name);
  return candidates.map((candidate) => ({
    ...candidate,
    version: candidate.exists ? versionOf(candidate.file) : null,
  }));
}

/**
 * Finds the file used without the site's overrides: the plugin's own, or a replacement by another plugin.
 * @throws HostError 404 `template_unknown`
 */
export function shippedFile(catalogue: TemplateCatalogue, name: string): string {
  if (!isTemplateName(name)) throw unknownTemplate(name);
  const { space, local } = partsOf(name);
  const places = templateLocations(space, catalogue.folders(), null, null);
  const found = places
    .flatMap((place) => TEMPLATE_ENDINGS.map((ending) => path.join(place.path, local + ending)))
    .find((file) => existsSync(file));
  if (found === undefined) throw unknownTemplate(name);
  return found;
}

/**
 * Returns the path for a site's override of a template, and the existing override, which may be a module.
 * @param theme null for the override that applies to every theme
 * @param ending file extension of a new override
 */
export function siteFileOf(
  catalogue: TemplateCatalogue,
  name: string,
  { theme, ending }: { readonly theme: string | null; readonly ending: string },
): { readonly file: string; readonly present: string | null } {
  const { siteFolder } = catalogue;
  if (siteFolder === null) {
    throw new HostError(
      'templates_folder_missing',
      "The site has no template folder. Set one in the configuration: templates: './templates'.",
      { status: 400 },
    );
  }
  const { space, local } = partsOf(name);
  const [place] = templateLocations(space, catalogue.folders(), siteFolder, theme);
  if (!place) throw unknownTemplate(name);
  const present = TEMPLATE_ENDINGS.map((each) => path.join(place.path, local + each)).find((file) => existsSync(file));
  return { file: path.join(place.path, local + ending), present: present ?? null };
}

function partsOf(name: string): { readonly space: string; readonly local: string } {
  const slash = name.indexOf('/');
  return { space: name.slice(0, slash), local: name.slice(slash + 1) };
}

function unknownTemplate(name: string): HostError {
  return new HostError(
    'template_unknown',
    `There is no template "${name}". Run "mortise template list" to see all templates.`,
    {
      status: 404,
      template: name,
    },
  );
}

function versionOf(file: string): number | null {
  const found = VERSION.exec(readFileSync(file, 'utf8'))?.[1];
  return found === undefined ? null : Number(found);
}

/** Template names below a folder, such as `parts/nav`. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith(ASSETS))
    .flatMap((file) => {
      const ending = TEMPLATE_ENDINGS.find((each) => file.endsWith(each));
      return ending === undefined ? [] : [file.slice(0, -ending.length)];
    });
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
