import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandContext, CommandDefinitions, ExitCode } from '../core/commands.js';
import { HostError, messageOf } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { shippedFile, siteFileOf, templateInventory, templateSearch } from '../core/templates/template-inventory.js';
import type { TemplateVariants } from '../core/templates/templates.js';

const NAME = [{ name: 'name', description: 'name of the template, such as kb/article' }] as const;
const LIST_COLUMNS = ['template', 'owner', 'version', 'origin', 'file'] as const;
const WHICH_COLUMNS = ['answers', 'exists', 'origin', 'version', 'file'] as const;
/** A single folder name. */
const THEME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u;

/** Commands of `mortise template`. */
export function templateCommands(host: Pick<Host, 'templates'>): CommandDefinitions {
  return {
    'template list': {
      summary: 'List templates with their owner and the file in use',
      options: [
        { flags: '--owner <name>', description: 'only templates of this plugin, or of core' },
        { flags: '--replaced', description: 'only templates replaced by the site, a theme or another plugin' },
      ],
      run: async (context) => list(host, context),
    },
    'template which': {
      summary: 'Show the lookup order of a template and the file in use',
      arguments: NAME,
      options: [
        { flags: '--slug <slug>', description: 'for the article or category with this slug' },
        {
          flags: '--id <id>',
          description: 'for the article or category with this ID',
          integer: { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        },
        { flags: '--locale <locale>', description: 'for this language' },
        { flags: '--theme <theme>', description: 'for this theme; default: the configured theme' },
      ],
      run: async (context) => which(host, context),
    },
    'template eject': {
      summary: "Copy a template to the site's folder to customize it",
      arguments: NAME,
      options: [
        { flags: '--theme <theme>', description: 'into this theme; default: for all themes' },
        { flags: '--force', description: 'overwrite an existing file' },
        { flags: '--dry-run', description: 'only show the file' },
      ],
      run: async (context) => eject(host, context),
    },
  };
}

function list({ templates }: Pick<Host, 'templates'>, { options, output }: CommandContext): void {
  const entries = templateInventory(templates)
    .filter(({ owner }) => options.owner === undefined || owner === options.owner)
    .filter(({ replaced }) => options.replaced !== true || replaced);
  output.rows(
    entries.map((entry) => ({ ...entry, id: entry.template, file: displayPath(entry.file) })),
    LIST_COLUMNS,
  );
}

function which({ templates }: Pick<Host, 'templates'>, { args, options, output }: CommandContext): void {
  const { slug, id, locale } = options;
  const variants: TemplateVariants = {
    ...(typeof slug === 'string' ? { slug } : {}),
    ...(typeof id === 'number' ? { id } : {}),
    ...(typeof locale === 'string' ? { locale } : {}),
  };
  const theme = themeOf(options);
  const found = templateSearch(templates, args.name ?? '', { variants, ...(theme === null ? {} : { theme }) });
  const first = found.findIndex(({ exists }) => exists);
  output.rows(
    found.map(({ file, origin, exists, version }, index) => ({
      id: displayPath(file),
      answers: index === first,
      exists,
      origin,
      version,
      file: displayPath(file),
    })),
    WHICH_COLUMNS,
  );
}

function eject({ templates }: Pick<Host, 'templates'>, { args, options, output }: CommandContext): ExitCode {
  const name = args.name ?? '';
  const theme = themeOf(options);
  const source = shippedFile(templates, name);
  const { file: target, present } = siteFileOf(templates, name, { theme, ending: path.extname(source) });
  const isThere = present !== null;
  const isWritten = options.dryRun !== true && (!isThere || options.force === true);
  if (isWritten) copyIntoPlace(source, target);
  output.record({
    template: name,
    from: displayPath(source),
    to: displayPath(target),
    written: isWritten,
    replaced: isThere,
  });
  if (present !== null && options.force !== true) {
    output.warn(`${displayPath(present)} already exists and was not changed. Pass --force to overwrite it.`);
    return 1;
  }
  if (options.dryRun === true) {
    output.note('Nothing was written.');
    return 0;
  }
  const answering = templates
    .candidates(name, { theme: theme ?? templates.theme })
    .find(({ file }) => existsSync(file));
  if (answering && answering.file !== target) {
    output.warn(`${displayPath(answering.file)} (${answering.origin}) has precedence and stays in use.`);
  }
  output.note(
    'Edit the file. Sites in development apply changes immediately, others after a restart. Keep the comment with the version, and compare it with "mortise template list" after an upgrade.',
  );
  return 0;
}

function themeOf({ theme }: CommandContext['options']): string | null {
  if (theme === undefined) return null;
  if (typeof theme === 'string' && THEME.test(theme)) return theme;
  throw new HostError('theme_invalid', 'A theme is the name of a folder with letters, digits, "-", "_" and ".".', {
    status: 400,
  });
}

/** Written to a temporary file and renamed, so that a running site never reads half a template. */
function copyIntoPlace(source: string, target: string): void {
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    // Without its file mode: installed files may be read-only.
    writeFileSync(draft, readFileSync(source));
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    const message = `${target} cannot be written: ${messageOf(error)}`;
    throw new HostError('cli_file_unwritable', message, { status: 400 }, { cause: error });
  }
}

/** Path relative to the current folder, if it is below it. */
function displayPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
