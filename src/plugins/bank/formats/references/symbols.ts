/** Payment symbols of Czech and Slovak payments: digits without leading zeros, empty for none. */
export interface PaymentSymbols {
  readonly variableSymbol: string;
  readonly constantSymbol: string;
  readonly specificSymbol: string;
}

/**
 * Notations in an end-to-end ID or text: Slovak `/VS123/SS456/KS0308`, Czech `/VS/123/SS/456`, and free text `VS:123`.
 * A bare number after `KS` or `SS` is not a symbol: `2 KS 500` means two pieces.
 */
const WRITTEN = {
  variable: {
    sign: /VS[\d\s./:=]/i,
    ways: [
      /\/VS\/?(\d+)(?![\dA-Z])/i,
      /(?<![\dA-Z])VS\.?\s?[:=]\s?(\d+)(?![\dA-Z])/i,
      /(?<![\dA-Z])VS\.?\s?(\d+)(?![\dA-Z])/i,
    ],
  },
  constant: {
    sign: /KS[\d\s./:=]/i,
    ways: [/\/KS\/?(\d+)(?![\dA-Z])/i, /(?<![\dA-Z])KS\.?\s?[:=]\s?(\d+)(?![\dA-Z])/i],
  },
  specific: {
    sign: /SS[\d\s./:=]/i,
    ways: [/\/SS\/?(\d+)(?![\dA-Z])/i, /(?<![\dA-Z])SS\.?\s?[:=]\s?(\d+)(?![\dA-Z])/i],
  },
} as const satisfies Record<string, WrittenSymbol>;

interface WrittenSymbol {
  /** Quick pre-check: occurs in every notation and rarely in other texts. */
  readonly sign: RegExp;
  readonly ways: readonly RegExp[];
}

/** Pre-check for all three symbols: most texts have none. */
const SIGN = /[VKS]S[\d\s./:=]/i;
const NO_SYMBOLS: PaymentSymbols = { variableSymbol: '', constantSymbol: '', specificSymbol: '' };

const MAX_SYMBOL_LENGTH = 10;

/**
 * Finds the symbols in the texts of a payment.
 * @param texts most reliable first: the first match wins
 */
export function findSymbols(...texts: readonly string[]): PaymentSymbols {
  const telling = texts.filter((text) => SIGN.test(text));
  if (telling.length === 0) return NO_SYMBOLS;
  return {
    variableSymbol: find(telling, WRITTEN.variable),
    constantSymbol: find(telling, WRITTEN.constant),
    specificSymbol: find(telling, WRITTEN.specific),
  };
}

/**
 * Reads a symbol from its own field.
 * @returns digits without leading zeros; empty for anything but 1 to 10 digits, and for zeros only
 */
export function readSymbol(text: string): string {
  const digits = text.trim();
  return /^\d+$/.test(digits) && digits.length <= MAX_SYMBOL_LENGTH ? digits.replace(/^0+/, '') : '';
}

function find(texts: readonly string[], { sign, ways }: WrittenSymbol): string {
  for (const text of texts) {
    if (!sign.test(text)) continue;
    for (const way of ways) {
      const symbol = readSymbol(way.exec(text)?.[1] ?? '');
      if (symbol !== '') return symbol;
    }
  }
  return '';
}
