import {
  type ActionOutcome,
  type AdminRequest,
  type AreaData,
  type AreaRequest,
  adminForm,
  formError,
  pagePart,
  type SubmittedForm,
} from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import type { UploadedFile } from '../../../../rest.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { errorText } from '../../labels.js';
import type { Profile } from '../../profiles/profile.js';
import { definitionOf, type ProfileValues } from '../../profiles/profile-values.js';
import { lookAtSample } from '../../samples/look-at-sample.js';
import type { StoredUploads } from '../../uploads/stored-uploads.js';
import type { StoredFile } from '../../uploads/upload.js';
import { DELETE_PROFILE_PATH, PROFILES_PATH, profilePath } from '../paths.js';
import { fieldGroups } from './fields.js';
import { type KeptSample, rawRows, readTables, sampleNotices } from './sample.js';
import { refuseProfile, submittedValues } from './submitted.js';
import type { ProfilePage } from './template-data.js';

/** Bytes. A few hundred entries are enough, and JSON samples are loaded into memory. */
const MAX_SAMPLE_BYTES = 5 * 1024 * 1024;
export const SAMPLE_UPLOAD = { maxFileSize: MAX_SAMPLE_BYTES, maxFiles: 1 } as const;

interface EditedProfile {
  readonly kind: Profile['kind'];
  /** Null for a new profile. */
  readonly name: string | null;
}

export interface ProfileEditor {
  page(
    request: AreaRequest,
    profile: EditedProfile & {
      readonly title: string;
      readonly values: ProfileValues;
      readonly usedBy: readonly string[];
    },
  ): Promise<AreaData<ProfilePage>>;
  /** Tries the form on a sample or saves it. Until it is saved, form values are stored with the sample. */
  edit(
    request: AreaRequest,
    form: SubmittedForm,
    files: readonly UploadedFile[],
    profile: EditedProfile,
  ): Promise<ActionOutcome>;
}

export function createProfileEditor(
  { profiles, tryProfile }: Pick<Bank, 'profiles' | 'tryProfile'>,
  samples: StoredUploads<KeptSample>,
): ProfileEditor {
  async function sampleOf({ query, user }: AdminRequest, kind: Profile['kind']): Promise<KeptSample | null> {
    const sample = typeof query.sample === 'string' ? await samples.find(query.sample, user.id) : null;
    return sample?.kind === kind ? sample : null;
  }

  /**
   * Stores the form values and the result of reading the sample with them.
   * @returns the page with the sample in its URL
   */
  async function look(request: AreaRequest, kind: Profile['kind'], typed: ProfileValues, uploaded: StoredFile | null) {
    const before = await sampleOf(request, kind);
    const { path, query } = request;
    const lookAt = (file: StoredFile) => lookAtSample(tryProfile, kind, file, typed);
    const to = (sample: string): string => `${path}?${new URLSearchParams({ ...textsIn(query), sample })}`;
    if (uploaded) {
      const { name, size } = uploaded;
      const seen = await lookAt(uploaded).catch((error: unknown) => refuseSample(error, request.texts));
      const sample = await samples.keep(uploaded, { userId: request.user.id, name, size, kind, look: seen });
      if (before) await samples.discard(before.id);
      return { to: to(sample.id) };
    }
    const { text } = request.texts;
    if (!before) throw formError({ sample: text('profiles.no-sample') }, text('error-invalid_param'));
    await samples.update({ ...before, look: await samples.withFile(before, lookAt) });
    return { to: to(before.id) };
  }

  function refuseSample(error: unknown, texts: Strings): never {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    throw formError({ sample: errorText(error, texts) });
  }

  async function save(
    request: AreaRequest,
    { kind, name }: EditedProfile,
    typed: ProfileValues,
  ): Promise<ActionOutcome> {
    const { texts } = request;
    const definition = definitionOf(kind, name === null ? typed : { ...typed, name });
    try {
      const { profile } = name === null ? await profiles.create(definition) : await profiles.change(name, definition);
      const sample = await sampleOf(request, kind);
      if (sample) await samples.discard(sample.id);
      return { to: profilePath(profile.name), notice: texts.text('profiles.saved', { name: profile.label }) };
    } catch (error) {
      return refuseProfile(error, kind, texts);
    }
  }

  return {
    async page(request, { kind, name, title, values, usedBy }) {
      // Only some groups of fields have a help text.
      const { texts } = request;
      const { text } = texts;
      const sample = await sampleOf(request, kind);
      const view = {
        values: sample?.look.values ?? values,
        guessed: sample?.look.guessed ?? [],
        isNew: name === null,
      };
      const groups = fieldGroups(kind, view, texts);
      const form = adminForm(request, {
        action: 'edit',
        fields: [
          {
            kind: 'file',
            name: 'sample',
            label: text('profiles.sample'),
            hint: text(sample ? 'profiles.sample-kept' : 'profiles.sample-hint'),
            accept: kind === 'csv' ? '.csv,.tsv,.txt' : '.json',
          },
          ...groups.flatMap(({ fields }) => fields),
        ],
        submit: text('profiles.save'),
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(PROFILES_PATH) },
      });
      const [sampleField, ...fields] = form.fields;
      const tables = sample && readTables(sample, request, texts);
      const inUse =
        usedBy.length > 0
          ? [{ kind: 'info' as const, text: text('profiles.in-use', { names: usedBy.join(', ') }) }]
          : [];
      const count = sample?.look.detection?.count ?? 0;
      return {
        title,
        notices: [...inUse, ...(sample ? sampleNotices(sample, texts) : [])],
        links: name === null ? [] : [{ label: text('profiles.delete'), link: request.link(deletePath(name)) }],
        raw: sample && rawRows(sample, texts),
        read: tables
          ? [
              pagePart({
                title: text('profiles.read'),
                text: text('profiles.count', { count }),
                table: tables.entries,
              }),
              ...(tables.problems ? [pagePart({ title: text('runs.problems'), table: tables.problems })] : []),
            ]
          : [],
        editor: sampleField
          ? {
              form,
              sample: sampleField,
              groups: groups.map((group) => ({
                name: group.name,
                title: text(`profiles.group-${group.name}`),
                text: texts.has(`profiles.group-${group.name}-text`) ? text(`profiles.group-${group.name}-text`) : null,
                fields: fields.filter((field) => group.fields.some((one) => one.name === field.name)),
              })),
              tryLabel: text('profiles.try'),
            }
          : null,
      };
    },
    async edit(request, form, [file], profile) {
      const typed = submittedValues(profile.kind, form);
      if (form.text('step') === 'save') return save(request, profile, typed);
      return look(request, profile.kind, typed, file && file.size > 0 ? file : null);
    },
  };
}

function deletePath(name: string): string {
  return DELETE_PROFILE_PATH.replace('{name}', name);
}

function textsIn(query: AdminRequest['query']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
