/** 3-bank-and-knowledge-base.md, Endpoints. */
export const NAMESPACE = 'vendor-bank/v1';
