import { mayLink } from '../../accounts/password-services.js';
import type { CheckFinding, CheckResult, Doctor } from '../../doctor/doctor.js';
import type { Severity } from '../../finding.js';
import { outboxFolder } from '../../services/mail/outbox.js';
import { createStrings, localText, type Strings } from '../../templates/strings.js';
import { coreCatalogues } from '../../texts/core-catalogues.js';
import type { ActionOutcome, AdminRequest } from '../admin-page.js';
import { listQuery } from '../list-query.js';
import { type BadgeKind, type ListRow, listTable } from '../list-table.js';
import { formError, type SubmittedForm } from '../submitted-form.js';
import type { AdminDoctorData } from '../template-data.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';
import { systemWarnings } from './system-report.js';

type DoctorParts = Pick<CorePagesParts, 'config' | 'doctor' | 'mail' | 'site'>;

const PATH = '/doctor';

const ORDER: readonly CheckResult['status'][] = ['error', 'warning', 'notice', 'ok'];
const BADGES: Readonly<Record<Severity, BadgeKind>> = {
  notice: 'neutral',
  warning: 'warning',
  error: 'bad',
};

/** Registers the page that runs all checks, as `mortise doctor` does, and fixes what they can. */
export function registerDoctorPage(area: CoreArea, parts: DoctorParts): void {
  const { doctor } = parts;
  doctor.check(
    {
      name: 'configuration',
      title: 'doctor.check-configuration',
      find: async () => configurationFindings(parts),
    },
    'core',
  );
  area.page({
    path: PATH,
    title: 'doctor.title',
    icon: 'report',
    section: 'site',
    order: 85,
    template: 'core/admin/doctor',
    load: (request) => dataOf(doctor, request),
    lead: 'doctor.lead',
    actions: { bulk: (request, form) => fix(doctor, request, form) },
  });
}

/** Lists configuration problems that need no request to be seen, in English as on the command line. */
function configurationFindings({ config, mail, site }: DoctorParts): CheckFinding[] {
  const strings = createStrings('en', coreCatalogues);
  const warnings = systemWarnings(config, site, { address: null, fullPath: '', strings });
  const findings: CheckFinding[] = warnings.map(({ text }) => ({ subject: 'options', message: text }));
  if (!mayLink(config)) {
    findings.push({ subject: 'url', severity: 'error', message: strings.text('admin.url-unknown') });
  }
  if (!mail.leaves) {
    const message = strings.text('admin.mail-stays', { folder: outboxFolder(config.mail) });
    findings.push({ subject: 'mail', severity: 'notice', message });
  }
  return findings;
}

async function dataOf(doctor: Pick<Doctor, 'examine'>, request: AdminRequest): Promise<AdminDoctorData> {
  const { strings } = request;
  const { text } = strings;
  const results = await doctor.examine();
  const owners = [...new Set(results.map(({ owner }) => owner))];
  const query = listQuery(request, { filters: { plugin: owners }, perPage: 100 });
  const filtered = results.filter(({ owner }) => query.filters.plugin === null || query.filters.plugin === owner);
  // The worst come first. The sort is stable, so the findings of a check stay together.
  const rows = filtered
    .toSorted((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))
    .flatMap((result) => rowsOf(result, request));
  const from = (query.page - 1) * query.perPage;
  const passed = filtered.filter(({ status }) => status === 'ok').map((result) => titleOf(result, strings));
  const table = listTable(request, query, {
    caption: text('doctor.title'),
    columns: [
      { name: 'check', label: text('doctor.check') },
      { name: 'status', label: text('doctor.status') },
      { name: 'finding', label: text('doctor.finding') },
    ],
    rows: rows.slice(from, from + query.perPage),
    total: rows.length,
    filters: [
      {
        name: 'plugin',
        label: text('admin.plugins'),
        all: text('doctor.all-plugins'),
        options: owners.map((value) => ({ value, label: value })),
      },
    ],
    ...(rows.some(({ selectable }) => selectable) && {
      bulk: { action: 'bulk', options: [{ value: 'fix', label: text('doctor.fix') }] },
    }),
    empty: { text: text('doctor.none') },
  });
  return { strings, table, passed, summary: text('doctor.passed', { count: passed.length }) };
}

function titleOf({ title }: CheckResult, strings: Strings): string {
  return localText(title, strings.locale, strings);
}

function rowsOf(result: CheckResult, { strings }: AdminRequest): ListRow[] {
  const { owner, name, hint, findings, isFixable } = result;
  const title = titleOf(result, strings);
  return findings.map(({ severity, subject, message }, index) => ({
    id: `${owner}/${name}/${index}`,
    label: `${title}, ${subject}`,
    selectable: isFixable,
    cells: {
      check: { text: title, note: owner },
      status: { text: '', badges: [{ text: strings.text(`doctor.${severity}`), kind: BADGES[severity] }] },
      finding: { text: `${subject}: ${message}`, ...(hint === null ? {} : { note: hint }) },
    },
  }));
}

async function fix(
  doctor: Pick<Doctor, 'examine'>,
  { strings: { text } }: AdminRequest,
  form: SubmittedForm,
): Promise<ActionOutcome> {
  const ids = form.list('ids');
  if (ids.length === 0 || form.text('bulk') !== 'fix') throw formError({}, text('admin.bulk-none'));
  // Findings of one check are fixed together.
  const checks = new Set(ids.map((id) => id.slice(0, id.lastIndexOf('/'))));
  let fixed = 0;
  for (const check of checks) {
    const [owner = '', name = ''] = check.split('/');
    for (const result of await doctor.examine({ owner, name, fix: true })) fixed += result.fixed;
  }
  return { notice: text('doctor.fixed', { count: fixed }) };
}
