import {
  type AdminFact,
  type AdminMetric,
  type AdminRequest,
  factsOf,
  type ListTableData,
  listQuery,
  listTable,
} from '../../../../admin.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { StatementAccount, StatementEntry } from '../../formats/statement.js';
import { dayText, ibanText } from '../../labels.js';
import type { StoredUpload, UploadPreview } from '../../uploads/stored-uploads.js';

/** Summarizes the content of a file. */
export function fileFacts({ name, size, preview: { detection } }: StoredUpload, texts: Strings): AdminFact[] {
  const { text, number, locale, has } = texts;
  const { format, profile, encoding, accounts, count, sums, from, to } = detection;
  const money = (minor: number, currency: string): string => moneyText(minor, currency, locale);
  return factsOf([
    [text('import.file'), `${name} (${bytesText(size, texts)})`],
    [text('import.format'), has(`format-${format}`) ? text(`format-${format}`) : format],
    [text('import.profile'), profile],
    [text('import.encoding'), encoding],
    [text('import.accounts'), accounts.map(accountText).join('\n')],
    [text('import.count'), number(count)],
    [
      text('import.days'),
      from === '' ? null : text('import.from-to', { from: dayText(from, locale), to: dayText(to, locale) }),
    ],
    [
      text('import.sums'),
      sums
        .map(({ currency, credit, debit }) =>
          text('import.sum', { credit: money(credit, currency), debit: money(debit, currency) }),
        )
        .join('\n'),
    ],
  ]);
}

/** Summarizes the result of the import. */
export function reportFigures({ report }: UploadPreview, { text, number }: Strings): AdminMetric[] {
  if (!report) return [];
  const figure = (name: 'duplicates' | 'errors' | 'new' | 'review' | 'updated', isWaiting = false): AdminMetric => ({
    title: text(`import.${name}`),
    value: number(report[name]),
    text: text(`import.${name}-text`),
    link: null,
    isWaiting: isWaiting && report[name] > 0,
  });
  return [
    figure('new'),
    figure('duplicates'),
    ...(report.updated > 0 ? [figure('updated')] : []),
    ...(report.review > 0 ? [figure('review', true)] : []),
    ...(report.errors > 0 ? [figure('errors', true)] : []),
  ];
}

/** Lists the first entries as they would be stored. */
export function entryTable(entries: readonly StatementEntry[], request: AdminRequest, texts: Strings): ListTableData {
  const { text, locale } = texts;
  return listTable(request, listQuery(request, { prefix: 'entry_' }), {
    caption: text('import.entries'),
    columns: [
      { name: 'booked', label: text('transactions.booked') },
      { name: 'counterparty', label: text('transactions.counterparty') },
      { name: 'said', label: text('transactions.said') },
      { name: 'amount', label: text('transactions.amount'), numeric: true },
    ],
    rows: entries.map((entry, index) => {
      const { counterparty, variableSymbol, creditorReference, endToEndId, remittance, direction, bookingStatus } =
        entry;
      const reference = [variableSymbol, creditorReference, endToEndId].find((each) => each !== '') ?? '';
      const number = counterparty.iban !== '' ? ibanText(counterparty.iban) : counterparty.account;
      const amount = moneyText(direction === 'debit' ? -entry.amount : entry.amount, entry.currency, locale);
      return {
        id: index,
        label: entry.position,
        cells: {
          booked: {
            text: dayText(entry.bookedOn, locale),
            ...(bookingStatus === 'pending' && { badges: [{ text: text('transactions.pending') }] }),
          },
          counterparty: {
            text: counterparty.name || number || text('transactions.nobody'),
            ...(counterparty.name !== '' && number !== '' && { note: number }),
          },
          said: {
            text: reference || remittance || text('transactions.nothing-said'),
            ...(reference !== '' && remittance !== '' && { note: remittance }),
          },
          amount,
        },
      };
    }),
    total: entries.length,
    empty: { text: text('import.no-entries') },
  });
}

/** Lists the errors and warnings of a file. */
export function problemTable(
  { detection, report }: UploadPreview,
  request: AdminRequest,
  { text }: Strings,
): ListTableData | null {
  // The dry run reports everything that detection does, and more.
  const problems = report && !report.isKnownFile ? report.problems : detection.problems;
  if (problems.length === 0) return null;
  return listTable(request, listQuery(request, { prefix: 'problem_' }), {
    caption: text('runs.problems'),
    columns: [
      { name: 'problem', label: text('runs.problem') },
      { name: 'kind', label: text('runs.kind') },
      { name: 'place', label: text('runs.place') },
    ],
    rows: problems.map(({ severity, message, position }, index) => ({
      id: index,
      label: message,
      cells: {
        problem: message,
        kind: {
          text: '',
          badges: [{ text: text(`severity-${severity}`), kind: severity === 'error' ? 'bad' : 'warning' }],
        },
        place: position,
      },
    })),
    total: problems.length,
    empty: { text: '' },
  });
}

function accountText({ iban, number, bankCode, name, currency }: StatementAccount): string {
  const account = iban !== '' ? ibanText(iban) : [number, bankCode].filter((part) => part !== '').join('/');
  return [account, name, currency].filter((part) => part !== '').join(', ');
}

function bytesText(bytes: number, { locale }: Strings): string {
  const [unit, size] = bytes < 1024 * 1024 ? ['kilobyte', bytes / 1024] : ['megabyte', bytes / (1024 * 1024)];
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(size);
}
