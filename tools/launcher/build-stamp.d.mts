export const stampFile: string;
export function isBuildCurrent(root?: string): boolean;
export function fingerprint(root?: string): string;
