import {
  type ActionOutcome,
  type AdminRequest,
  adminForm,
  formError,
  hiddenFields,
  orderingTexts,
  type SubmittedForm,
  submittedOrder,
  withMoved,
} from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { type Design, MAX_DESIGNS } from '../../settings/designs.js';
import type { Watermark } from '../../watermark.js';
import { textsFor } from '../library/labels.js';
import {
  DELETE_DESIGN_PATH,
  DESIGN_PATH,
  DESIGNS_PATH,
  EDIT_DESIGN_PATH,
  LIBRARY_PATH,
  NEW_DESIGN_PATH,
  tabsFor,
} from '../tabs.js';
import { ruleWords } from './rule-words.js';
import type { DesignRow, DesignsPage } from './template-data.js';

const ACTION = 'arrange';

type Parts = Pick<PluginContext, 'admin' | 'content' | 'site' | 'users'>;

/** Registers the list of designs, with their order, and the page that deletes one. */
export function registerDesigns({ admin, content, site, users }: Parts, { settings }: Watermark): void {
  const strings = () => textsFor(site);

  async function rowOf(design: Design, index: number, total: number, { link }: AdminRequest): Promise<DesignRow> {
    const texts = strings();
    const { name, when } = design;
    const moves = [...(index > 0 ? (['up'] as const) : []), ...(index < total - 1 ? (['down'] as const) : [])];
    return {
      name,
      rule: await ruleWords(when, { terms: content.terms, users }, texts),
      link: link(EDIT_DESIGN_PATH, { name }),
      deleteLink: link(DELETE_DESIGN_PATH, { name }),
      buttons: moves.map((move) => ({ value: `${move} ${name}`, label: texts.text(`designs.${move}`) })),
    };
  }

  async function arrange(form: SubmittedForm): Promise<ActionOutcome> {
    const { text } = strings();
    const [, step = '', name = ''] = /^(up|down|order) (.*)$/s.exec(form.text('step')) ?? [];
    const stale = () => formError({}, text('designs.changed'));
    let place = 0;
    let total = 0;
    await settings.saveDesigns((designs) => {
      const names = designs.map((design) => design.name);
      const from = names.indexOf(name);
      if (from < 0) throw stale();
      const order =
        step === 'order' ? submittedOrder(form, names) : withMoved(names, from, step === 'up' ? from - 1 : from + 1);
      if (!order) throw stale();
      place = order.indexOf(name) + 1;
      total = order.length;
      return order.flatMap((each) => designs.find((design) => design.name === each) ?? []);
    });
    return { notice: text('designs.moved', { name, place, total }) };
  }

  admin.page({
    path: DESIGNS_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('watermark.designs'),
    capability: 'manage_options',
    parent: LIBRARY_PATH,
    template: 'watermark/admin/designs',
    stylesheets: ['watermark/designs.css'],
    scripts: ['core/ordering.js'],
    async load(request): Promise<DesignsPage> {
      const texts = strings();
      const { text } = texts;
      const { link, path } = request;
      const designs = await settings.designs();
      const others = text(designs.length === 0 ? 'designs.all-images' : 'designs.other-images');
      return {
        strings: texts,
        tabs: tabsFor(request, texts, DESIGNS_PATH),
        tabsLabel: text('watermark.tabs'),
        form: { label: text('watermark.designs'), action: link(path), hidden: hiddenFields(request, ACTION) },
        designs: await Promise.all(designs.map((design, index) => rowOf(design, index, designs.length, request))),
        other: { name: text('designs.default'), rule: others, link: link(DESIGN_PATH), deleteLink: null, buttons: [] },
        texts: orderingTexts(request.strings),
        editLabel: text('designs.edit'),
        deleteLabel: text('designs.delete-short'),
        full: designs.length < MAX_DESIGNS ? null : text('designs.full', { maximum: MAX_DESIGNS }),
      };
    },
    heading: ({ full }, { link }) => ({
      lead: strings().text('designs.lead'),
      actions:
        full === null ? [{ label: strings().text('designs.add'), link: link(NEW_DESIGN_PATH), primary: true }] : [],
    }),
    actions: { [ACTION]: (_request, form) => arrange(form) },
  });

  admin.page({
    path: DELETE_DESIGN_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('designs.delete'),
    capability: 'manage_options',
    parent: DESIGNS_PATH,
    template: 'core/admin/forms',
    async load(request) {
      const { text } = strings();
      const name = await nameFrom(request);
      const form = adminForm(request, {
        action: 'delete',
        description: text('designs.delete-question'),
        fields: [],
        submit: text('designs.delete'),
        danger: true,
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(DESIGNS_PATH) },
      });
      return { strings: request.strings, definitions: [], items: [name], forms: [form], links: [] };
    },
    actions: {
      async delete(request) {
        const name = await nameFrom(request);
        await settings.saveDesigns((designs) => designs.filter((design) => design.name !== name));
        return { to: DESIGNS_PATH, notice: { kind: 'success', text: strings().text('designs.deleted', { name }) } };
      },
    },
  });

  /** @throws HostError 404 `vendor_watermark_design_not_found` */
  async function nameFrom({ query }: AdminRequest): Promise<string> {
    const found = (await settings.designs()).find(({ name }) => name === query.name);
    if (found) return found.name;
    throw new HostError('vendor_watermark_design_not_found', strings().text('designs.gone'), { status: 404 });
  }
}
