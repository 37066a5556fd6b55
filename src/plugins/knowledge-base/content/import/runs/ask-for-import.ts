import path from 'node:path';
import type { AdminRequest } from '../../../../../admin.js';
import { HostError, type PluginContext, type User } from '../../../../../index.js';
import type { UploadedFile } from '../../../../../rest.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { ImportMap } from '../import-map.js';
import { checkSource } from './check-source.js';
import type { NewRun, Run, RunOptions } from './run.js';
import type { Runs } from './runs.js';
import { importRequest } from './step.js';

/** Options of an import. The permissions of the user who starts it are stored with the run. */
export interface ImportWish extends Omit<RunOptions, 'canManageAccess' | 'canManageSearch' | 'unfilteredHtml' | 'map'> {
  readonly map?: ImportMap | null;
  /**
   * Name that identifies the source in later imports.
   * @default the file name without its extension
   */
  readonly source?: string | undefined;
  /**
   * Author of articles whose author is missing or not mapped.
   * @default the user who starts the import
   */
  readonly author?: User | undefined;
}

type Asking = Pick<AdminRequest, 'can' | 'user'>;

/** Starts imports over REST or in the admin area. */
export interface ImportAsking {
  /**
   * Validates the whole file, stores it and queues its import.
   * @throws HostError 422 `vendor_kb_import_invalid`, 409 `vendor_kb_import_running`; 403 `rest_forbidden` for other
   *   authors without `edit_others_kb_articles`
   */
  withFile(file: UploadedFile, wish: ImportWish, who: Asking): Promise<Run>;
  /**
   * Queues another import of a finished run's file.
   * @throws HostError 409 `vendor_kb_import_running`, `vendor_kb_import_file_gone`
   */
  withFileOf(before: Run, wish: ImportWish, who: Asking): Promise<Run>;
}

export function createImportAsking(
  { hooks }: Pick<PluginContext, 'hooks'>,
  kb: KnowledgeBase,
  runs: Runs,
): ImportAsking {
  async function newRun({ source: _, author, map = null, ...wish }: ImportWish, source: string, who: Asking) {
    const namesOthers = (author && author.id !== who.user.id) || Object.keys(map?.authors ?? {}).length > 0;
    if (namesOthers && !(await who.can('edit_others_kb_articles'))) throw mayNotNameAuthors();
    const options: RunOptions = {
      ...wish,
      map,
      canManageAccess: await who.can('manage_kb_access'),
      canManageSearch: await who.can('manage_kb_search'),
      unfilteredHtml: await who.can('unfiltered_html'),
    };
    const run: NewRun = { user: who.user, authorId: (author ?? who.user).id, source, options };
    return run;
  }

  return {
    async withFile(file, wish, who) {
      const input = await newRun(wish, wish.source ?? nameOf(file.name), who);
      await runs.assertNone();
      const request = importRequest(kb, input.source, input.options, wish.author ?? who.user);
      await checkSource(kb, hooks, { ...request, path: file.path });
      return runs.start(input, file);
    },
    async withFileOf(before, wish, who) {
      const input = await newRun(wish, wish.source ?? before.source, who);
      await runs.assertNone();
      return runs.startWithFileOf(before, input);
    },
  };
}

function mayNotNameAuthors(): HostError {
  const message = 'Your account cannot write articles for other authors. Omit the author, and authors in the map.';
  return new HostError('rest_forbidden', message, { status: 403, missing_capability: 'edit_others_kb_articles' });
}

function nameOf(file: string): string {
  return path.posix.parse(file).name.slice(0, 200) || 'import';
}
