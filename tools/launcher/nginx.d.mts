/** Returns the path of an nginx that runs here; installs one where that is possible. */
export function nginx(): Promise<string>;
