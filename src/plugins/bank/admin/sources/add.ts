import { adminForm } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import type { Bank } from '../../bank.js';
import { refuseForm } from '../../labels.js';
import { isSourceKind, type SourceKind } from '../../sources/kinds.js';
import { adminTexts, BANK_PAGE, pageOf, titleOf } from '../frame.js';
import { NEW_SOURCE_PATH, SOURCES_PATH, sourcePath } from '../paths.js';
import { sourceFields, submittedName, submittedSource } from './form.js';

/** Registers the page for adding a source. */
export function registerNewSource(
  { admin, site }: Pick<PluginContext, 'admin' | 'site'>,
  { sources }: Pick<Bank, 'sources'>,
): void {
  const kindOf = (kind: unknown): SourceKind => {
    if (typeof kind === 'string' && isSourceKind(kind)) return kind;
    throw new HostError('vendor_bank_not_found', adminTexts(site).text('error-not_found'), { status: 404 });
  };

  admin.page({
    ...BANK_PAGE,
    path: NEW_SOURCE_PATH,
    title: titleOf(site, 'sources.add'),
    parent: SOURCES_PATH,
    load(request) {
      const texts = adminTexts(site);
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
      return pageOf(request, texts, SOURCES_PATH, { title: text(`sources.add-${kind}`), forms: [form] });
    },
    heading: ({ title }) => (title === null ? {} : { title }),
    actions: {
      async create(request, form) {
        const texts = adminTexts(site);
        const kind = kindOf(request.query.kind);
        const name = submittedName(form, texts);
        const { secrets = {}, ...input } = submittedSource(form, kind);
        try {
          const { id } = await sources.create({ name, kind, secrets, ...input });
          return { to: sourcePath(id), notice: texts.text('sources.created', { name }) };
        } catch (error) {
          return refuseForm(error, texts);
        }
      },
    },
  });
}
