import { adminForm, detailHeading, detailPage, type FormData } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import { redirect } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import type { ImportMap } from '../../../content/import/import-map.js';
import type { ImportAsking } from '../../../content/import/runs/ask-for-import.js';
import type { Run } from '../../../content/import/runs/run.js';
import type { Runs } from '../../../content/import/runs/runs.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { IMPORT_PAGE, OPTIONS_PATH, RUN_PATH, refuseImport, runPath } from './frame.js';
import { isUsable } from './is-usable.js';
import { optionFields } from './option-fields.js';
import { readOptions } from './read-options.js';
import { type RunRequest, runAt } from './run-at.js';

/** Registers the page that checks the same file again with other options, without uploading it again. */
export function registerImportOptions(
  { admin, users }: Pick<PluginContext, 'admin' | 'users'>,
  kb: KnowledgeBase,
  runs: Runs,
  asking: ImportAsking,
): void {
  const runOf = (request: RunRequest): Promise<Run> => runAt(runs, request);

  async function formFor(run: Run, request: RunRequest, texts: Strings): Promise<FormData> {
    const { from, profile, category, status, update, media, baseUrl, limit } = run.options;
    const author = run.authorId === null || run.authorId === request.user.id ? null : await users.get(run.authorId);
    const chosen = {
      from,
      profile,
      update,
      source: run.source,
      status: status ?? '',
      media: media ?? '',
      category: String(category ?? ''),
      baseUrl: baseUrl ?? '',
      limit: String(limit ?? ''),
      author: author?.login ?? '',
      map: run.options.map ? await mapText(run.options.map) : '',
    };
    return adminForm(request, {
      action: 'again',
      fields: optionFields(kb, texts, chosen),
      submit: texts.text('import.again'),
      cancel: { label: texts.text('import.back'), link: request.link(runPath(run.id)) },
    });
  }

  admin.page({
    ...IMPORT_PAGE,
    path: OPTIONS_PATH,
    title: kbTitle('import.title'),
    parent: RUN_PATH,
    async load(request) {
      const run = await runOf(request);
      // Without a file there is nothing to check. The run's page says what to do.
      if (!isUsable(run)) return redirect(request.link(runPath(run.id)));
      const texts = kbTexts(kb.site);
      const title = `${texts.text('import.again-title')}: ${run.file.name}`;
      return detailPage(request, { title, longForms: [await formFor(run, request, texts)] });
    },
    heading: (data) => detailHeading(data),
    actions: {
      async again(request, form) {
        const texts = kbTexts(kb.site);
        const wish = await readOptions(kb, form, texts);
        try {
          return { to: runPath((await asking.withFileOf(await runOf(request), wish, request)).id) };
        } catch (error) {
          return refuseImport(error, texts);
        }
      },
    },
  });
}

/** Loads the YAML writer only when a map exists. */
async function mapText(map: ImportMap): Promise<string> {
  return (await import('../../../content/import/import-map.js')).writeImportMap(map);
}
