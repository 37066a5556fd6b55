/** Paragraph of a Word list, with its position in the list. */
interface Item {
  readonly paragraph: HTMLElement;
  /** Word's ID of the list. */
  readonly list: string;
  /** Level, starting at 1. */
  readonly level: number;
  readonly isOrdered: boolean;
}

const PLACE = /mso-list:\s*(l\d+)\s+level(\d)/i;
/** Marker of an ordered list item in Word: `1.`, `a)`, `iv.` */
const COUNTED = /^\(?(?:\d+|[a-z]{1,4})[.)]/i;

/**
 * Converts Word's list paragraphs to lists. Word stores the list and level of a paragraph in its style; without this,
 * numbering and the boundaries between lists are lost.
 */
export function restoreWordLists(root: ParentNode): void {
  const items = Array.from(root.querySelectorAll<HTMLElement>('p[style*="mso-list" i]')).flatMap(itemOf);
  for (let at = 0; at < items.length; at++) {
    const run = [items[at]].filter((item) => item !== undefined);
    while (followsOn(items[at], items[at + 1])) {
      at += 1;
      const item = items[at];
      if (item) run.push(item);
    }
    build(run);
  }
}

function itemOf(paragraph: HTMLElement): Item[] {
  const [, list = '', level = '1'] = PLACE.exec(paragraph.getAttribute('style') ?? '') ?? [];
  if (list === '') return [];
  const marker = paragraph.querySelector('[style*="mso-list:Ignore" i]');
  const isOrdered = COUNTED.test((marker?.textContent ?? '').replaceAll('\u00a0', ' ').trim());
  marker?.remove();
  return [{ paragraph, list, level: Number(level), isOrdered }];
}

/** Whether the next item belongs to the same list: it follows directly, and no other list has begun. */
function followsOn(item: Item | undefined, next: Item | undefined): boolean {
  if (!item || !next || item.paragraph.nextElementSibling !== next.paragraph) return false;
  return next.level > 1 || next.list === item.list;
}

function build(items: readonly Item[]): void {
  const [first] = items;
  if (!first) return;
  const document = first.paragraph.ownerDocument;
  const open: { list: HTMLElement; level: number }[] = [];
  for (const { paragraph, level, isOrdered } of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    if (!last || last.level < level) {
      const list = document.createElement(isOrdered ? 'ol' : 'ul');
      if (last) (last.list.lastElementChild ?? last.list).append(list);
      else paragraph.before(list);
      open.push({ list, level });
    }
    const entry = document.createElement('li');
    entry.append(...paragraph.childNodes);
    open.at(-1)?.list.append(entry);
    paragraph.remove();
  }
}
