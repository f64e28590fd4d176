import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from './cookies.ts';

/** Access to a local site's developer mail and fake providers (domain, "Local site"). */
export interface DeveloperTools {
  /** Secret in the link that is printed at each start. */
  readonly token: string;
  /** Headers for the site's own calls to and from its fake providers. */
  readonly ownHeaders: Readonly<Record<'cookie' | 'sec-fetch-site', string>>;
  /** Returns whether a request may use them: sent directly to this machine, by a browser with the cookie. */
  allows(headers: IncomingHttpHeaders): boolean;
  /** Sets the cookie if the request was sent directly to this machine; returns whether it was. */
  grant(headers: IncomingHttpHeaders, cookies: Cookies): boolean;
}
