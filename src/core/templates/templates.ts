import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HostError } from '../errors.js';
import { escapeHtml, isSafeHtml, safeHtml } from '../html/safe-html.js';
import { packageFile } from '../package-file.js';
import type { TemplateData } from './names.js';
import { strictData, type TemplateFault, templateFault } from './strict-data.js';
import { createTemplateFiles } from './template-files.js';
import { byPriority, type TemplateFolder, type TemplateLocation, templateLocations } from './template-locations.js';
import { isTemplateModule, renderModule, TEMPLATE_ENDINGS } from './template-module.js';

/** Slug, id and locale of a page, for templates that apply to one article or one locale only. */
export interface TemplateVariants {
  slug?: string;
  id?: number;
  locale?: string;
}

export interface TemplateOptions {
  /** Folder of the site's own templates. */
  siteFolder?: URL | string;
  theme?: string;
  /**
   * For development and tests: unknown fields and unsafe raw output throw, errors show the line, and changed files are
   * reloaded.
   */
  strict: boolean;
  /**
   * Called when a template fails and another file is used instead. Outside strict mode, a broken file falls back to
   * the next one, down to the plugin's own.
   */
  onFallback?: (fault: HostError, files: { file: string; instead: string }) => void;
  /** Filters the searched locations. The result is sorted by priority again. */
  locations?: (locations: TemplateLocation[], template: string, data: object) => TemplateLocation[];
}

/** Options of a folder of templates. */
export interface FolderOptions {
  /** Namespace of the folder. Without it, the folder has one subfolder per namespace. */
  namespace?: string;
  /** Folder name of the namespace within the site's templates. Default: the namespace. */
  sitePrefix?: string;
}

/** The template API of one plugin. */
export interface OwnedTemplates extends Pick<Templates, 'render'> {
  /**
   * Adds a folder of templates. A site overrides single templates with files of the same name in its own folder.
   *
   * ```ts
   * templates.add(new URL('../templates', import.meta.url));
   * ```
   */
  add(folder: URL | string, options?: FolderOptions): void;
}

/** Template engine in which a site and its plugins can override every page and part, file by file. */
export interface Templates {
  /** Adds a folder of templates. */
  add(folder: URL | string, owner: string, options?: FolderOptions): void;
  removeOwner(owner: string): void;
  /**
   * Finds the file of a template: in each location `{name}-{slug}`, then `{name}-{id}`, `{name}-{locale}` and
   * `{name}`, each as `.eta` or as a module, `.js` or `.mjs`.
   * @throws HostError `template_not_found` with the searched files, `template_invalid_name`
   */
  locate(name: string, data?: object, variants?: TemplateVariants): { file: string; origin: string };
  readonly catalogue: TemplateCatalogue;
  /**
   * Renders a template to HTML. `variants` also apply to included parts. Outside strict mode, a file that fails falls
   * back to the next one, and `onFallback` is called.
   * @throws HostError `template_not_found`, `template_failed`; in strict mode also `template_unknown_field` and
   * `template_unsafe_html`
   */
  render<K extends keyof TemplateData & string>(
    name: K,
    data: TemplateData[K],
    variants?: TemplateVariants,
  ): Promise<string>;
  /** Synchronous {@link render}. */
  renderSync<K extends keyof TemplateData & string>(
    name: K,
    data: TemplateData[K],
    variants?: TemplateVariants,
  ): string;
  /**
   * Returns the SHA-256 hash, in hex, of a template's file without its included parts. Use it in cache keys of
   * rendered output.
   * @throws HostError `template_not_found`, `template_invalid_name`
   */
  fingerprint(name: string, variants?: TemplateVariants): string;
}

/** A file considered for a template. */
export interface TemplateCandidate {
  readonly file: string;
  /** `site`, a theme, or the owner of the folder. */
  readonly origin: string;
  readonly exists: boolean;
}

const ETA = '.eta';
/** Overrides the site's settings when looking up templates. */
export interface TemplateQuestion {
  readonly variants?: TemplateVariants;
  readonly theme?: string | null;
}

/** Lookup of template files, for tools that override templates. */
export interface TemplateCatalogue {
  /** Folder of the site's own templates. Null if there is none. */
  readonly siteFolder: string | null;
  readonly theme: string | null;
  /** Template folders, except the site's own. */
  folders(): readonly TemplateFolder[];
  /**
   * Lists every file considered for a template, in order; the first one that exists is used. Location filters are
   * called without page data here.
   * @throws HostError `template_invalid_name`
   */
  candidates(name: string, question?: TemplateQuestion): TemplateCandidate[];
}

const VALID_NAME = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)+$/;
/** Suffix of plain text templates, as used for emails. */
const PLAIN_TEXT = '-text';
/** One path segment in any script. Other values cannot be part of a file name and are skipped. */
const validVariant = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u;

/**
 * Creates the template engine. It renders Eta files (`<%= it.title %>` escapes, `<%~ it.content %>` prints SafeHtml)
 * and JavaScript modules, found through an override order. Templates whose names end in `-text` produce plain text
 * without escaping. Templates are trusted code, like everything else installed on the server.
 */
export function createTemplates(options: TemplateOptions): Templates {
  const files = createTemplateFiles({ reload: options.strict });
  const siteFolder = options.siteFolder === undefined ? null : folderPath(options.siteFolder);
  const theme = options.theme ?? null;
  const folderOfCore = (namespace: string): TemplateFolder => ({
    path: fileURLToPath(packageFile(`templates/${namespace}`)),
    owner: 'core',
    namespace,
    sitePrefix: namespace,
  });
  let folders: TemplateFolder[] = [folderOfCore('core'), folderOfCore('mail')];

  /** Yields the files considered for a template, in order. */
  function* candidatesOf(
    name: string,
    data: object,
    variants: TemplateVariants,
    askedTheme: string | null,
  ): Generator<TemplateCandidate, undefined> {
    if (!isTemplateName(name)) {
      throw new HostError(
        'template_invalid_name',
        `"${name}" is not a template name. Use "namespace/name" with lowercase letters, digits, "-" and "_".`,
        { template: name },
      );
    }
    const slash = name.indexOf('/');
    const local = name.slice(slash + 1);
    const searched = templateLocations(name.slice(0, slash), folders, siteFolder, askedTheme);
    const locations = options.locations ? byPriority(options.locations(searched, name, data)) : searched;
    const suffixes = [variants.slug, variants.id?.toString(), variants.locale]
      .filter((variant) => variant !== undefined && validVariant.test(variant))
      .map((variant) => `${local}-${variant}`);
    for (const location of locations) {
      for (const file of [...suffixes, local].flatMap(filesOf)) {
        yield {
          file: path.join(location.path, file),
          origin: location.origin,
          exists: files.has(location.path, file),
        };
      }
    }
  }

  /** Yields the existing candidates, in order. */
  function* placesOf(name: string, data: object, variants: TemplateVariants): Generator<TemplateCandidate, undefined> {
    const searched: string[] = [];
    let isFound = false;
    for (const candidate of candidatesOf(name, data, variants, theme)) {
      if (candidate.exists) {
        isFound = true;
        yield candidate;
      } else if (candidate.file.endsWith(ETA)) {
        searched.push(candidate.file);
      }
    }
    if (isFound) return;
    throw new HostError(
      'template_not_found',
      `There is no template "${name}". Create one of these files, or add the template folder of its plugin:\n${searched.map((file) => `  ${file}`).join('\n')}`,
      { template: name },
    );
  }

  function locate(name: string, data: object = {}, variants: TemplateVariants = {}): { file: string; origin: string } {
    const [first] = placesOf(name, data, variants);
    if (!first) throw new TypeError(`No place for ${name}`);
    return { file: first.file, origin: first.origin };
  }

  function renderNow(name: string, data: object, variants: TemplateVariants): string {
    let failed: TemplateFault | null = null;
    for (const { file } of placesOf(name, data, variants)) {
      if (failed) options.onFallback?.(failed.error, { file: failed.file, instead: file });
      try {
        return renderFile(file, name, data, variants);
      } catch (error) {
        failed = { error: templateFault(error, name, file), file };
        // Strict mode shows the error to the template's author instead of falling back.
        if (options.strict) break;
      }
    }
    throw failed?.error ?? new TypeError(`No place for ${name}`);
  }

  function renderFile(file: string, name: string, data: object, variants: TemplateVariants): string {
    const templateData = options.strict ? strictData(data, name) : data;
    const include = (part: string, partData: object): string => renderNow(part, partData, variants);
    if (isTemplateModule(file)) {
      const html = renderModule(file, templateData, include);
      return name.endsWith(PLAIN_TEXT) ? plainText(html) : rawOutput(html, 'its result', name, options.strict);
    }
    // Plain text needs no HTML escaping.
    const config = name.endsWith(PLAIN_TEXT) ? { ...files.eta.config, escapeFunction: plainText } : files.eta.config;
    const scope = Object.assign(Object.create(files.eta) as typeof files.eta, {
      config,
      render: (part: string, partData: object) => include(part, layoutBodyAsSafe(partData)),
      raw: (value: unknown, expression: string) => rawOutput(value, expression, name, options.strict),
    });
    const template = files.compiled(file);
    return template.call(scope, templateData, { filepath: file });
  }

  return {
    add(folder, owner, { namespace, sitePrefix } = {}) {
      folders = [
        ...folders,
        { path: folderPath(folder), owner, namespace: namespace ?? null, sitePrefix: sitePrefix ?? namespace ?? null },
      ];
      files.clear();
    },
    removeOwner(owner) {
      folders = folders.filter((folder) => folder.owner !== owner);
      files.clear();
    },
    locate,
    catalogue: {
      siteFolder,
      theme,
      folders: () => folders,
      // Missing modules are left out: they would only clutter the list.
      candidates: (name, { variants = {}, theme: requestedTheme = theme } = {}) =>
        [...candidatesOf(name, {}, variants, requestedTheme)].filter(
          ({ file, exists }) => exists || file.endsWith(ETA),
        ),
    },
    async render(name, data, variants = {}) {
      return renderNow(name, data, variants);
    },
    renderSync: (name, data, variants = {}) => renderNow(name, data, variants),
    fingerprint: (name, variants) => files.fingerprint(locate(name, {}, variants).file),
  };
}

/** File names for a template, in order of preference. */
function filesOf(name: string): string[] {
  return TEMPLATE_ENDINGS.map((ending) => name + ending);
}

/** Whether it is a valid template name: `namespace/name`. */
export function isTemplateName(name: string): boolean {
  return VALID_NAME.test(name);
}

function plainText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function folderPath(folder: URL | string): string {
  return String(folder).startsWith('file:') ? fileURLToPath(folder) : path.resolve(String(folder));
}

/** Eta's `layout()` passes the rendered page as the string `body`. The engine rendered it, so it is safe to print. */
function layoutBodyAsSafe(data: object): object {
  return '__blocks' in data && 'body' in data && typeof data.body === 'string'
    ? { ...data, body: safeHtml(data.body) }
    : data;
}

function rawOutput(value: unknown, expression: string, template: string, strict: boolean): string {
  if (isSafeHtml(value)) return value.toString();
  if (!strict) return escapeHtml(value);
  throw new HostError(
    'template_unsafe_html',
    `The template "${template}" prints "${expression}" unescaped, but it is not SafeHtml. Use <%= %>, or create the value with safeHtml() where it is sanitized.`,
    { template, expression },
  );
}
