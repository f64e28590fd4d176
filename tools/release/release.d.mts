export function release(folder?: string): void;
