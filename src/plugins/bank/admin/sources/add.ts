import { adminForm } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import type { Bank } from '../../bank.js';
import { isSourceKind, type SourceKind } from '../../sources/kinds.js';
import { type BankArea, NEW_SOURCE_PATH, SOURCES_PATH, sourcePath } from '../paths.js';
import { sourceFields, submittedName, submittedSource } from './form.js';

/** Registers the page for adding a source. */
export function registerNewSource(area: BankArea, { sources }: Pick<Bank, 'sources'>): void {
  const kindOf = (kind: unknown): SourceKind => {
    if (typeof kind === 'string' && isSourceKind(kind)) return kind;
    throw new HostError('vendor_bank_not_found', area.texts().text('error-not_found'), { status: 404 });
  };

  area.page({
    path: NEW_SOURCE_PATH,
    title: 'sources.add',
    load(request) {
      const { texts } = request;
      const { text } = texts;
      const kind = kindOf(request.query.kind);
      const form = adminForm(request, {
        action: 'create',
        description: text(`sources.about-${kind}`),
        fields: [
          {
            kind: 'text',
            name: 'name',
            label: text('sources.name'),
            hint: text('sources.name-hint'),
            autocomplete: 'off',
            maxLength: 64,
            required: true,
          },
          ...sourceFields(kind, { settings: {}, isEnabled: true, hasSecrets: false }, texts),
        ],
        submit: text('sources.create'),
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(SOURCES_PATH) },
      });
      return { title: text(`sources.add-${kind}`), forms: [form] };
    },
    actions: {
      async create(request, form) {
        const { texts } = request;
        const kind = kindOf(request.query.kind);
        const name = submittedName(form, texts);
        const { secrets = {}, ...input } = submittedSource(form, kind);
        const { id } = await sources.create({ name, kind, secrets, ...input });
        return { to: sourcePath(id), notice: texts.text('sources.created', { name }) };
      },
    },
  });
}
