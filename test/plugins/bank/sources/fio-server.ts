import { type BankServer, sendJson, startBank } from './bank-server.js';

export const TOKEN = 'fioToken1234567890fioToken1234567890fioToken1234567890fioToken12';

interface Movement {
  readonly id: number;
  readonly day: string;
  readonly amount: number;
}

/** Fio API: one mark per token, and no two calls within the pause. */
export interface FioServer extends BankServer {
  readonly movements: Movement[];
  /** Id of the last returned movement, null for none. */
  mark: number | null;
}

/** @param pause milliseconds between two calls */
export async function startFio(pause: number): Promise<FioServer> {
  let last = 0;
  const server = await startBank((request, response) => {
    const [, call = '', token, argument, until] = (request.url ?? '').split('/');
    if (token !== TOKEN) return void response.writeHead(500).end();
    const now = performance.now();
    const isEarly = last > 0 && now - last < pause;
    last = now;
    if (isEarly) return void response.writeHead(409).end();
    if (call === 'set-last-id') {
      fio.mark = Number(argument);
      return void response.writeHead(200).end();
    }
    const before = fio.mark;
    const parameters =
      call === 'last'
        ? fio.movements.filter(({ id }) => id > (before ?? 0))
        : fio.movements.filter(({ day }) => day >= (argument ?? '') && day <= (until ?? ''));
    if (call === 'last') fio.mark = parameters.at(-1)?.id ?? before;
    sendJson(response, statement(parameters, call === 'last' ? before : null));
  });
  const fio: FioServer = Object.assign(server, { movements: [], mark: null });
  return fio;
}

function statement(movements: readonly Movement[], idLastDownload: number | null) {
  const info = { accountId: '2900000001', bankId: '2010', currency: 'CZK', iban: 'CZ9520100000002900000001' };
  const ids = { idFrom: movements[0]?.id ?? null, idTo: movements.at(-1)?.id ?? null, idLastDownload };
  const transaction = movements.map(({ id, day, amount }) => ({
    column22: { value: id, name: 'ID pohybu', id: 22 },
    column0: { value: `${day}+0200`, name: 'Datum', id: 0 },
    column1: { value: amount, name: 'Objem', id: 1 },
    column14: { value: 'CZK', name: 'Měna', id: 14 },
  }));
  return { accountStatement: { info: { ...info, ...ids }, transactionList: { transaction } } };
}
