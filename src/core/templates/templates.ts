import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HostError } from '../errors.js';
import { escapeHtml, isSafeHtml, safeHtml } from '../html/safe-html.js';
import { packageFile } from '../package-file.js';
import type { TemplateData } from './names.js';
import { strictData } from './strict-data.js';
import { type TemplateFault, templateFault } from './template-fault.js';
import { createTemplateFiles } from './template-files.js';
import { byPriority, type TemplateFolder, type TemplateLocation, templateLocations } from './template-locations.js';
import { isTemplateModule, renderModule, TEMPLATE_ENDINGS } from './template-module.js';

/** What the page is about, for templates that serve one article or one language alone. */
export interface TemplateVariants {
  slug?: string;
  id?: number;
  locale?: string;
}

export interface TemplateOptions {
  /** The folder with the site's own templates. */
  siteFolder?: URL | string;
  theme?: string;
  /**
   * For development and tests: unknown fields and unsafe raw output throw, errors show the line, and files are read
   * again when they change.
   */
  strict: boolean;
  /**
   * Hears of a template that failed and of the file that was taken in its place: outside of strict mode a broken file of
   * a site gives way to the next one, down to that of the plugin.
   */
  onFallback?: (fault: HostError, files: { file: string; instead: string }) => void;
  /** Last word on where a template is looked for; the result is sorted by priority again. */
  locations?: (locations: TemplateLocation[], template: string, data: object) => TemplateLocation[];
}

export interface FolderOptions {
  /** The one namespace the folder holds; without it, it holds a subfolder per namespace. */
  namespace?: string;
  /** Name of the namespace's folder among the site's templates, by default the namespace. */
  sitePrefix?: string;
}

/** The templates with a plugin as owner. */
export interface OwnedTemplates extends Pick<Templates, 'render'> {
  /**
   * Adds a folder of templates. A site replaces single ones by files of the same name in its own folder.
   *
   * ```ts
   * templates.add(new URL('../templates', import.meta.url));
   * ```
   */
  add(folder: URL | string, options?: FolderOptions): void;
}

/** Templates that a site and its plugins can replace file by file, pages and parts alike. */
export interface Templates {
  /** Adds a folder of templates. */
  add(folder: URL | string, owner: string, options?: FolderOptions): void;
  removeOwner(owner: string): void;
  /**
   * Where a template comes from: in each location `{name}-{slug}`, then `{name}-{id}`, `{name}-{locale}`
   * and `{name}`, each as `.eta` or as a module, `.js` or `.mjs`.
   * @throws HostError `template_not_found` with the files that were looked for, `template_invalid_name`
   */
  locate(name: string, data?: object, variants?: TemplateVariants): { file: string; origin: string };
  readonly catalogue: TemplateCatalogue;
  /**
   * The page as HTML. `variants` hold for the parts it includes as well. Outside of strict mode a file that fails gives
   * way to the next one that there is, and `onFallback` hears of it.
   * @throws HostError `template_not_found`, `template_failed`; in strict mode also `template_unknown_field` and
   * `template_unsafe_html`
   */
  render<K extends keyof TemplateData & string>(
    name: K,
    data: TemplateData[K],
    variants?: TemplateVariants,
  ): Promise<string>;
  /** As {@link render}, for what cannot wait. */
  renderSync<K extends keyof TemplateData & string>(
    name: K,
    data: TemplateData[K],
    variants?: TemplateVariants,
  ): string;
  /**
   * SHA-256, in hexadecimal digits, of the file that a template comes from, without the parts that it includes: whoever
   * keeps what a template made keeps it under this too.
   * @throws HostError `template_not_found`, `template_invalid_name`
   */
  fingerprint(name: string, variants?: TemplateVariants): string;
}

/** A file that a template may come from. */
export interface TemplateCandidate {
  readonly file: string;
  /** `site`, a theme, or the owner of the folder. */
  readonly origin: string;
  readonly exists: boolean;
}

const ETA = '.eta';
/** What somebody asks who wants to know where templates come from, instead of what the site is set to. */
export interface TemplateQuestion {
  readonly variants?: TemplateVariants;
  readonly theme?: string | null;
}

/** Where templates come from, for those who replace them. */
export interface TemplateCatalogue {
  /** The folder of the site's own templates; null where it has none. */
  readonly siteFolder: string | null;
  readonly theme: string | null;
  /** The folders with templates, those of the site not among them. */
  folders(): readonly TemplateFolder[];
  /**
   * Every file that a template may come from, in the order in which they are looked for: the first that exists answers.
   * Filters that look at the data of a page see none here.
   * @throws HostError `template_invalid_name`
   */
  candidates(name: string, question?: TemplateQuestion): TemplateCandidate[];
}

const VALID_NAME = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)+$/;
/** How the names of templates end that make no HTML but plain text, as mails need it. */
const PLAIN_TEXT = '-text';
/** One path segment in any script; anything else cannot be part of a file name and is not looked for. */
const validVariant = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u;

/**
 * The template engine: Eta files (`<%= it.title %>` escapes, `<%~ it.content %>` prints SafeHtml), found through an
 * override order. Templates whose names end in `-text` make plain text, in which nothing is escaped. Templates are trusted code, like everything else that is installed on the server.
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

  /** The files that a template may come from, in the order in which they are looked for. */
  function* candidatesOf(
    name: string,
    data: object,
    variants: TemplateVariants,
    askedTheme: string | null,
  ): Generator<TemplateCandidate, undefined> {
    if (!isTemplateName(name)) {
      throw new HostError(
        'template_invalid_name',
        `"${name}" is no template name: write "namespace/name" in lower-case letters, digits, "-" and "_".`,
        { template: name },
      );
    }
    const slash = name.indexOf('/');
    const local = name.slice(slash + 1);
    const known = templateLocations(name.slice(0, slash), folders, siteFolder, askedTheme);
    const locations = options.locations ? byPriority(options.locations(known, name, data)) : known;
    const wanted = [variants.slug, variants.id?.toString(), variants.locale]
      .filter((variant) => variant !== undefined && validVariant.test(variant))
      .map((variant) => `${local}-${variant}`);
    for (const location of locations) {
      for (const file of [...wanted, local].flatMap(filesOf)) {
        yield {
          file: path.join(location.path, file),
          origin: location.origin,
          exists: files.has(location.path, file),
        };
      }
    }
  }

  /** Those of them that exist, first the one that is taken. */
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
      `There is no template "${name}". Create one of these files, or add the folder of the plugin that has it:\n${searched.map((file) => `  ${file}`).join('\n')}`,
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
        // Whoever writes a template is to see what is wrong with it.
        if (options.strict) break;
      }
    }
    throw failed?.error ?? new TypeError(`No place for ${name}`);
  }

  function renderFile(file: string, name: string, data: object, variants: TemplateVariants): string {
    const given = options.strict ? strictData(data, name) : data;
    const include = (part: string, partData: object): string => renderNow(part, partData, variants);
    if (isTemplateModule(file)) {
      const made = renderModule(file, given, include);
      return name.endsWith(PLAIN_TEXT) ? plainText(made) : rawOutput(made, 'its result', name, options.strict);
    }
    // Nothing in plain text is markup, so nothing in it is escaped.
    const config = name.endsWith(PLAIN_TEXT) ? { ...files.eta.config, escapeFunction: plainText } : files.eta.config;
    const scope = Object.assign(Object.create(files.eta) as typeof files.eta, {
      config,
      render: (part: string, partData: object) => include(part, layoutBodyAsSafe(partData)),
      raw: (value: unknown, expression: string) => rawOutput(value, expression, name, options.strict),
    });
    const template = files.compiled(file);
    return template.call(scope, given, { filepath: file });
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
      // A module that is not there is one that nobody would think of first.
      candidates: (name, { variants = {}, theme: asked = theme } = {}) =>
        [...candidatesOf(name, {}, variants, asked)].filter(({ file, exists }) => exists || file.endsWith(ETA)),
    },
    async render(name, data, variants = {}) {
      return renderNow(name, data, variants);
    },
    renderSync: (name, data, variants = {}) => renderNow(name, data, variants),
    fingerprint: (name, variants) => files.fingerprint(locate(name, {}, variants).file),
  };
}

/** The files that a template of this name may be, first the one that is taken. */
function filesOf(name: string): string[] {
  return TEMPLATE_ENDINGS.map((ending) => name + ending);
}

/** Whether it is written as the name of a template: `namespace/name`. */
export function isTemplateName(name: string): boolean {
  return VALID_NAME.test(name);
}

function plainText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function folderPath(folder: URL | string): string {
  return String(folder).startsWith('file:') ? fileURLToPath(folder) : path.resolve(String(folder));
}

/** Eta's `layout()` hands the rendered page over as the string `body`; the engine made it, so it may be printed. */
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
    `The template "${template}" prints "${expression}" unescaped, but it is not SafeHtml: use <%= %>, or make the value with safeHtml() where it is sanitised.`,
    { template, expression },
  );
}
