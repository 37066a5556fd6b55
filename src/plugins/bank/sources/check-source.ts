import { isDay } from '../../../calendar.js';
import { HostError } from '../../../index.js';
import { isCurrency } from '../../../money.js';
import { fillAddress } from './address-template.js';
import { SETTINGS_OF, type SourceKind, type SourceSettings } from './kinds.js';

/** Header names (RFC 9110, 5.6.2), and values on one line of printable ASCII. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e]{1,4000}$/;
/** Tokens of Fio banka have 64 letters and digits. */
const FIO_TOKEN = /^[A-Za-z0-9]{32,128}$/;
const MAX_HEADERS = 20;
/** Headers that the HTTP client sets itself. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'accept-encoding',
]);
const MAX_URL_LENGTH = 2000;

export type Secrets = Readonly<Record<string, string>>;

/**
 * Validates a source beyond its schema.
 * @throws HostError 400 `vendor_bank_invalid_param` with a sentence for each invalid member in `params`
 */
export function checkSource(kind: SourceKind, settings: SourceSettings, secrets: Secrets): void {
  const wrong: Record<string, string> = {};
  const allowed = SETTINGS_OF[kind];
  for (const [name, value] of Object.entries(settings)) {
    if (value !== undefined && !allowed.some((one) => one === name)) {
      wrong[name] = `A source of the type "${kind}" has no ${name}.`;
    }
  }
  const { url, since, currency } = settings;
  if (since !== undefined && !isDay(since)) wrong.since = 'Enter a day such as 2026-01-31.';
  if (currency !== undefined && !isCurrency(currency)) wrong.currency = 'Enter an ISO 4217 code such as EUR.';
  if (kind === 'http-json') wrong.url ??= faultOfUrl(url) ?? '';
  if (kind === 'http-json') wrong.secrets = faultOfHeaders(secrets) ?? '';
  if (kind === 'fio') wrong.secrets = faultOfToken(secrets) ?? '';
  if (kind === 'upload' && Object.keys(secrets).length > 0) wrong.secrets = 'Upload sources have no secrets.';
  const params = Object.fromEntries(Object.entries(wrong).filter(([, message]) => message !== ''));
  const [first] = Object.values(params);
  if (first === undefined) return;
  throw new HostError('vendor_bank_invalid_param', `The source is invalid: ${first}`, { status: 400, params });
}

function faultOfUrl(template: string | undefined): string | null {
  if (template === undefined || template === '') return 'Enter the URL to fetch.';
  if (template.length > MAX_URL_LENGTH) return `A URL can have at most ${MAX_URL_LENGTH} characters.`;
  let url: URL;
  try {
    url = fillAddress(template, { from: '2026-01-01', to: '2026-01-31', page: 1 });
  } catch {
    return 'Enter a complete URL such as https://bank.example/transactions?from={from}&to={to}.';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The URL must begin with https:// or http://.';
  if (url.username !== '' || url.password !== '')
    return 'Put user names and passwords in a secret header, not in the URL.';
  if (/[{}]/.test(template.replace(/\{(?:from|to|page)\}/g, ''))) {
    return 'The only placeholders are {from}, {to} and {page}.';
  }
  const { origin } = fillAddress(template, { from: 'a', to: 'b', page: 2 });
  return origin === url.origin ? null : 'Placeholders can be in the path or query, but not in the server name.';
}

function faultOfHeaders(headers: Secrets): string | null {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return `At most ${MAX_HEADERS} headers are allowed.`;
  const wrong = entries.find(
    ([name, value]) => !HEADER_NAME.test(name) || OWN_HEADERS.has(name.toLowerCase()) || !HEADER_VALUE.test(value),
  );
  return wrong ? `"${wrong[0].slice(0, 100)}" is not a valid header: a name, and a value on one line.` : null;
}

function faultOfToken({ token = '', ...others }: Secrets): string | null {
  if (Object.keys(others).length > 0) return 'Fio banka needs only "token".';
  return FIO_TOKEN.test(token)
    ? null
    : 'Enter the Fio banka token as "token": letters and digits, as shown by the bank.';
}
