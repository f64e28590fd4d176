import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from './cookies.ts';

/** Access to a local site's developer mail and fake providers (domain, "Local site"). */
export interface DeveloperTools {
  /** Secret in the link printed at each start. */
  readonly token: string;
  /** Headers for the site's own requests to and from its fake providers. */
  readonly ownHeaders: Readonly<Record<'cookie' | 'sec-fetch-site', string>>;
  /** Returns whether a request may use the tools: sent directly to this machine, by a browser with the cookie. */
  allows(headers: IncomingHttpHeaders): boolean;
  /** Sets the cookie if the request was sent directly to this machine. Returns whether it was. */
  grant(headers: IncomingHttpHeaders, cookies: Cookies): boolean;
}
