import type { Log } from '../log.ts';
import { isLoopbackHost } from './loopback-host.ts';

/** Notices that a site that takes itself for local is visited under another host. */
export interface ForeignHostWatch {
  /** Whether a request with a foreign `Host` has come since the start. */
  readonly seen: boolean;
  /** Looks at a request; the first foreign host is a warning in the log. */
  check(host: string | undefined): void;
}

/** Creates the watch; one that is not `active` sees nothing. */
export function watchForeignHosts(log: Log, active: boolean): ForeignHostWatch {
  let seen = false;
  return {
    get seen() {
      return seen;
    },
    check(host) {
      if (!active || seen || host === undefined || isLoopbackHost(host)) return;
      seen = true;
      log.warn(
        { host: host.slice(0, 255) },
        'A request came for another host, but SITE_URL is not set. Set it to the address that people use, such as SITE_URL=https://example.org, and restart.',
      );
    },
  };
}
