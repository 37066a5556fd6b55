export function writeStatement(format: 'camt' | 'mt940', count: number, file: string): Promise<number>;
