import {
  type AdminRequest,
  type AreaRequest,
  adminForm,
  formError,
  type ListTableData,
  listQuery,
  listTable,
  pagePart,
} from '../../../../../../admin.js';
import { HostError } from '../../../../../../index.js';
import type { UploadedFile } from '../../../../../../rest.js';
import type { Strings } from '../../../../../../text.js';
import type { KbArea } from '../../../../catalogues.js';
import { readText } from '../../../../content/import/read-text.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import type { ExaminedGroup } from '../../../../domain/search/synonyms/synonym-groups.js';
import { synonymsFromCsv } from '../../../../domain/search/synonyms/synonyms-csv.js';
import { refuseForm } from '../../error-texts.js';
import { IMPORT_SYNONYMS_PATH, SYNONYMS_PATH } from '../paths.js';
import { groupFault, groupText, refuseGroup } from './labels.js';

/**
 * Maximum bytes, enough for over 1,000 groups. The text makes a round trip as a form field; use the CLI for larger
 * files.
 */
const MAX_BYTES = 100_000;
/** Maximum number of lines shown of a file. */
const MAX_LINES = 500;

const OUTCOME_NAMES = ['new', 'known', 'invalid'] as const;
const OUTCOMES = { new: 'good', known: 'neutral', invalid: 'bad' } as const;

/** Registers the synonym import, which previews the outcome of each line first. */
export function registerSynonymImport(
  area: KbArea,
  { site, synonyms }: Pick<KnowledgeBase, 'site' | 'synonyms'>,
): void {
  const readCsv = (csv: string) => synonymsFromCsv(csv, site.locale.toLowerCase());

  async function load(request: AreaRequest) {
    const { texts } = request;
    const { text, number } = texts;
    const csv = request.previewed?.form.text('csv');
    const examined = csv === undefined ? [] : await synonyms.examine(await readCsv(csv));
    const counts = Object.fromEntries(
      OUTCOME_NAMES.map((name) => [name, examined.filter(({ outcome }) => outcome === name).length]),
    );
    const check = adminForm(request, {
      action: 'check',
      description: text('synonyms-import.text'),
      fields: [
        { kind: 'file', name: 'file', label: text('synonyms-import.file'), accept: '.csv,text/csv' },
        {
          kind: 'textarea',
          name: 'csv',
          label: text('synonyms-import.csv'),
          hint: text('synonyms-import.csv-hint'),
          rows: 10,
        },
      ],
      submit: text('synonyms-import.check'),
    });
    if (csv === undefined) return { forms: [check] };
    const isGood = counts.invalid === 0 && counts.new !== 0;
    const add = adminForm(request, {
      action: 'add',
      fields: [{ kind: 'hidden', name: 'csv', value: csv }],
      submit: text('synonyms-import.add', { count: counts.new ?? 0 }),
    });
    return {
      notices: noticesOf(counts, text),
      metrics: OUTCOME_NAMES.map((name) => ({
        title: text(`synonyms-import.${name}`),
        value: number(counts[name] ?? 0),
        text: text(`synonyms-import.${name}-text`),
        link: null,
        isWaiting: name === 'invalid' && counts.invalid !== 0,
      })),
      sections: [pagePart({ table: tableOf(examined, request, texts) })],
      forms: [...(isGood ? [add] : []), check],
    };
  }

  area.page({
    path: IMPORT_SYNONYMS_PATH,
    title: 'synonyms.import',
    uploads: { maxFileSize: MAX_BYTES, maxFiles: 1 },
    load,
    actions: {
      async check({ texts }, form, [file]) {
        try {
          const csv = await submittedText(form.text('csv'), file, texts);
          await readCsv(csv);
          return { preview: { csv } };
        } catch (error) {
          return refuseFile(error, texts);
        }
      },
      async add({ texts, user }, form) {
        try {
          const added = await synonyms.add(await readCsv(form.text('csv')), { user, source: 'admin' });
          return { to: SYNONYMS_PATH, notice: texts.text('synonyms-import.added', { count: added }) };
        } catch (error) {
          return refuseGroup(error, texts);
        }
      },
    },
  });
}

/** Reads the file or else the typed text. @throws HostError 422 `form_invalid` if both are missing */
async function submittedText(typed: string, file: UploadedFile | undefined, { text }: Strings): Promise<string> {
  const csv = file && file.size > 0 ? await readText(file.path, MAX_BYTES) : typed;
  if (csv.trim() !== '') return csv;
  throw formError({ file: text('synonyms-import.nothing') }, text('synonyms-import.nothing'));
}

/** Reports a file that could not be read. @throws HostError 422 `form_invalid`; other errors as `refuseForm` does */
function refuseFile(error: unknown, texts: Strings): never {
  const key = error instanceof HostError ? error.code.replace(/^vendor_kb_/, 'synonyms-import.error-') : '';
  if (texts.has(key)) throw formError({}, texts.text(key));
  return refuseForm(error, texts);
}

function noticesOf(counts: Readonly<Record<string, number>>, text: Strings['text']) {
  if (counts.invalid !== 0) return [{ kind: 'error' as const, text: text('synonyms-import.faulty') }];
  return [
    { kind: 'info' as const, text: text(counts.new === 0 ? 'synonyms-import.all-known' : 'synonyms-import.good') },
  ];
}

/** Lists invalid lines first, since they need attention. */
function tableOf(examined: readonly ExaminedGroup[], request: AdminRequest, texts: Strings): ListTableData {
  const { text, number } = texts;
  const isWrong = ({ outcome }: ExaminedGroup): boolean => outcome === 'invalid';
  const ordered = [...examined.filter(isWrong), ...examined.filter((each) => !isWrong(each))];
  return listTable(request, listQuery(request, { perPage: MAX_LINES }), {
    caption: text('synonyms-import.lines'),
    columns: [
      { name: 'line', label: text('synonyms-import.line'), numeric: true },
      { name: 'group', label: text('synonyms.group') },
      { name: 'locale', label: text('locale') },
      { name: 'outcome', label: text('synonyms-import.outcome') },
    ],
    rows: ordered.slice(0, MAX_LINES).map((each) => {
      const line = number(each.input.line ?? 0);
      const name = groupText(each.input);
      return {
        id: line,
        label: name,
        cells: {
          line,
          group: name,
          locale: each.input.locale,
          outcome: {
            text: '',
            badges: [{ text: text(`synonyms-import.is-${each.outcome}`), kind: OUTCOMES[each.outcome] }],
            ...(each.outcome === 'invalid' && { note: groupFault(each.error, texts) }),
          },
        },
      };
    }),
    total: Math.min(examined.length, MAX_LINES),
    empty: { text: text('synonyms-import.nothing') },
  });
}
