import { type AdminRequest, adminForm, detailHeading } from '../../../../../admin.js';
import type { PluginContext, Site } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import { SEARCH_PAGE, searchPage } from './frame.js';
import { deletionPath } from './paths.js';

/** A resource that can be deleted from a list. */
export interface Deletable {
  /** Path of the list, which is opened after deletion. */
  readonly list: string;
  /** Path of the resource, with `{id}`. */
  readonly path: `${string}/{id}`;
  /** Key prefix of the texts for the button, the confirmation and the success message. */
  readonly words: 'promotions' | 'synonyms';
  /** Name of the resource. @throws HostError 404 if it does not exist */
  name(request: AdminRequest<'id'>, texts: Strings): Promise<string>;
  delete(request: AdminRequest<'id'>, texts: Strings): Promise<void>;
}

/** Registers the page that confirms a deletion. */
export function registerDeletion(
  { admin }: Pick<PluginContext, 'admin'>,
  site: Site,
  { list, path, words: queryText, ...it }: Deletable,
): void {
  admin.page({
    ...SEARCH_PAGE,
    path: deletionPath(path),
    title: kbTitle(`${queryText}.delete`, site),
    parent: list,
    async load(request) {
      const texts = kbTexts(site);
      const { text } = texts;
      const name = await it.name(request, texts);
      const form = adminForm(request, {
        action: 'delete',
        description: text(`${queryText}.delete-text`, { name }),
        fields: [],
        submit: text(`${queryText}.delete`),
        danger: true,
        cancel: {
          label: request.strings.text('admin.cancel'),
          link: request.link(path.replace('{id}', request.params.id)),
        },
      });
      return searchPage(request, texts, list, { forms: [form] });
    },
    heading: detailHeading,
    actions: {
      async delete(request) {
        const texts = kbTexts(site);
        const name = await it.name(request, texts);
        await it.delete(request, texts);
        return { to: list, notice: texts.text(`${queryText}.deleted`, { name }) };
      },
    },
  });
}
