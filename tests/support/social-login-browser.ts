import type { LightMyRequestResponse } from 'fastify';
import { paths } from '#shared/paths.ts';
import type { TestSite } from './test-site.ts';

/** A user at a fake provider. */
export interface ProviderUser {
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
}

let networks = 0;

/** A browser that opened the developer link. It keeps cookies, follows redirects and has its own IP address. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly site: TestSite;
  readonly remoteAddress: string;

  constructor(site: TestSite, cookie = '') {
    networks += 1;
    this.site = site;
    this.remoteAddress = `10.77.${networks >> 8}.${networks & 255}`;
    for (const pair of [site.developerCookie, ...cookie.split('; ')].filter(Boolean)) {
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  }

  async open(
    address: string,
    options: { form?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(address, this.site.http.services.siteUrl);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { form } = options;
    const answer = await this.site.http.app.inject({
      method: form ? 'POST' : 'GET',
      url: pathname + search,
      remoteAddress: this.remoteAddress,
      headers: {
        host: new URL(this.site.http.services.siteUrl).host,
        'sec-fetch-site': 'same-origin',
        ...(cookie ? { cookie } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...options.headers,
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const { name, value, maxAge, expires } of answer.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Follows redirects until a URL matches, and returns that URL. Fails at a response that isn't a redirect. */
  async follow(answer: LightMyRequestResponse, until: RegExp): Promise<string> {
    let { location } = answer.headers;
    for (let step = 0; location !== undefined && step < 10; step++) {
      if (until.test(location)) return location;
      ({ location } = (await this.open(location)).headers);
    }
    throw new Error(`There was no way to ${until}: ${answer.statusCode} ${answer.body.slice(0, 500)}`);
  }

  /** Signs in at the fake provider (or refuses) and returns the callback URL. */
  async visit(provider: string, whom: ProviderUser | 'refuse', query = ''): Promise<string> {
    const begun = await this.open(paths.socialLogin(provider) + query);
    const choice = await this.follow(begun, /\/choose\//);
    const form: Record<string, string> =
      whom === 'refuse'
        ? { person: '' }
        : { person: 'other', name: whom.name, email: whom.email, ...(whom.verified ? { verified: 'yes' } : {}) };
    return this.follow(await this.open(choice, { form }), /\/sign-in\/\w+\/callback\?/);
  }

  /** Signs in as `visit` does, opens the callback URL, and returns the site's response. */
  async signInBy(provider: string, whom: ProviderUser | 'refuse', query = ''): Promise<LightMyRequestResponse> {
    return this.open(await this.visit(provider, whom, query));
  }
}
