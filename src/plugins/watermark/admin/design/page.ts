import {
  type ActionOutcome,
  type AdminRequest,
  adminForm,
  type FormData,
  formError,
  type SubmittedForm,
} from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import type { Attachment } from '../../../../media.js';
import { idOf, type PageResponse } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import { mergedSettings, withoutDefaults } from '../../settings/designs.js';
import type { Watermark } from '../../watermark.js';
import { RULE_FIELDS, ruleFields, submittedRule } from '../designs/rule-form.js';
import { errorText, textsFor } from '../library/labels.js';
import { DESIGN_PATH, DESIGNS_PATH, EDIT_DESIGN_PATH, LIBRARY_PATH, NEW_DESIGN_PATH, tabsFor } from '../tabs.js';
import { createReadDraft, type Draft, draftQuery } from './draft.js';
import { designFields, groupsOf } from './fields.js';
import { choosable, shownOn } from './pictures.js';
import { LOOK_SCHEMAS, SETTING_SCHEMAS } from './setting-schemas.js';
import { BEFORE_FIELD, createReadChanges, valuesByName } from './submitted-design.js';
import { type Target, targetOf, withDraft } from './target.js';
import type { DesignPage } from './template-data.js';

const ACTION = 'design';
/** Path of the preview image. */
const IMAGE_PATH = `${DESIGN_PATH}/preview`;
const PLACEHOLDERS = ['site', 'year', 'author', 'title', 'attachment_id'] as const;
/** Header of the preview image for the script: which design applies, percent-encoded. */
const APPLIES_HEADER = 'X-Design-Applies';

type Parts = Pick<PluginContext, 'admin' | 'content' | 'db' | 'media' | 'site' | 'users'>;

/** Names the characters that no font has. */
function missingText({ data, message }: HostError, { text }: Strings): string {
  const characters = Array.isArray(data.characters) ? data.characters.slice(0, MAX_NAMED_CHARACTERS).join(' ') : '';
  return characters === '' ? message : text('design.missing-characters', { characters });
}

/** Maximum number of missing characters in a message. */
const MAX_NAMED_CHARACTERS = 10;

/**
 * Registers the pages that edit the default design and those for some images, with their preview. Their script submits
 * the same form.
 */
export function registerDesign({ admin, content, db, media, site, users }: Parts, watermark: Watermark): void {
  const { settings, preview } = watermark;
  const draftOf = createReadDraft();
  const changesOf = createReadChanges();
  const strings = () => textsFor(site);
  const tags = () => content.taxonomies().flatMap(({ name, hierarchical }) => (hierarchical ? [] : name));
  const targetFor = (request: AdminRequest) => targetOf(settings, request, strings().text('designs.gone'));

  async function pageOf(request: AdminRequest): Promise<DesignPage> {
    const texts = strings();
    const { text } = texts;
    const target = await targetFor(request);
    const { design, saved } = target;
    const { previewed } = request;
    const draft = previewed ? submitted(previewed.form, target) : draftOf(request);
    const draftSettings = settings.merge(saved, draft.changes);
    const pictures = await choosable({ media, strings: texts }, request, {
      chosen: draftSettings.image_id,
      search: draft.search,
    });
    const subjects = await shownOn({ media, strings: texts }, request, {
      chosen: idOf(request.refused?.form.text('picture')) ?? draft.pictureId,
      except: draftSettings.image_id,
      suits: (attachments) => suitable(attachments, target),
    });
    const choices = {
      sizes: media.sizes(),
      postTypes: content.types().map(({ name, labels: { plural } }) => {
        return { value: name, label: typeof plural === 'string' ? plural : plural(texts.locale) };
      }),
      pictures: pictures.options,
    };
    const form = adminForm(request, {
      action: ACTION,
      fields: [
        { kind: 'hidden', name: BEFORE_FIELD, value: valuesByName(saved) },
        ...(design ? await ruleFields(design, { db, users, tags: tags() }, texts) : []),
        ...designFields(draftSettings, { schemas: schemasOf(target), choices }, texts),
      ],
    });
    const subject = subjects.find(({ selected }) => selected)?.value ?? '0';
    const pictureId = Number(subject);
    const look = draftQuery({ changes: draft.changes, pictureId, search: '' });
    return {
      strings: texts,
      tabs: tabsFor(request, texts, DESIGNS_PATH),
      tabsLabel: text('watermark.tabs'),
      outdated: (await hasOutdated(request))
        ? {
            text: text('design.outdated'),
            label: text('design.outdated-link'),
            link: request.link(LIBRARY_PATH, { status: 'outdated' }),
          }
        : null,
      title: design === null ? null : (target.name ?? text('designs.add')),
      rule: design && {
        title: text('designs.rule'),
        lead: text('designs.rule-lead'),
        fields: fieldsNamed(form, RULE_FIELDS),
      },
      isUnsaved: form.refusal !== null || previewed !== null || Object.keys(draft.changes).length > 0,
      form,
      groups: groupsOf(design === null).map(({ name, fields }) => ({
        name,
        title: text(`design.group-${name}`),
        fields: fieldsNamed(form, fields),
      })),
      placeholders: PLACEHOLDERS.map((name) => ({ name: `{${name}}`, text: text(`design.placeholder-${name}`) })),
      thumbnails: pictures.thumbnails,
      search: { value: draft.search, note: pictures.note },
      preview: {
        image: request.link(IMAGE_PATH, { ...target.query, ...look }),
        pictures: subjects,
        applies: await appliesTo(pictureId, target, previewed?.form ?? null),
      },
      savedLink: request.link(target.path, target.query),
    };
  }

  async function hasOutdated(request: AdminRequest): Promise<boolean> {
    const place = { search: '', olderThan: null, newerThan: null, perPage: 1, viewer: request };
    return (await watermark.listPictures({ status: 'outdated', ...place })).pictures.length > 0;
  }

  /** Reads the name and the rule. @throws HostError 422 `form_invalid` */
  async function ruleIn(form: SubmittedForm, { name }: Target) {
    const others = (await settings.designs()).flatMap((each) => (each.name === name ? [] : each.name));
    return submittedRule(form, { users, others }, strings());
  }

  /** Returns the images that get the design; for a new one, all that can be watermarked. */
  async function suitable(
    attachments: readonly Attachment[],
    { design, name }: Target,
  ): Promise<readonly Attachment[]> {
    const isNew = design !== null && name === null;
    const resolved = await watermark.optionsOf(attachments);
    return attachments.filter((attachment) => {
      const { design: found, isMark } = resolved.unfiltered(attachment);
      return !isMark && (isNew || found === name);
    });
  }

  /** Says which design applies to an image, with an unsaved rule if it is valid. */
  async function appliesTo(pictureId: number, target: Target, form: SubmittedForm | null): Promise<string> {
    const attachment = pictureId === 0 ? null : await media.get(pictureId);
    if (!attachment) return '';
    const saved = await settings.designs();
    const { design, name } = target;
    const rule = design && form ? await ruleIn(form, target).catch(() => null) : null;
    const designs = rule ? withDraft(saved, name, { ...rule, changes: {} }) : saved;
    const found = (await watermark.optionsOf([attachment], { designs })).unfiltered(attachment).design;
    const { text } = strings();
    const own = rule?.name ?? name;
    if (design ? found !== null && found === own : found === null) return text('design.applies-this');
    return found === null ? text('design.applies-default') : text('design.applies-other', { name: found });
  }

  /** Translates errors for the page. @throws HostError 422 `form_invalid` */
  async function withErrorTexts<T>(name: string | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500 || error.code === 'form_invalid') throw error;
      throw translated(error, name);
    }
  }

  function translated(error: HostError, name: string | null): HostError {
    const texts = strings();
    const { text } = texts;
    const isMissing = error.code === 'vendor_watermark_characters_missing';
    const reason = isMissing ? missingText(error, texts) : errorText(error.code, error.message, texts);
    const { design = null, params } = error.data;
    if (typeof design === 'string' && design !== name) {
      return formError({}, text('designs.fault', { name: design, reason }));
    }
    if (isMissing) return formError({ text: reason }, text('design.refused'));
    if (error.code === 'vendor_watermark_settings_invalid') {
      const isImage = typeof params === 'object' && params !== null && 'image_id' in params;
      return isImage
        ? formError({ image_id: text('design.wrong-image') }, text('design.refused'))
        : formError({}, error.message);
    }
    if (error.code === 'vendor_watermark_picture_too_small') return formError({}, text('design.fault-too-small'));
    return formError({}, reason);
  }

  async function look(
    target: Target,
    { changes, pictureId }: Draft,
    form: SubmittedForm | null,
  ): Promise<PageResponse> {
    const subject = pictureId ? { attachmentId: pictureId } : {};
    const ask = { design: target.name, changes, ...subject };
    const { content: body } = await withErrorTexts(target.name, () => preview(ask));
    const applies = await appliesTo(pictureId ?? 0, target, form);
    return {
      status: 200,
      headers: {
        'Content-Type': 'image/webp',
        'Cache-Control': 'no-store',
        [APPLIES_HEADER]: encodeURIComponent(applies),
      },
      body,
    };
  }

  /** Returns the preview image to the script, or the error messages as JSON. */
  async function lookOrFault(form: SubmittedForm, target: Target): Promise<PageResponse> {
    try {
      return await look(target, submitted(form, target), form);
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

  function submitted(form: SubmittedForm, target: Target): Draft {
    const changes = changesOf(form, strings(), schemasOf(target));
    return { changes, pictureId: idOf(form.text('picture')), search: form.text('marks').trim() };
  }

  async function save(form: SubmittedForm, target: Target): Promise<ActionOutcome> {
    const { text } = strings();
    const { design, name, path, query } = target;
    const { changes } = submitted(form, target);
    if (!design) {
      await withErrorTexts(null, () => settings.save(changes));
      const isSame = Object.keys(changes).length === 0;
      return {
        to: path,
        notice: { kind: isSame ? 'info' : 'success', text: text(isSame ? 'design.unchanged' : 'design.saved') },
      };
    }
    const rule = await ruleIn(form, target);
    const draft = { ...rule, changes: withoutDefaults(target.general, changes) };
    await withErrorTexts(rule.name, () =>
      settings.saveDesigns((designs) => {
        const saved = designs.find((each) => each.name === name);
        if (name !== null && !saved) throw formError({}, text('designs.gone'));
        // Another user may have changed other settings of the design.
        const all = withoutDefaults(target.general, mergedSettings(saved?.changes ?? {}, changes));
        return withDraft(designs, name, { ...draft, changes: all });
      }),
    );
    const to = name === null ? DESIGNS_PATH : `${path}?${new URLSearchParams({ ...query, name: rule.name })}`;
    return { to, notice: { kind: 'success', text: text('design.saved') } };
  }

  async function act(request: AdminRequest, form: SubmittedForm): Promise<ActionOutcome | PageResponse> {
    const target = await targetFor(request);
    switch (form.text('do')) {
      case 'image':
        return lookOrFault(form, target);
      case 'preview':
        // A failed preview is reported next to the settings.
        await look(target, submitted(form, target), form);
        return { preview: {} };
      case 'search':
        submitted(form, target);
        return { preview: {} };
      default:
        return save(form, target);
    }
  }

  const common = {
    capability: 'manage_options',
    template: 'watermark/admin/design',
    stylesheets: ['watermark/design.css'],
    scripts: ['watermark/design.js'],
    load: pageOf,
    actions: { [ACTION]: act },
  } as const;
  admin.page({
    ...common,
    path: DESIGN_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('designs.default'),
    parent: DESIGNS_PATH,
    heading: () => ({ lead: strings().text('design.lead') }),
  });
  admin.page({
    ...common,
    path: NEW_DESIGN_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('designs.add'),
    parent: DESIGNS_PATH,
    heading: () => ({ lead: strings().text('designs.design-lead') }),
  });
  admin.page({
    ...common,
    path: EDIT_DESIGN_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('designs.edit'),
    parent: DESIGNS_PATH,
    heading: ({ title }) => ({ ...(title === null ? {} : { title }), lead: strings().text('designs.design-lead') }),
  });

  admin.page({
    path: IMAGE_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('design.preview'),
    capability: 'manage_options',
    parent: DESIGN_PATH,
    template: 'core/admin/message',
    load: async (request) => look(await targetFor(request), draftOf(request), null),
  });
}

/** Settings that a page edits. */
function schemasOf({ design }: Target) {
  return design === null ? SETTING_SCHEMAS : LOOK_SCHEMAS;
}

/** Returns the fields with these names that the form has, in this order. */
function fieldsNamed({ fields }: FormData, names: readonly string[]) {
  return names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
}
