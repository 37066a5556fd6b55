import { HostError } from '../../../../index.js';

/** Extracts a list from streamed JSON, so that memory holds one element at a time. */
export interface ListSplitter {
  /** Returns the JSON of the elements completed by this piece. */
  push(text: string): readonly string[];
  /** Returns the rest of the file with the list emptied; complete after the last piece. */
  rest(): string;
  /** Whether the list was found. `isWhole` is true once it has ended. */
  readonly isFound: boolean;
  readonly isWhole: boolean;
}

interface Container {
  readonly isList: boolean;
  /** Name of the current member, if this is an object. */
  key: string;
}

/** Maximum characters of an entry or of the rest of the file, far more than either ever has. */
const MAX_LENGTH = 1_048_576;
const MAX_DEPTH = 64;

/**
 * Creates a splitter for the list at a path.
 * @param path member names from the top; empty if the file is the list
 * @throws HostError 400 `vendor_bank_parse_failed` if the file is larger or deeper than any statement
 */
export function createListSplitter(path: readonly string[]): ListSplitter {
  const open: Container[] = [];
  let outside = '';
  let element = '';
  /** The last string, which may be a member name. */
  let word = '';
  let isText = false;
  let isEscaped = false;
  let isFound = false;
  let isIn = false;
  let listDepth = -1;

  const isAtPath = (): boolean =>
    !isFound &&
    open.length === path.length &&
    path.every((name, index) => !open[index]?.isList && open[index]?.key === name);

  function take(character: string): void {
    if (isIn) element += character;
    else outside += character;
    if (element.length > MAX_LENGTH || outside.length > MAX_LENGTH || open.length > MAX_DEPTH) throw tooLarge();
  }

  function inText(character: string): void {
    take(character);
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = true;
    else if (character === '"') isText = false;
    if (isText && word.length < MAX_LENGTH) word += character;
  }

  /** Returns the element that this character completes, or null. */
  function structural(character: string): string | null {
    if (character === '"') {
      isText = true;
      word = '';
    } else if (character === ':') {
      const inner = open.at(-1);
      if (inner !== undefined && !inner.isList) inner.key = word;
    } else if (character === '{' || character === '[') {
      const isTheList = character === '[' && isAtPath();
      if (isTheList) take(character);
      open.push({ isList: character === '[', key: '' });
      if (isTheList) {
        isFound = true;
        isIn = true;
        listDepth = open.length;
        return null;
      }
    } else if ((character === '}' || character === ']') && open.length > 0) {
      const endsList = isIn && open.length === listDepth;
      if (endsList) isIn = false;
      open.pop();
      if (endsList) return finish(character);
    } else if (character === ',' && isIn && open.length === listDepth) return finish('');
    take(character);
    return null;
  }

  function finish(end: string): string | null {
    const text = element.trim();
    element = '';
    if (end !== '') take(end);
    return text === '' ? null : text;
  }

  return {
    push(text) {
      const elements: string[] = [];
      for (const character of text) {
        if (isText) inText(character);
        else {
          const ended = structural(character);
          if (ended !== null) elements.push(ended);
        }
      }
      return elements;
    },
    rest: () => outside,
    get isFound() {
      return isFound;
    },
    get isWhole() {
      return isFound && !isIn;
    },
  };
}

function tooLarge(): HostError {
  const message = 'The file has an entry that is too large. Use the original file from the bank.';
  return new HostError('vendor_bank_parse_failed', message, { status: 400 });
}
