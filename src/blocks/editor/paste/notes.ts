/** A link to a note, in Word, pages of Google Docs and LibreOffice: `#_ftn1`, `#ftnt1`, `#sdfootnote1sym`. */
const REFERENCE = /^#(_ftn|_edn|ftnt|sdfootnote|sdendnote)(\d{1,5})(?:sym)?$/;
/** The link back from it: `#_ftnref1`, `#ftnt_ref1`, `#sdfootnote1anc`. */
const BACK = /^#(_ftn|_edn|ftnt|sdfootnote|sdendnote)(?:_?ref)?(\d{1,5})(?:anc)?$/;

/** A footnote as a program for texts writes it. */
interface Note {
  /** The links to it, in order. */
  readonly references: HTMLElement[];
  /** The link back, which stands in it. */
  back: HTMLElement | null;
}

/**
 * Footnotes become the items of a list at the end. The places of both ends are links, since the packages keep no names
 * of other elements. What refers to a note that was not copied with it is a raised number.
 * @param first the number of the first
 */
export function restoreNotes(body: HTMLElement, first: number): void {
  const document = body.ownerDocument;
  const list = document.createElement('ol');
  if (first !== 1) list.start = first;
  for (const { references, back } of notesOf(body)) {
    if (back && references.length > 0) list.append(itemOf(back, references, first + list.childElementCount));
    else for (const link of references) raise(link, labelOf(link));
  }
  // Word writes a line above them.
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

/** The note as an item, with links back; it is taken out of where it stood. */
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
    const there = linkTo(document, `#fn-${number}`, String(number));
    there.id = id;
    raise(link, there);
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

/** `[1]` in other programs. */
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
