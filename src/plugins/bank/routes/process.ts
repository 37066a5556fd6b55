import type { OwnedHooks } from '../../../hooks.js';
import { HostError } from '../../../index.js';
import { type OwnedRest, respond } from '../../../rest.js';
import type { ProcessAccess, ProcessCaller } from '../access/process-access.js';
import type { Processing } from '../runs/process.js';
import { runView } from '../runs/run-view.js';
import type { Runs } from '../runs/runs.js';
import { NAMESPACE } from './arguments.js';
import { RUN_VIEW } from './run-schemas.js';

export interface ProcessRouteParts {
  readonly access: ProcessAccess;
  readonly processing: Pick<Processing, 'process'>;
  readonly runs: Pick<Runs, 'lastStart'>;
  /** Returns the seconds between two runs. */
  readonly interval: () => Promise<number>;
}

const NO_STORE = { 'Cache-Control': 'no-store' } as const;

/** Registers the endpoint that administrators and scheduled programs call. */
export function registerProcessRoute(
  { rest, hooks }: { readonly rest: OwnedRest; readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'> },
  { access, processing, runs, interval }: ProcessRouteParts,
): void {
  rest.route(NAMESPACE, {
    method: ['GET', 'POST'],
    path: '/process-transactions',
    summary: 'Fetch, import and match transactions',
    description:
      'For administrators, and for programs with the access secret: in the header `X-Vendor-Bank-Secret`, as `Authorization: Bearer`, or as the parameter `secret` if the settings allow it. Programs only receive totals.',
    operationId: 'processTransactions',
    tags: ['Runs'],
    // Checks the secret itself, including bearer tokens, and gives every unauthorized caller the same response.
    credentials: 'all',
    permission: async (request) => {
      await access.admit(request);
      return true;
    },
    args: {
      secret: {
        type: 'string',
        description: 'Access secret. Prefer a header: URLs are logged.',
      },
      force: { type: 'boolean', description: 'Ignore the interval between runs.' },
      dry_run: { type: 'boolean', default: false, description: 'Only count what would be stored.' },
    },
    cache: 'no-store',
    returns: RUN_VIEW,
    async handler(request) {
      assertMeant(request);
      const caller = await access.admit(request);
      const options = {
        trigger: caller.by,
        startedBy: caller.by === 'session' ? caller.userId : null,
        isForced: request.args.force === true,
        isDryRun: request.args.dry_run,
      };
      const run = await processing.process({ ...options, warnings: warningsOf(caller) });
      const waiting = { lastStart: await runs.lastStart(), interval: await interval() };
      const view = runView(run, waiting, caller.by === 'session');
      return respond(await hooks.applyFiltersAsync('vendor_bank_response', view, run), { headers: NO_STORE });
    },
  });
}

/**
 * Rejects HEAD requests and browser prefetches, which must not start a run.
 * @throws HostError 405 `vendor_bank_not_run`
 */
function assertMeant({
  method,
  headers,
}: {
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
}): void {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz']].map((value) => String(value ?? ''));
  if (method !== 'HEAD' && !purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose))) return;
  const message = 'HEAD requests and browser prefetches do not start a run. Send GET or POST.';
  throw new HostError('vendor_bank_not_run', message, { status: 405, headers: { Allow: 'GET, POST', ...NO_STORE } });
}

function warningsOf(caller: ProcessCaller): { readonly code: string; readonly message: string }[] {
  if (caller.by === 'session' || !caller.isInAddress) return [];
  const message = 'The secret was sent in the URL, and URLs are logged. Send it in the X-Vendor-Bank-Secret header.';
  return [{ code: 'secret_in_address', message }];
}
