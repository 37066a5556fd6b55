import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Behavior of the server. All values except `well` simulate faults. */
export type Behaviour =
  | 'well'
  | 'hang'
  | 'drip'
  | 'huge'
  | 'broken'
  | 'strange'
  | 'endless'
  | 'redirect'
  | 'failing'
  | 'reset';

export interface LicenceServer {
  readonly url: string;
  behaviour: Behaviour;
  /** Licence keys with their status, activation limit and expiry date. */
  readonly keys: Map<string, { status: 'valid' | 'expired' | 'disabled'; limit: number; expires?: string }>;
  /** Active sites as `key url`. */
  readonly places: Set<string>;
  /** Requested actions in order. */
  readonly requests: string[];
  /** Number of requests to the target of a redirect. */
  strayed: number;
  /** Called after a request is processed and before its response is sent. */
  beforeAnswer: () => void | Promise<void>;
  close(): Promise<void>;
}

const ITEM = '17';

/** Starts a licence server with the API of Easy Digital Downloads Software Licensing on a free port. */
export async function startLicenceServer(): Promise<LicenceServer> {
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: LicenceServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    behaviour: 'well',
    keys: new Map(),
    places: new Set(),
    requests: [],
    strayed: 0,
    beforeAnswer: () => undefined,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/') server.strayed += 1;
    const form = new URLSearchParams(await text(request));
    server.requests.push(form.get('edd_action') ?? '');
    switch (server.behaviour) {
      case 'hang':
        return;
      case 'drip':
        response.write('{"license":');
        return;
      case 'huge':
        response.end(JSON.stringify({ license: 'valid', expires: 'lifetime', padding: 'x'.repeat(1024 * 1024) }));
        return;
      case 'broken':
        response.end('{"license":"valid","expires":"lifeti');
        return;
      case 'strange':
        response.end(JSON.stringify({ license: 'maybe' }));
        return;
      case 'endless':
        response.end(JSON.stringify({ success: true, license: 'valid', expires: 'whenever' }));
        return;
      case 'redirect':
        response.writeHead(307, { Location: '/elsewhere' }).end();
        return;
      case 'failing':
        response.writeHead(500).end('{"license":"invalid"}');
        return;
      case 'reset':
        request.socket.destroy();
        return;
      case 'well': {
        const body = JSON.stringify(decide(form));
        await server.beforeAnswer();
        response.setHeader('content-type', 'application/json').end(body);
      }
    }
  }

  function decide(form: URLSearchParams): object {
    const key = form.get('license') ?? '';
    const place = `${key} ${form.get('url')}`;
    const record = server.keys.get(key);
    if (!record) return { success: false, license: 'invalid', error: 'missing' };
    if (form.get('item_id') !== ITEM) return { success: false, license: 'invalid', error: 'item_name_mismatch' };
    const details = {
      expires: record.expires ?? 'lifetime',
      license_limit: record.limit,
      customer_name: 'Ada Lovelace',
      item_name: 'Acme',
      payment_id: 4711,
    };
    switch (form.get('edd_action')) {
      case 'activate_license': {
        if (record.status !== 'valid') return { success: false, license: 'invalid', error: record.status };
        const usedPlaces = [...server.places].filter((each) => each.startsWith(`${key} `) && each !== place).length;
        if (record.limit > 0 && usedPlaces >= record.limit) {
          return { success: false, license: 'invalid', error: 'no_activations_left' };
        }
        server.places.add(place);
        return { success: true, license: 'valid', ...details };
      }
      case 'deactivate_license':
        return { success: true, license: server.places.delete(place) ? 'deactivated' : 'failed' };
      default:
        if (record.status !== 'valid') return { success: true, license: record.status, ...details };
        return { success: true, license: server.places.has(place) ? 'valid' : 'site_inactive', ...details };
    }
  }

  return server;
}
