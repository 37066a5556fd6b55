import { randomUUID } from 'node:crypto';
import { type AdminRequest, adminForm, factsOf, formError, listQuery, listTable, pagePart } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { SOURCE_KINDS } from '../../sources/kinds.js';
import type { SiteSource } from '../../sources/site-source.js';
import { type BankArea, NEW_SOURCE_PATH, SOURCES_PATH, sourcePath } from '../paths.js';
import { badgesOf, kindText } from './labels.js';

const TICKET = /^[0-9a-f-]{36}$/;

/** Registers the list of sources and the access secret. */
export function registerSourceList(
  area: BankArea,
  limits: PluginContext['limits'],
  { secret, sources }: Pick<Bank, 'secret' | 'sources'>,
): void {
  area.page({
    path: SOURCES_PATH,
    title: 'admin.sources',
    async load(request) {
      const { texts } = request;
      const { text, dateTime } = texts;
      const { isSet, previousUntil } = await secret.state();
      return {
        sections: [
          pagePart({ table: tableOf(await sources.list(), request, texts) }),
          pagePart({
            title: text('secret.title'),
            text: text('secret.text'),
            facts: factsOf([
              [text('secret.state'), text(isSet ? 'secret.set' : 'secret.none')],
              [text('secret.previous'), previousUntil && dateTime(previousUntil)],
            ]),
          }),
        ],
        forms: [
          adminForm(request, {
            action: 'rotate',
            description: text('secret.rotate-text'),
            fields: [{ kind: 'hidden', name: 'ticket', value: randomUUID() }],
            submit: text(isSet ? 'secret.rotate' : 'secret.make'),
          }),
        ],
      };
    },
    lead: 'sources.lead',
    heading: (_data, { link, texts: { text } }) => ({
      actions: SOURCE_KINDS.map((kind) => ({
        label: text(`sources.add-${kind}`),
        link: link(NEW_SOURCE_PATH, { kind }),
      })),
    }),
    actions: {
      async rotate(request, form) {
        const { text } = request.texts;
        // The response shows the secret, and a reload would resubmit the form, so each form is accepted only once.
        const ticket = form.text('ticket');
        const once = { max: 1, window: '1d' } as const;
        const isNew =
          TICKET.test(ticket) && (await limits.consume('secret-form', `${request.user.id} ${ticket}`, once)).allowed;
        if (!isNew) throw formError({}, text('secret.sent-before'));
        return { secret: { title: text('secret.made'), label: text('secret.label'), value: await secret.rotate() } };
      },
    },
  });
}

function tableOf(list: readonly SiteSource[], request: AdminRequest, texts: Strings) {
  const { text, dateTime } = texts;
  return listTable(request, listQuery(request), {
    caption: text('admin.sources'),
    columns: [
      { name: 'name', label: text('runs.source') },
      { name: 'status', label: text('transactions.status') },
      { name: 'asked', label: text('sources.asked') },
    ],
    rows: list.map((source) => ({
      id: source.id,
      label: source.name,
      cells: {
        name: { text: source.name, link: request.link(sourcePath(source.id)), note: kindText(source.kind, texts) },
        status: {
          text: '',
          badges: badgesOf(source, texts),
          ...(source.lastError !== '' && { note: source.lastError }),
        },
        asked: source.lastStartedAt ? dateTime(source.lastStartedAt) : text('sources.never'),
      },
    })),
    total: list.length,
    empty: { text: text('sources.none') },
  });
}
