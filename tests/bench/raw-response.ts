import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response body as sent, still compressed. */
export interface RawResponse {
  readonly body: Buffer;
  /** The headers that a client needs to read the body. */
  readonly headers: Record<'content-type' | 'content-encoding' | 'content-length', string>;
}

/** Fetches a page with Brotli without decompressing it. Throws if the response is anything else. */
export async function fetchBrotli(url: string): Promise<RawResponse> {
  const request = get(url, { agent: false, headers: { 'accept-encoding': 'br' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = response.headers;
  if (response.statusCode !== 200 || encoding !== 'br') {
    throw new Error(`${url} has status ${response.statusCode} and is encoded as "${encoding}".`);
  }
  return { body, headers: { 'content-type': type, 'content-encoding': encoding, 'content-length': `${body.length}` } };
}
