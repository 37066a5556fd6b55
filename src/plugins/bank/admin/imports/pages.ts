import { type AreaRequest, adminForm, formError, pagePart, stepsForm } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { hasUnknownColumns, lacksProfile, matchingProfiles } from '../../formats/no-profile.js';
import { errorText, refuseForm } from '../../labels.js';
import type { KnownProfile } from '../../profiles/site-profiles.js';
import { MAX_FILE_BYTES } from '../../sources/refusals.js';
import { lookAtUpload } from '../../uploads/look-at-upload.js';
import type { StoredUpload, StoredUploads } from '../../uploads/stored-uploads.js';
import { type BankArea, IMPORT_PATH, PREVIEW_PATH, PROFILES_PATH, previewPath, TRANSACTIONS_PATH } from '../paths.js';
import { type MappedFile, startMapping } from './columns.js';
import { readingFields, submittedOptions } from './fields.js';
import { entryTable, fileFacts, problemTable, reportFigures } from './preview.js';

type Parts = Pick<Bank, 'detect' | 'importUpload' | 'profiles' | 'tryProfile'>;

/** File extensions offered by the browser's file dialog. */
const ACCEPT = '.xml,.c53,.c52,.c54,.sta,.mt940,.940,.ofx,.qfx,.qif,.csv,.tsv,.txt,.json,.zip';

/** Registers the pages for uploading a statement: preview first, import after confirmation. */
export function registerImportPages(
  area: BankArea,
  bank: Parts,
  uploads: StoredUploads,
  mapped: StoredUploads<MappedFile>,
): void {
  area.page({
    path: IMPORT_PATH,
    title: 'admin.import',
    template: 'bank/admin/import',
    scripts: ['bank/import.js'],
    uploads: { maxFileSize: MAX_FILE_BYTES, maxFiles: 1 },
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const form = adminForm(request, {
        action: 'look',
        fields: [
          {
            kind: 'file',
            name: 'file',
            label: text('import.file'),
            hint: text('import.file-hint'),
            accept: ACCEPT,
            required: true,
          },
          ...readingFields({}, await bank.profiles.list(), texts),
        ],
        submit: text('import.look'),
      });
      // Links to the profiles if the file needs a new one.
      const profiles = { label: text('admin.profiles'), link: request.link(PROFILES_PATH) };
      const lacking = { kind: 'info' as const, text: text('import.profile-hint'), link: profiles };
      return {
        forms: [form],
        drop: text('import.drop'),
        profileNotice: request.refused?.errors.profile === text('import.no-profile') ? lacking : null,
      };
    },
    lead: 'import.lead',
    actions: {
      async look(request, form, [file]) {
        const { texts } = request;
        if (!file || file.size === 0) {
          throw formError({ file: texts.text('import.no-file') }, texts.text('error-invalid_param'));
        }
        const options = submittedOptions(form, texts);
        try {
          const preview = await lookAtUpload(bank, file, options);
          const { name, size } = file;
          const { id } = await uploads.keep(file, { userId: request.user.id, name, size, options, preview });
          return { to: previewPath(id) };
        } catch (error) {
          if (!hasUnknownColumns(error)) return refuseFile(error, texts, await bank.profiles.list());
          return { to: await startMapping(mapped, bank, file, { ...options, userId: request.user.id }) };
        }
      },
    },
  });

  async function uploadOf({ params, texts, user }: AreaRequest<'upload'>): Promise<StoredUpload> {
    const upload = await uploads.find(params.upload, user.id);
    if (upload) return upload;
    throw new HostError('vendor_bank_not_found', texts.text('import.gone'), { status: 404 });
  }

  area.page({
    path: PREVIEW_PATH,
    title: 'import.preview',
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const upload = await uploadOf(request);
      const { preview, options } = upload;
      const problems = problemTable(preview, request, texts);
      return {
        title: upload.name,
        notices: noticesOf(upload, texts),
        metrics: reportFigures(preview, texts),
        steps: stepsForm(request, {
          label: text('import.preview'),
          action: 'step',
          buttons: [
            ...(preview.report && !preview.report.isKnownFile
              ? [{ value: 'import', label: text('import.import'), kind: 'main' as const }]
              : []),
            { value: 'discard', label: text('import.discard'), kind: 'quiet' },
          ],
        }),
        isSplit: true,
        sections: [pagePart({ title: text('import.says'), facts: fileFacts(upload, texts) })],
        forms: [
          adminForm(request, {
            action: 'look',
            title: text('import.otherwise'),
            fields: readingFields(options, await bank.profiles.list(), texts),
            submit: text('import.look-again'),
          }),
        ],
        wide: [
          ...(problems ? [pagePart({ title: text('runs.problems'), table: problems })] : []),
          pagePart({ title: text('import.entries'), table: entryTable(preview.detection.entries, request, texts) }),
        ],
      };
    },
    actions: {
      async look(request, form) {
        const { texts } = request;
        const upload = await uploadOf(request);
        const options = submittedOptions(form, texts);
        try {
          const preview = await uploads.withFile(upload, (file) => lookAtUpload(bank, file, options));
          await uploads.update({ ...upload, options, preview });
          return {};
        } catch (error) {
          return refuseFile(error, texts, await bank.profiles.list());
        }
      },
      async step(request, form) {
        const { texts } = request;
        const { text } = texts;
        const upload = await uploadOf(request);
        const { id, name, options } = upload;
        if (form.text('step') === 'discard') {
          await uploads.discard(id);
          return { to: IMPORT_PATH, notice: text('import.discarded', { name }) };
        }
        if (form.text('step') !== 'import') throw formError({}, request.strings.text('admin.no-action'));
        const { imported } = await uploads.withFile(upload, (file) =>
          bank.importUpload(file, { ...options, isDryRun: false }),
        );
        await uploads.discard(id);
        return {
          to: TRANSACTIONS_PATH,
          notice: text('import.imported', { name, count: imported.new + imported.review }),
        };
      },
    },
  });
}

/**
 * Rejects a file.
 * @throws HostError as `refuseForm`; at the profile field if no profile fits, or several do
 */
function refuseFile(error: unknown, texts: Strings, profiles: readonly KnownProfile[]): never {
  const names = matchingProfiles(error);
  if (names.length === 0 && !lacksProfile(error)) return refuseForm(error, texts);
  const message =
    names.length === 0
      ? texts.text('import.no-profile')
      : texts.text('import.several-profiles', {
          names: profiles
            .flatMap(({ profile }) => (names.includes(profile.name) ? `“${profile.label}”` : []))
            .join(', '),
        });
  throw formError({ profile: message }, message);
}

function noticesOf({ preview: { report, fault } }: StoredUpload, texts: Strings) {
  if (fault)
    return [
      {
        kind: 'warning' as const,
        text: fault.code === 'vendor_bank_invalid_param' ? texts.text('param-account') : errorText(fault, texts),
      },
    ];
  return report?.isKnownFile ? [{ kind: 'info' as const, text: texts.text('import.known-file') }] : [];
}
