export function errorReference(folder: string): string;
