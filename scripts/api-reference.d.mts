export function apiReference(): string;
