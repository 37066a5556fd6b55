import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { HostError } from '../core/errors.js';
import type { Templates } from '../core/templates/templates.js';
import type { User } from '../core/user.js';
import type { OwnedHooks } from '../hooks/hooks.js';
import type { BlockDefinition, BlockReader, BlockTools } from './definition/define-block.js';
import type { ParsedBlock } from './grammar/parsed-block.js';
import type { MarkdownOptions } from './markdown.js';
import { mayHoldBlocks } from './markdown-blocks.js';
import type { BlockRegistry, RegisteredBlock } from './registry.js';
import { type BlockOptions, type DynamicParts, draftOf, type RenderedBlocks } from './render/document.js';
import { fillPlaces } from './render/fill.js';
import { createBlockFilters } from './render/filters.js';
import { createPauses } from './render/maybe-later.js';
import { type ReaderFilters, walkBlocks } from './render/walk.js';
import { renderMarkdown, runTextTask } from './texts/text-work.js';
import { attributeFault, type BlockFault, type PlacedFault, validateDocument } from './validate.js';
import './hooks.js';

/** Filter that the calling plugin applies to each block, after the registered filters. */
export type BlockFilter = (html: string, block: ParsedBlock) => Promise<string>;

/** Renders, validates and cleans documents with the blocks of a host. */
export interface BlockEngine {
  /** Lists registered blocks in order of registration, core blocks first. */
  list(): readonly RegisteredBlock[];
  /**
   * Renders the parts of a document that are the same for every reader. The result can be cached for as long as
   * {@link revision} stays the same, and shown only while {@link areFiltered} is false.
   * @throws HostError 413 `markdown_too_large`, `blocks_too_many`; 503 `text_too_slow`, `text_work_unavailable`
   */
  render(source: string, options: BlockOptions): Promise<RenderedBlocks>;
  /** Renders the dynamic blocks of a document for one reader. @returns safe HTML of the whole document */
  fill(dynamic: DynamicParts, reader: BlockReader, options: MarkdownOptions, filter?: BlockFilter): Promise<string>;
  /**
   * Renders a document for one reader and applies the block filters.
   * @throws HostError like {@link render}
   */
  renderFor(source: string, reader: BlockReader, options: BlockOptions, filter?: BlockFilter): Promise<RenderedBlocks>;
  /** Whether a block filter has a callback. If so, nothing that was rendered for another reader may be shown. */
  areFiltered(): boolean;
  /** Revision of the registry. It changes whenever the registered blocks change. */
  revision(): number;
  /**
   * Fingerprint of everything but the source that {@link render} depends on. Make it part of the cache key.
   * @param locale language of the text
   */
  fingerprint(locale: string): string;
  /**
   * Returns the first fault of a document of blocks; null for none.
   * @throws HostError 413 `blocks_too_many`
   */
  validate(source: string): BlockFault | null;
  /**
   * Finds all faults of a document, including markup that its `save` would not produce and the editor would show as
   * invalid. Needs `@wordpress/blocks` and `jsdom`, and takes a second for the first document.
   * @throws HostError 500 `blocks_package_missing`, `blocks_worker_failed`, 503 `blocks_worker_slow`,
   * `blocks_worker_memory`
   */
  check(source: string): Promise<readonly PlacedFault[]>;
  /** Returns the first attribute of a block that does not fit its schema; null for none or for an unknown block. */
  validateAttributes(name: string, attributes: Readonly<Record<string, unknown>>): BlockFault | null;
  /** Returns the URLs of the modules that the editor imports for a user, from all plugins. */
  editorScripts(user: User): Promise<readonly string[]>;
  /**
   * Sanitizes a document for a user who may not store arbitrary HTML.
   * @param stored document that it replaces; its unchanged blocks stay as they are
   * @throws HostError 400 `blocks_too_deep`, 413 `blocks_too_many`, 503 `text_too_slow`, `text_work_unavailable`
   */
  clean(source: string, stored?: string): Promise<string>;
}

/** Block API of one plugin. */
export interface OwnedBlocks extends BlockEngine {
  /**
   * Registers a block until the plugin is deactivated.
   * @throws HostError 500 `block_invalid`, `block_conflict`
   */
  register(definition: BlockDefinition): void;
  /**
   * Sets the module that exports the saves of the plugin's blocks, for {@link BlockEngine.check}.
   *
   * It exports `saves` by block name, `export const saves = { 'acme/recipe-card': save }`, and `deprecated` likewise.
   * A worker thread imports it when a document is checked, so it must not import anything that needs the main thread
   * or a browser.
   *
   * ```ts
   * blocks.saves(new URL('./blocks/saves.js', import.meta.url));
   * ```
   */
  saves(module: URL): void;
}

declare module '../core/plugins/plugin.js' {
  interface PluginContextParts {
    /** Blocks of the plugin, and rendering with the blocks of all plugins. */
    readonly blocks: OwnedBlocks;
  }
}

export function createBlockEngine({
  registry,
  hooks,
  templates,
  log,
  debug,
  check,
}: {
  readonly check: (source: string) => Promise<readonly PlacedFault[]>;
  readonly registry: BlockRegistry;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter' | 'on'>;
  readonly templates: Pick<Templates, 'renderSync' | 'fingerprint'>;
  readonly log: Pick<Logger, 'error'>;
  readonly debug: boolean;
}): BlockEngine {
  const filters = createBlockFilters(hooks);
  const report = (block: string, error: unknown): void =>
    log.error({ err: error, block }, 'A block could not be rendered and is omitted');

  /** Renders a document up to its dynamic blocks. */
  async function renderStatic(
    source: string,
    options: BlockOptions,
    filters: ReaderFilters | null,
  ): Promise<RenderedBlocks> {
    // Markdown without blocks skips the search for them.
    if (options.format === 'markdown' && !mayHoldBlocks(source)) {
      return { ...(await renderMarkdown(source, options)), dynamic: null };
    }
    const parts = { classes: registry.classes(), template: templateIn(options.locale), debug, report };
    const draft = await draftOf(source, options, parts);
    const context = filters?.reader.context ?? {};
    const walk = { ...draft, find: registry.get, pause: createPauses(), filters };
    return draft.finish(await walkBlocks(draft.blocks, context, walk));
  }

  const templateIn =
    (locale = 'en'): BlockTools['template'] =>
    (name, data) => {
      if (registry.templates().includes(name)) return templates.renderSync(name, data, { locale });
      throw new HostError(
        'block_template_undeclared',
        `No block has the template "${name}". Add it to "templates" of the block that renders it.`,
        { template: name },
      );
    };

  /** Applies the registered filters to a block for a reader, then the filter of the calling plugin. */
  const behindFilters =
    (reader: BlockReader, filter: BlockFilter = async (html) => html): BlockFilter =>
    async (html, block) =>
      filter(await filters.rendered(html, block, reader), block);

  function fill(
    dynamic: DynamicParts,
    reader: BlockReader,
    options: MarkdownOptions,
    filter?: BlockFilter,
  ): Promise<string> {
    const rendered = behindFilters(reader, filter);
    return fillPlaces(dynamic, { find: registry.get, classes: registry.classes(), reader, options, rendered, report });
  }

  let cached = { revision: -1, print: '' };

  return {
    list: registry.list,
    render: (source, options) => renderStatic(source, options, null),
    fill,
    async renderFor(source, reader, options, filter) {
      const rendered = behindFilters(reader, filter);
      const result = await renderStatic(source, options, { ...filters, reader, rendered });
      if (!result.dynamic) return result;
      return { ...result, html: await fill(result.dynamic, reader, options, filter), dynamic: null };
    },
    areFiltered: filters.areUsed,
    revision: registry.revision,
    fingerprint(locale) {
      if (cached.revision !== registry.revision()) {
        const described = registry
          .list()
          .map(({ definition, owner }) => [owner, definition.metadata, definition.classes]);
        const print = createHash('sha256').update(JSON.stringify(described)).digest('hex');
        cached = { revision: registry.revision(), print };
      }
      const ofTemplates = registry.templates().map((name) => templates.fingerprint(name, { locale }));
      return [cached.print, ...ofTemplates].join(' ');
    },
    validate: (source) => validateDocument(source, registry.get),
    check,
    validateAttributes: (name, attributes) => attributeFault(name, attributes, registry.get),
    editorScripts: (user) => hooks.applyFiltersAsync('editor_scripts', [], { user }),
    clean: (source, stored = '') =>
      runTextTask('cleanDocument', { source, classes: registry.classes(), stored }, [source, stored]),
  };
}
