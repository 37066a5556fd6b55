import { createErrorTexts } from '../../../../admin.js';

/** Error messages from the page's catalogue. */
export const { errorText, refuseForm } = createErrorTexts('vendor_kb_');
