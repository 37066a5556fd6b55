export function restReference(document: unknown): string;
