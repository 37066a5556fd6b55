/** A field of a SWIFT message: `:61:...` and the lines after it, up to the next. */
export interface Mt940Field {
  /** Without colons: `61`, `60F`. Empty for the end of a message. */
  readonly tag: string;
  readonly lines: readonly string[];
  /** Of the file, from 1. */
  readonly line: number;
}

/**
 * The fields of MT940 and MT942, `NS` of some banks, and the `:940:` of Rabobank. Nothing else begins a field: texts that
 * go on in the next line may begin with a time, such as `:12:11`.
 */
const FIELD = /^:(13D?|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS|940):(.*)$/s;
const MESSAGE_END = /^-(?:\}.*)?\s*$/s;
/** Of a field, as many as anything that banks write; the rest of one is passed over. */
const MOST_LINES = 200;

/** Finds the fields in the lines of a file. */
export interface FieldFinder {
  /** @returns the field that ended with this line, if one did: it is known when the next one begins */
  push(line: string): readonly Mt940Field[];
  end(): readonly Mt940Field[];
}

/** What stands before the first field of a message, and after its end, is of the bank's own making and passed over. */
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
      if (open !== null && open.lines.length < MOST_LINES) open.lines.push(text);
      return [];
    },
    end: close,
  };
}

/** The blocks of SWIFT may stand in the line of the first field: `{1:F01...}{2:...}{4::20:...`. */
function afterHeader(line: string): string {
  return line.slice(line.lastIndexOf('{4:') + 3);
}
