import { type ActionOutcome, type AdminRequest, adminForm, formError, type SubmittedForm } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { idOf, type PageResponse } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { PreviewAsk } from '../../preview/preview.js';
import type { SettingsChanges } from '../../settings/settings.js';
import type { Watermark } from '../../watermark.js';
import { errorText, textsFor } from '../library/labels.js';
import { DESIGN_PATH, LIBRARY_PATH, tabsFor } from '../tabs.js';
import { createReadDraft, type Draft, draftQuery } from './draft.js';
import { designFields, GROUPS } from './fields.js';
import { choosable, shownOn } from './pictures.js';
import { BEFORE_FIELD, createReadChanges, valuesByName } from './submitted-design.js';
import type { DesignPage } from './template-data.js';

const ACTION = 'design';
/** Path of the preview image. */
const IMAGE_PATH = `${DESIGN_PATH}/preview`;
const PLACEHOLDERS = ['site', 'year', 'author', 'title', 'attachment_id'] as const;

type Parts = Pick<PluginContext, 'admin' | 'content' | 'media' | 'site'>;

/** Names the characters that no font has. */
function missingText({ data, message }: HostError, { text }: Strings): string {
  const characters = Array.isArray(data.characters) ? data.characters.slice(0, MAX_NAMED_CHARACTERS).join(' ') : '';
  return characters === '' ? message : text('design.missing-characters', { characters });
}

/** Maximum number of missing characters in a message. */
const MAX_NAMED_CHARACTERS = 10;

/** Registers the design page with its preview. Its script submits the same form. */
export function registerDesign({ admin, content, media, site }: Parts, watermark: Watermark): void {
  const { settings, preview } = watermark;
  const draftOf = createReadDraft();
  const changesOf = createReadChanges();
  const strings = () => textsFor(site);

  async function pageOf(request: AdminRequest): Promise<DesignPage> {
    const texts = strings();
    const { text } = texts;
    const draft = draftOf(request);
    const saved = await settings.get();
    const draftSettings = settings.merge(saved, draft.changes);
    const pictures = await choosable({ media, strings: texts }, request, {
      chosen: draftSettings.image_id,
      search: draft.search,
    });
    const subjects = await shownOn({ media, strings: texts }, request, {
      chosen: idOf(request.refused?.form.text('picture')) ?? draft.pictureId,
      except: draftSettings.image_id,
    });
    const choices = {
      sizes: Object.keys(media.sizes()),
      postTypes: content.types().map(({ name }) => name),
      pictures: pictures.options,
    };
    const form = adminForm(request, {
      action: ACTION,
      fields: [
        { kind: 'hidden', name: BEFORE_FIELD, value: valuesByName(saved) },
        ...designFields(draftSettings, choices, texts),
      ],
    });
    const subject = subjects.find(({ selected }) => selected)?.value ?? '0';
    return {
      strings: texts,
      tabs: tabsFor(request, texts, DESIGN_PATH),
      tabsLabel: text('watermark.tabs'),
      outdated: (await hasOutdated(request))
        ? {
            text: text('design.outdated'),
            label: text('design.outdated-link'),
            link: request.link(LIBRARY_PATH, { status: 'outdated' }),
          }
        : null,
      isUnsaved: form.refusal !== null || Object.keys(draft.changes).length > 0,
      form,
      groups: GROUPS.map(({ name, fields }) => ({
        name,
        title: text(`design.group-${name}`),
        fields: fields.flatMap((field) => form.fields.find((each) => each.name === field) ?? []),
      })),
      placeholders: PLACEHOLDERS.map((name) => ({ name: `{${name}}`, text: text(`design.placeholder-${name}`) })),
      thumbnails: pictures.thumbnails,
      search: { value: draft.search, note: pictures.note },
      preview: {
        image: request.link(IMAGE_PATH, draftQuery({ changes: draft.changes, pictureId: Number(subject), search: '' })),
        pictures: subjects,
      },
      savedLink: request.link(DESIGN_PATH),
    };
  }

  async function hasOutdated(request: AdminRequest): Promise<boolean> {
    const place = { search: '', olderThan: null, newerThan: null, perPage: 1, viewer: request };
    return (await watermark.listPictures({ status: 'outdated', ...place })).pictures.length > 0;
  }

  /** Translates errors for the page. @throws HostError 422 `form_invalid` */
  async function withErrorTexts<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500 || error.code === 'form_invalid') throw error;
      const texts = strings();
      if (error.code === 'vendor_watermark_settings_invalid') {
        throw formError({ image_id: texts.text('design.wrong-image') }, texts.text('design.refused'));
      }
      if (error.code === 'vendor_watermark_characters_missing') {
        throw formError({ text: missingText(error, texts) }, texts.text('design.refused'));
      }
      if (error.code === 'vendor_watermark_picture_too_small')
        throw formError({}, texts.text('design.fault-too-small'));
      throw formError({}, errorText(error.code, error.message, texts));
    }
  }

  async function look({ changes, pictureId }: Draft): Promise<PageResponse> {
    const ask: PreviewAsk = { changes, ...(pictureId ? { attachmentId: pictureId } : {}) };
    const { content: body } = await withErrorTexts(() => preview(ask));
    return { status: 200, headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' }, body };
  }

  /** Returns the preview image to the script, or the error messages as JSON. */
  async function lookOrFault(form: SubmittedForm): Promise<PageResponse> {
    try {
      return await look(submitted(form));
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'form_invalid') throw error;
      const body = JSON.stringify({ message: error.message, errors: error.data.params });
      return {
        status: error.status,
        headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
        body,
      };
    }
  }

  function submitted(form: SubmittedForm): Draft {
    const changes = changesOf(form, strings());
    return { changes, pictureId: idOf(form.text('picture')), search: form.text('marks').trim() };
  }

  function backTo(draft: Draft): ActionOutcome {
    return { to: `${DESIGN_PATH}?${new URLSearchParams(draftQuery(draft))}` };
  }

  async function save(changes: SettingsChanges): Promise<ActionOutcome> {
    await withErrorTexts(() => settings.save(changes));
    const isSame = Object.keys(changes).length === 0;
    return {
      to: DESIGN_PATH,
      notice: { kind: isSame ? 'info' : 'success', text: strings().text(isSame ? 'design.unchanged' : 'design.saved') },
    };
  }

  admin.page({
    path: DESIGN_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('watermark.design'),
    capability: 'manage_options',
    parent: LIBRARY_PATH,
    template: 'watermark/admin/design',
    stylesheets: ['watermark/design.css'],
    scripts: ['watermark/design.js'],
    load: pageOf,
    heading: () => ({ lead: strings().text('design.lead') }),
    actions: {
      async [ACTION](_request, form) {
        switch (form.text('do')) {
          case 'image':
            return lookOrFault(form);
          case 'preview': {
            const draft = submitted(form);
            // A failed preview is reported next to the settings.
            await look(draft);
            return backTo(draft);
          }
          case 'search':
            return backTo(submitted(form));
          default:
            return save(submitted(form).changes);
        }
      },
    },
  });

  admin.page({
    path: IMAGE_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('design.preview'),
    capability: 'manage_options',
    parent: DESIGN_PATH,
    template: 'core/admin/message',
    load: (request) => look(draftOf(request)),
  });
}
