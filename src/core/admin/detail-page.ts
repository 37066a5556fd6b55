import type { AdminHeading, AdminRequest } from './admin-page.js';
import type { AdminDetailData, AdminFact, AdminPagePart, AdminStepButton, AdminSteps } from './detail-data.js';
import { hiddenFields } from './form.js';

/** Creates the data of `core/admin/detail` from the given parts. All others are empty. */
export function detailPage(
  { strings }: Pick<AdminRequest, 'strings'>,
  data: Partial<AdminDetailData>,
): AdminDetailData {
  return {
    strings,
    title: null,
    tabs: [],
    tabsLabel: '',
    isLive: false,
    notices: [],
    metrics: [],
    badges: [],
    progress: null,
    steps: null,
    sections: [],
    longForms: [],
    forms: [],
    isSplit: false,
    wide: [],
    links: [],
    ...data,
  };
}

/** Returns the heading of a page about one item. */
export function detailHeading({ title }: Pick<AdminDetailData, 'title'>): AdminHeading {
  return title === null ? {} : { title };
}

/** Creates a page part from the given fields. All others are empty. */
export function pagePart(part: Partial<AdminPagePart>): AdminPagePart {
  return { title: null, text: null, facts: [], events: [], table: null, links: [], ...part };
}

/** Creates facts, without those that have no text. */
export function factsOf(
  facts: readonly (readonly [term: string, text: string | null, link?: string | undefined])[],
): AdminFact[] {
  return facts.flatMap(([term, text, link = null]) => (text === null || text === '' ? [] : [{ term, text, link }]));
}

/**
 * Creates a form of buttons for one of the page's actions, which reads the pressed one from the field `step`.
 * @returns null without buttons
 */
export function stepsForm(
  request: AdminRequest,
  { label, action, buttons }: { readonly label: string; readonly action: string; readonly buttons: AdminStepButton[] },
): AdminSteps | null {
  if (buttons.length === 0) return null;
  const { link, path, query } = request;
  return { label, action: link(path, query), hidden: hiddenFields(request, action), name: 'step', buttons };
}
