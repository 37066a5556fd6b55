import { type AdminRequest, adminForm } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { KbArea } from '../../../catalogues.js';
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
export function registerDeletion(area: KbArea, { list, path, words: queryText, ...it }: Deletable): void {
  area.page({
    path: deletionPath(path),
    title: `${queryText}.delete`,
    async load(request) {
      const { texts } = request;
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
      return { forms: [form] };
    },
    actions: {
      async delete(request) {
        const { texts } = request;
        const name = await it.name(request, texts);
        await it.delete(request, texts);
        return { to: list, notice: texts.text(`${queryText}.deleted`, { name }) };
      },
    },
  });
}
