import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { TLSSocket } from 'node:tls';
import { text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isLocalSite } from '#shared/local-site.ts';
import type { CoreServices } from '../api/context.ts';
import { parseJson } from '#shared/parse-json.ts';
import { findErrorCode } from '../startup-error.ts';
import type { HealthCheck, HealthResult } from './check.ts';

/** Marks a request of the site to itself, which `/healthz` then describes. */
const PROBE_HEADER = 'x-freehold-probe';
const PURPOSE = 'health probe';

const seenRequest = z.object({
  /** The address that the connection came from. */
  peer: z.string(),
  protocol: z.string(),
  isForwarded: z.boolean(),
  isProxyTrusted: z.boolean(),
});
export type SeenRequest = z.infer<typeof seenRequest>;

const answer = z.object({ status: z.literal('ok'), seen: seenRequest });

type ProbeServices = Pick<CoreServices, 'encryption' | 'siteUrl'>;

/** Describes a request of the site to itself. Returns undefined for all others. */
export function describeProbe(
  request: FastifyRequest,
  { encryption, siteUrl }: ProbeServices,
): SeenRequest | undefined {
  const probe = request.headers[PROBE_HEADER];
  if (typeof probe !== 'string' || encryption.decrypt(probe, PURPOSE) !== siteUrl) return undefined;
  return {
    peer: request.socket.remoteAddress ?? '',
    protocol: request.protocol,
    isForwarded: request.headers['x-forwarded-for'] !== undefined,
    isProxyTrusted: (request.ips?.length ?? 0) > 1,
  };
}

/** Days before its expiry when a certificate should have been renewed, and when it is urgent. */
const CERTIFICATE_DAYS = { warning: 14, failing: 5 };

/**
 * Returns the health of the public address, from an answer of the site to itself: its certificate, and the data that
 * its proxy forwards.
 */
export function judgeAddress(siteUrl: string, seen: SeenRequest, certificateDays: number | undefined): HealthResult {
  const { protocol } = new URL(siteUrl);
  if (certificateDays !== undefined && certificateDays <= CERTIFICATE_DAYS.warning) {
    return {
      status: certificateDays <= CERTIFICATE_DAYS.failing ? 'failing' : 'warning',
      message: `The TLS certificate of ${siteUrl} expires in ${certificateDays === 1 ? '1 day' : `${certificateDays} days`}.`,
      help: 'Renew the certificate, and check why it wasn’t renewed automatically.',
    };
  }
  if (isLocalSite(siteUrl)) {
    return { status: 'ok', message: `${siteUrl} works, on this computer only.` };
  }
  const proxy = /^(?:::1|127\.|::ffff:127\.)/.test(seen.peer) ? 'loopback' : seen.peer;
  if (seen.isForwarded && !seen.isProxyTrusted) {
    return {
      status: 'warning',
      message: 'Your proxy isn’t trusted, so all visitors share one rate limit.',
      help: `Set TRUSTED_PROXIES=${proxy}, then restart your site.`,
    };
  }
  if (!seen.isForwarded && protocol === 'https:') {
    return {
      status: 'warning',
      message: 'Your proxy doesn’t send X-Forwarded-For, so all visitors share one rate limit.',
      help: `Add X-Forwarded-For to the proxy’s configuration, and start your site with TRUSTED_PROXIES=${proxy}.`,
    };
  }
  if (seen.isProxyTrusted && `${seen.protocol}:` !== protocol) {
    return {
      status: 'warning',
      message: `Your proxy says that visitors use ${seen.protocol}, but the site’s address is ${siteUrl}.`,
      help: 'Set X-Forwarded-Proto in the proxy’s configuration.',
    };
  }
  if (protocol === 'http:') {
    const help = 'Set up HTTPS at your proxy, then set SITE_URL to the https:// address.';
    return { status: 'warning', message: `Connections to ${siteUrl} aren’t encrypted.`, help };
  }
  return { status: 'ok', message: `${siteUrl} works. Its TLS certificate expires in ${certificateDays} days.` };
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'its domain name isn’t found',
  EAI_AGAIN: 'its domain name can’t be looked up right now',
  ETIMEDOUT: 'it doesn’t answer in time',
  ABORT_ERR: 'it doesn’t answer in time',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another domain',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its TLS certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its TLS certificate chain is incomplete',
};

/** Statuses of a proxy whose site is stopped. */
const GATEWAY_ERRORS = [502, 503, 504];

/** Milliseconds; less than the time limit of a check, for a better message. */
const TIMEOUT = 8000;

export const publicAddressCheck: HealthCheck = {
  name: 'public_address',
  label: 'Public address',
  group: 'Website',
  async run({ siteUrl, encryption, isServer }) {
    const help = 'Check SITE_URL, the domain’s DNS records, the proxy and the firewall.';
    const failing = (reason: string, isStopped: boolean): HealthResult =>
      isStopped && !isServer
        ? {
            status: 'warning',
            message: 'The site isn’t running, or its proxy can’t reach it.',
            help: 'Start the site.',
          }
        : { status: 'failing', message: `${siteUrl} can’t be reached: ${reason}.`, help };
    let found: Awaited<ReturnType<typeof requestHealth>>;
    try {
      found = await requestHealth(siteUrl, encryption.encrypt(siteUrl, PURPOSE));
    } catch (error) {
      const code = findErrorCode(error) ?? 'unknown error';
      return failing(reasons[code] ?? code, code === 'ECONNREFUSED');
    }
    const { status, body, certificateDays } = found;
    if (status !== 200) return failing(`it answers with status ${status}`, GATEWAY_ERRORS.includes(status));
    const parsed = answer.safeParse(parseJson(body));
    if (!parsed.success) return failing('another site answers there', false);
    return judgeAddress(siteUrl, parsed.data.seen, certificateDays);
  },
};

/** Requests `/healthz`, and returns also the days until the site's certificate expires. */
async function requestHealth(siteUrl: string, probe: string) {
  const request = siteUrl.startsWith('https:') ? requestSecure : requestPlain;
  const sent = request(`${siteUrl}/healthz`, {
    agent: false,
    headers: { [PROBE_HEADER]: probe },
    signal: AbortSignal.timeout(TIMEOUT),
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, socket } = response;
  const expiry = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : undefined;
  const certificateDays = expiry === undefined ? undefined : Math.floor((expiry - Date.now()) / 86_400_000);
  return { status, body: await text(response), certificateDays };
}
