/** Returns the path of an nginx that runs here; installs one where that is possible. */
export function nginx(): Promise<string>;

/** Returns the path of a Caddy that runs here; installs one where that is possible. */
export function caddy(): Promise<string>;

/** Returns the path of an HAProxy that runs here; installs one where that is possible. */
export function haproxy(): Promise<string>;

/** Returns the program folder of a PostgreSQL with all of its tools; installs one where that is possible. */
export function postgres(): Promise<string>;
