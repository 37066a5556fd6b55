import type { AdminHeading, AdminRequest } from './admin-page.js';
import type { AdminDetailData, AdminFact, AdminPagePart, AdminStepButton, AdminSteps } from './detail-data.js';
import { hiddenFields } from './form.js';

/** The data of `core/admin/detail`: what is given, and nothing of all else that such a page may have. */
export function detailPage(
  { strings }: Pick<AdminRequest, 'strings'>,
  given: Partial<AdminDetailData>,
): AdminDetailData {
  return {
    strings,
    title: null,
    tabs: [],
    tabsLabel: '',
    isLive: false,
    notices: [],
    figures: [],
    badges: [],
    progress: null,
    steps: null,
    sections: [],
    longForms: [],
    forms: [],
    isSplit: false,
    wide: [],
    links: [],
    ...given,
  };
}

/** What stands above a page about one thing. */
export function detailHeading({ title }: Pick<AdminDetailData, 'title'>): AdminHeading {
  return title === null ? {} : { title };
}

/** A part of a page under a heading of its own, with what is given. */
export function pagePart(given: Partial<AdminPagePart>): AdminPagePart {
  return { title: null, text: null, facts: [], events: [], table: null, links: [], ...given };
}

/** Facts with something to say: those without a text are left out. */
export function factsOf(
  facts: readonly (readonly [term: string, text: string | null, link?: string | undefined])[],
): AdminFact[] {
  return facts.flatMap(([term, text, link = null]) => (text === null || text === '' ? [] : [{ term, text, link }]));
}

/**
 * A form of buttons alone for one of the page's actions, which finds in the field `step` which of them was pressed.
 * @returns null without any
 */
export function stepsForm(
  request: AdminRequest,
  { label, action, buttons }: { readonly label: string; readonly action: string; readonly buttons: AdminStepButton[] },
): AdminSteps | null {
  if (buttons.length === 0) return null;
  const { link, path, query } = request;
  return { label, action: link(path, query), hidden: hiddenFields(request, action), name: 'step', buttons };
}
