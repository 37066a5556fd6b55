import type { OwnedRest } from '../../../rest.js';
import { paginate } from '../../../rest.js';
import type { Watermark } from '../watermark.js';
import { ID_ARG, NAMESPACE, PERMISSION, TAGS } from './arguments.js';
import { errorView } from './views.js';

/** Registers the routes of the error log. */
export function registerErrorRoutes(rest: OwnedRest, { errors, clearErrors }: Watermark): void {
  rest.group(NAMESPACE, { path: '/errors', tags: TAGS, permission: PERMISSION }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List image errors',
      description: 'Newest first, at most ten thousand. Returns all of them without `per_page`.',
      operationId: 'getWatermarkErrors',
      args: {
        page: { type: 'integer', minimum: 1, default: 1 },
        per_page: { type: 'integer', minimum: 1, maximum: 100 },
        run_id: { ...ID_ARG, description: 'Only errors of a run.' },
      },
      returns: {
        type: 'object',
        properties: {
          success: { type: 'boolean', required: true },
          data: { type: 'array', items: ERROR, required: true },
        },
      },
      async handler({ args: { page, per_page: perPage, run_id: runId } }) {
        const ofRun = runId === undefined ? {} : { runId };
        const { entries, total } = await errors.list(perPage === undefined ? ofRun : { ...ofRun, page, perPage });
        const data = { success: true, data: entries.map(errorView) };
        const pageInfo = { page: perPage === undefined ? 1 : page, perPage: perPage ?? Math.max(1, total), total };
        return paginate(data, pageInfo, 'vendor_watermark_invalid_page');
      },
    });
    endpoint({
      method: 'DELETE',
      summary: 'Clear the error log',
      operationId: 'deleteWatermarkErrors',
      returns: {
        type: 'object',
        properties: {
          success: { type: 'boolean', required: true },
          message: { type: 'string', required: true },
        },
      },
      async handler() {
        const count = await clearErrors();
        return { success: true, message: `${count} log ${count === 1 ? 'entry' : 'entries'} deleted` };
      },
    });
  });
}

const ERROR = {
  type: 'object',
  title: 'WatermarkError',
  properties: {
    id: { type: 'integer', required: true },
    attachment_id: { type: 'integer', required: true },
    error_message: { type: 'string', required: true },
    error_code: { type: 'string', required: true },
    run_id: { type: ['integer', 'null'], description: 'Run in which it occurred.', required: true },
    created_at: { type: 'string', description: '`YYYY-MM-DD HH:MM:SS`, in UTC.', required: true },
  },
} as const;
