/** Whether this process may install packages of the system. */
export const isRoot: boolean;
/** Returns whether this is Debian or a derivative other than Ubuntu. */
export function isDebian(): boolean;
/** Installs a Debian package. The caller must check whether its program is there. */
export function installWithApt(...names: readonly string[]): Promise<void>;
