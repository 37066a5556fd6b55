export function blockReference(registered: unknown): string;
