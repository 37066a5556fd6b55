import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HostError } from '../errors.js';
import { templateLocations } from './template-locations.js';
import { TEMPLATE_ENDINGS } from './template-module.js';
import { isTemplateName, type TemplateCandidate, type TemplateCatalogue, type TemplateQuestion } from './templates.js';

/** A template that can be rendered, with the file that answers. */
export interface TemplateEntry {
  /** `kb/article`. */
  readonly template: string;
  /** Whose it is: the plugin that brings it, or `site` for one of the site's own. */
  readonly owner: string;
  /** Of the comment that the file begins with; null for none. */
  readonly version: number | null;
  /** Whether a file of the site, a theme or another plugin answers in place of the owner's. */
  readonly replaced: boolean;
  readonly origin: string;
  readonly file: string;
}

/** Beside templates, for browsers. */
const ASSETS = 'assets/';
/** The first line of every template of ours: its name and version in a comment. */
const VERSION = /^\s*<%\s*\/\*\s*\S+, version (\d+)\b/;

/** All templates of core and plugins, by name; which file answers is asked without a slug, an id or a language. */
export function templateInventory(catalogue: TemplateCatalogue): TemplateEntry[] {
  const owners = new Map<string, string>();
  for (const { path: folder, owner, namespace } of catalogue.folders()) {
    const spaces = namespace === null ? subfolders(folder) : [namespace];
    for (const space of spaces) {
      const inside = namespace === null ? path.join(folder, space) : folder;
      // Whoever has the namespace brings its templates; others that have the same name replace them.
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
 * Where a template is looked for.
 * @throws HostError 404 `template_unknown` where no file of this name is anywhere
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
 * The file that answers where the site has none of its own: that of the plugin, or what another plugin puts in its place.
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
 * Where the site's own file of a template would stand, and the one that is there already, which may be a module.
 * @param theme null for that of every theme
 * @param ending of a new one
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
      "The site has no folder of templates. Name one in the configuration: templates: './templates'.",
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
  return new HostError('template_unknown', `There is no template "${name}". "mortise template list" shows them.`, {
    status: 404,
    template: name,
  });
}

function versionOf(file: string): number | null {
  const found = VERSION.exec(readFileSync(file, 'utf8'))?.[1];
  return found === undefined ? null : Number(found);
}

/** Names below a folder, `parts/nav`. */
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
