export function npm(args: readonly string[]): [program: string, args: string[]];
