export function unreachedDeclarations(folder: string, entries: readonly string[]): string[];
