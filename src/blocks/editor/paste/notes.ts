/** Link to a note in Word, Google Docs pages and LibreOffice: `#_ftn1`, `#ftnt1`, `#sdfootnote1sym`. */
const REFERENCE = /^#(_ftn|_edn|ftnt|sdfootnote|sdendnote)(\d{1,5})(?:sym)?$/;
/** Backlink of a note: `#_ftnref1`, `#ftnt_ref1`, `#sdfootnote1anc`. */
const BACK = /^#(_ftn|_edn|ftnt|sdfootnote|sdendnote)(?:_?ref)?(\d{1,5})(?:anc)?$/;

/** Footnote as written by a word processor. */
interface Note {
  /** Links to it, in order. */
  readonly references: HTMLElement[];
  /** Backlink inside the note. */
  back: HTMLElement | null;
}

/**
 * Converts footnotes to items of a list at the end. Both ends are links, because the packages drop the ids of other
 * elements. A reference to a note that was not copied becomes a superscript number.
 * @param first number of the first footnote
 */
export function restoreNotes(body: HTMLElement, first: number): void {
  const document = body.ownerDocument;
  const list = document.createElement('ol');
  if (first !== 1) list.start = first;
  for (const { references, back } of notesOf(body)) {
    if (back && references.length > 0) list.append(itemOf(back, references, first + list.childElementCount));
    else for (const link of references) raise(link, labelOf(link));
  }
  // Word puts a line above the notes.
  for (const rest of body.querySelectorAll(
    '[style*="mso-element:footnote-list" i], [style*="mso-element:endnote-list" i]',
  )) {
    if (rest.textContent?.trim() === '') rest.remove();
  }
  if (list.childElementCount > 0) body.append(list);
}

function notesOf(body: HTMLElement): Note[] {
  const notes = new Map<string, Note>();
  for (const link of body.querySelectorAll<HTMLElement>('a[href^="#"]')) {
    const href = link.getAttribute('href') ?? '';
    const isReference = REFERENCE.test(href);
    const [, kind, number] = (isReference ? REFERENCE : BACK).exec(href) ?? [];
    if (kind === undefined) continue;
    const note = notes.get(`${kind} ${number}`) ?? { references: [], back: null };
    notes.set(`${kind} ${number}`, note);
    if (isReference) note.references.push(link);
    else note.back ??= link;
  }
  return [...notes.values()];
}

/** Creates the list item of a note, with backlinks, and removes the note from its place. */
function itemOf(back: HTMLElement, references: readonly HTMLElement[], number: number): HTMLElement {
  const document = back.ownerDocument;
  const paragraph = back.closest<HTMLElement>('p, li') ?? back.parentElement ?? back;
  const whole = paragraph.closest<HTMLElement>('div');
  const isAlone = whole?.querySelectorAll('a[href^="#"]').length === 1;
  const place = whole && isAlone ? whole : paragraph;
  (back.closest('sup') ?? back).remove();
  const item = document.createElement('li');
  for (const part of place === paragraph ? [paragraph] : place.children) {
    if (item.childNodes.length > 0) item.append(document.createElement('br'));
    item.append(...part.childNodes);
  }
  place.remove();
  references.forEach((link, index) => {
    const id = `fnref-${number}${index === 0 ? '' : `-${index + 1}`}`;
    const reference = linkTo(document, `#fn-${number}`, String(number));
    reference.id = id;
    raise(link, reference);
    const again = linkTo(document, `#${id}`, '↩');
    if (index === 0) again.id = `fn-${number}`;
    item.append(' ', again);
  });
  return item;
}

function linkTo(document: Document, href: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  return link;
}

/** Label of a reference, without the brackets of some programs (`[1]`). */
function labelOf(link: HTMLElement): string {
  return (link.textContent ?? '').replace(/[[\]\s]/g, '');
}

function raise(link: HTMLElement, into: Node | string): void {
  if (link.closest('sup')) {
    link.replaceWith(into);
    return;
  }
  const raised = link.ownerDocument.createElement('sup');
  raised.append(into);
  link.replaceWith(raised);
}
