import { SaxesParser } from 'saxes';
import { HostError } from '../../../../index.js';

/** The three messages. In version 1 their names end with it. */
const MESSAGE = /^BkToCstmr(?:AcctRpt|Stmt|DbtCdtNtfctn)(?:V\d+)?$/;
const STATEMENTS: ReadonlySet<string> = new Set(['Stmt', 'Rpt', 'Ntfctn']);
/** Child elements of a statement that are read; all others are skipped. */
const RECORDS: ReadonlySet<string> = new Set(['Acct', 'Bal', 'Ntry', 'CreDtTm']);
const TRANSACTION = 'TxDtls';
/** XML errors that banks make and that leave the surrounding text readable. */
const TOLERATED = /^(?:undefined entity|malformed character entity|disallowed character)\.$/;
/** Superset of `\p{Cc}` that is faster to test. */
const CONTROL = /[^ -~\u00a0-\uffff]/;
const CONTROLS = /\p{Cc}+/gu;

/**
 * Limits that keep a file from exhausting memory.
 * Real files stay far below: an entry has about 2,000 characters in 50 elements on 12 levels.
 */
export const LIMITS = {
  /** Maximum nesting depth of elements. */
  depth: 64,
  /** Maximum characters between two tags, or within one. */
  text: 1024 * 1024,
  /**
   * Maximum size of an entry without its transactions, of a transaction or of an account.
   * In characters, plus {@link LIMITS.element} for each element.
   */
  record: 1024 * 1024,
  /** Size of an element without its text. */
  element: 100,
  /** Maximum number of transactions of an entry. Beyond it the entry is read as a whole. */
  transactions: 20_000,
  /** Maximum characters of all transactions of one entry. */
  batch: 16 * 1024 * 1024,
} as const;

/**
 * An element of the current entry: a small tree without namespaces, comments and whitespace.
 * Children form a linked list, because an array for each would double the allocations of an entry.
 */
export interface XmlElement {
  /** Name without prefix. */
  readonly name: string;
  /** The attribute `Ccy`, the only one that is read. */
  readonly currency: string;
  /** Trimmed. */
  readonly text: string;
  readonly firstChild: XmlElement | null;
  /** Next child of the same parent. */
  readonly nextSibling: XmlElement | null;
}

/** Events of a camt file, in document order. */
export interface CamtEvents {
  statement(): void;
  /**
   * A child of the statement; an entry comes without its transactions.
   * @param isCut whether it was too large to be read completely
   */
  record(element: XmlElement, isCut: boolean): void;
  /** A transaction (`TxDtls`) of the current entry. */
  transaction(element: XmlElement, isCut: boolean): void;
  endOfStatement(): void;
  /** A harmless violation of XML. */
  flaw(line: number): void;
}

export interface CamtElements {
  /**
   * Parses a piece of the file.
   * @throws HostError 400 `vendor_bank_parse_failed` for invalid XML and for constructs found only in malicious files
   */
  write(text: string): void;
  /**
   * Ends the file.
   * @throws HostError 400 `vendor_bank_parse_failed` for a truncated file, or one without a camt message
   */
  end(): void;
}

interface OpenElement extends XmlElement {
  text: string;
  firstChild: OpenElement | null;
  lastChild: OpenElement | null;
  nextSibling: OpenElement | null;
}

/** The record or transaction being read. */
interface OpenRecord {
  readonly depth: number;
  size: number;
}

/**
 * Finds statements and their entries in streamed XML.
 * Prefixes are dropped, so namespaces do not matter. Document types are rejected: banks never write them, and XML
 * attacks use them.
 */
export function createCamtElements(events: CamtEvents): CamtElements {
  const parser = new SaxesParser({ xmlns: false });
  let failure: HostError | null = null;
  let depth = 0;
  let messageDepth = 0;
  let statementDepth = 0;
  let isCamt = false;
  let record: OpenRecord | null = null;
  let transaction: OpenRecord | null = null;
  /** Stack of open elements, from the record down. */
  const open: OpenElement[] = [];
  /** Characters since the last event. */
  let unparsed = 0;

  function fail(reason: string): void {
    failure ??= refused(`${reason} (line ${parser.line})`);
  }

  /**
   * Adds to the size of the current record or transaction.
   * @returns whether it is still within the limit
   */
  function hasRoom(size: number): boolean {
    const source = transaction ?? record;
    if (source === null) return false;
    source.size += size;
    return source.size <= LIMITS.record;
  }

  function begin(name: string, currency: string): void {
    const element: OpenElement = { name, currency, text: '', firstChild: null, lastChild: null, nextSibling: null };
    const isTransaction = name === TRANSACTION && transaction === null && record !== null && open[0]?.name === 'Ntry';
    if (isTransaction) transaction = { depth, size: 0 };
    const mayBeKept = hasRoom(LIMITS.element);
    if (mayBeKept && !isTransaction) adopt(open.at(-1), element);
    open.push(element);
  }

  parser.on('error', (error) => {
    const reason = error.message.replace(/^\d+:\d+: /, '');
    if (TOLERATED.test(reason)) events.flaw(parser.line);
    else fail(`it is not XML: ${reason.replace(/\.$/, '')}`);
  });
  parser.on('doctype', () => fail('it has a document type declaration'));
  parser.on('opentag', (tag) => {
    unparsed = 0;
    depth += 1;
    if (depth > LIMITS.depth) fail(`its elements nest deeper than ${LIMITS.depth} levels`);
    const name = tag.name.slice(tag.name.indexOf(':') + 1);
    if (record !== null) return begin(name, tag.attributes.Ccy ?? '');
    if (messageDepth === 0 && MESSAGE.test(name)) {
      messageDepth = depth;
      isCamt = true;
    } else if (messageDepth > 0 && depth === messageDepth + 1 && STATEMENTS.has(name)) {
      statementDepth = depth;
      events.statement();
    } else if (statementDepth > 0 && depth === statementDepth + 1 && RECORDS.has(name)) {
      record = { depth, size: 0 };
      begin(name, '');
    }
  });
  const addText = (text: string): void => {
    unparsed = 0;
    const element = open.at(-1);
    if (element === undefined) return;
    const cleaned = (CONTROL.test(text) ? text.replace(CONTROLS, ' ') : text).trim();
    if (cleaned !== '' && hasRoom(cleaned.length)) element.text += cleaned;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', () => {
    unparsed = 0;
  });
  parser.on('closetag', () => {
    unparsed = 0;
    const element = open.pop();
    if (element !== undefined && transaction?.depth === depth) {
      events.transaction(element, transaction.size > LIMITS.record);
      transaction = null;
    } else if (element !== undefined && record?.depth === depth) {
      events.record(element, record.size > LIMITS.record);
      record = null;
    }
    if (depth === statementDepth) {
      events.endOfStatement();
      statementDepth = 0;
    }
    if (depth === messageDepth) messageDepth = 0;
    depth -= 1;
  });

  function check(): void {
    if (failure !== null) throw failure;
  }

  return {
    write(text) {
      parser.write(text);
      unparsed += text.length;
      if (unparsed > LIMITS.text) fail(`it has a text of more than ${LIMITS.text} characters`);
      check();
    },
    end() {
      parser.close();
      check();
      if (!isCamt) throw refused('it has no camt message such as BkToCstmrStmt');
    },
  };
}

function adopt(parent: OpenElement | undefined, child: OpenElement): void {
  if (parent === undefined) return;
  if (parent.lastChild === null) parent.firstChild = child;
  else parent.lastChild.nextSibling = child;
  parent.lastChild = child;
}

function refused(reason: string): HostError {
  const message = `The file cannot be read as camt.052, camt.053 or camt.054: ${reason}. Use the original file from the bank.`;
  return new HostError('vendor_bank_parse_failed', message, { status: 400 });
}

/** Returns the first element at a path of names. */
export function elementAt(from: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  let found = from;
  for (const name of path) found = found === null ? null : childOf(found, name);
  return found;
}

function childOf({ firstChild }: XmlElement, name: string): XmlElement | null {
  let child = firstChild;
  while (child !== null && child.name !== name) child = child.nextSibling;
  return child;
}

/** Returns the text of the first element at a path; empty if there is none. */
export function textAt(from: XmlElement | null, ...path: readonly string[]): string {
  return elementAt(from, ...path)?.text ?? '';
}

/** Returns all children with a name. */
export function childrenOf(from: XmlElement | null, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = from?.firstChild ?? null; child !== null; child = child.nextSibling) {
    if (child.name === name) found.push(child);
  }
  return found;
}
