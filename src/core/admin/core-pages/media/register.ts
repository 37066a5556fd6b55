import { adminForm } from '../../form.js';
import { formError } from '../../submitted-form.js';
import type { CoreArea } from '../core-pages.js';
import { registerMediaFile } from './file.js';
import { registerMediaList } from './list.js';
import { attachmentOf, type MediaPagesParts } from './parts.js';

/** Registers the pages of the media library. */
export function registerMediaPages(area: CoreArea, parts: MediaPagesParts): void {
  registerMediaList(area, parts);
  registerMediaFile(area, parts);
  registerMediaDeletion(area, parts);
}

/** Registers the confirmation page for deleting a file. */
function registerMediaDeletion(area: CoreArea, parts: MediaPagesParts): void {
  area.page({
    path: '/media/{id}/delete',
    title: 'media.delete-title',
    capability: 'upload_files',
    parent: '/media',
    template: 'core/admin/forms',
    async load(request) {
      const { strings, link } = request;
      const { text } = strings;
      const { id, filename } = await attachmentOf(parts, request);
      const form = adminForm(request, {
        action: 'delete',
        description: text('media.delete-question'),
        fields: [],
        submit: text('media.delete'),
        danger: true,
        cancel: { label: text('admin.cancel'), link: link(`/media/${id}`) },
      });
      return { strings, definitions: [], items: [filename], forms: [form], links: [] };
    },
    actions: {
      async delete(request) {
        const attachment = await attachmentOf(parts, request);
        const { text } = request.strings;
        if (!(await request.can('delete_attachment', attachment))) throw formError({}, text('media.forbidden'));
        await parts.media.delete(attachment.id);
        return { to: '/media', notice: { kind: 'success', text: text('media.deleted') } };
      },
    },
  });
}
