/** A field of a SWIFT message: `:61:...` and the lines up to the next field. */
export interface Mt940Field {
  /** Tag without colons: `61`, `60F`. Empty for the end of a message. */
  readonly tag: string;
  readonly lines: readonly string[];
  /** Line of the file, from 1. */
  readonly line: number;
}

/**
 * Fields of MT940 and MT942, `NS` of some banks and `:940:` of Rabobank.
 * The list is closed, because a wrapped text may start with a time such as `:12:11`.
 */
const FIELD = /^:(13D?|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS|940):(.*)$/s;
const MESSAGE_END = /^-(?:\}.*)?\s*$/s;
/** Maximum lines of a field; the rest is ignored. */
const MAX_LINES = 200;

/** Finds the fields in the lines of a file. */
export interface FieldFinder {
  /** Returns the field that this line completes, if any: a field ends where the next one starts. */
  push(line: string): readonly Mt940Field[];
  end(): readonly Mt940Field[];
}

/** Creates a finder. Bank-specific text before the first field and after the end of a message is skipped. */
export function createFieldFinder(): FieldFinder {
  let number = 0;
  let open: { tag: string; lines: string[]; line: number } | null = null;

  function close(): readonly Mt940Field[] {
    const closed = open;
    open = null;
    return closed === null ? [] : [closed];
  }

  return {
    push(line) {
      number += 1;
      const text = number === 1 ? line.trimStart() : line;
      const found = FIELD.exec(text.startsWith('{1:') ? afterHeader(text) : text);
      if (found !== null) {
        const ended = close();
        open = { tag: found[1] ?? '', lines: [found[2] ?? ''], line: number };
        return ended;
      }
      if (text.startsWith('-') && MESSAGE_END.test(text)) return [...close(), { tag: '', lines: [], line: number }];
      if (open !== null && open.lines.length < MAX_LINES) open.lines.push(text);
      return [];
    },
    end: close,
  };
}

/** Skips SWIFT blocks in the line of the first field: `{1:F01...}{2:...}{4::20:...`. */
function afterHeader(line: string): string {
  return line.slice(line.lastIndexOf('{4:') + 3);
}
