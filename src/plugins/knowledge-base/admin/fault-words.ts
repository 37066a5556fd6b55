import { createFaultWords } from '../../../index.js';

/** Error messages from the page's catalogue. */
export const { faultText, refuseForm } = createFaultWords('vendor_kb_');
