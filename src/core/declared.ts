/** Exports the core's augmentations of its own types to users of the package. */
import './admin/form-tickets-table.js';
import './identity/user-access.js';
import './rest/idempotency-table.js';
import './services/jobs/tables.js';
import './services/rate-limit/tables.js';
import './services/schedule/tables.js';
import './settings/hooks.js';
