import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { formatAgo, type HealthCheck, type HealthResult } from '#platform/health/check.ts';
import { findErrorCode } from '#platform/startup-error.ts';
import { getDelivery } from './actions.ts';
import { classifyDeliveryError, type SenderRecords, judgeSenderRecords, listDmarcNames } from './rules.ts';

const notSetUp: HealthResult = {
  status: 'off',
  message: 'No mail server is set up, so emails only wait in the email log.',
  help: 'Set SMTP_URL and MAIL_FROM, then restart your site.',
};

const emailCheck: HealthCheck = {
  name: 'email',
  label: 'Mail server',
  group: 'Email',
  breaksEmail: true,
  async run(services) {
    const { emailDelivery, now } = services;
    if (!emailDelivery) return { ...notSetUp, status: services.siteUrl.startsWith('https:') ? 'warning' : 'off' };
    const failure = await emailDelivery.transport.verify().then(() => undefined, classifyDeliveryError);
    if (failure) {
      const help = failure.isAuthError
        ? 'Check the user name and password in SMTP_URL.'
        : 'Check the host and port in SMTP_URL, and that the firewall allows this connection.';
      return { status: 'failing', message: `The mail server can’t be used: ${failure.reason}.`, help };
    }
    const { status, failingSince, lastSentAt, lastError } = await getDelivery(services);
    // Other errors, such as a lost connection, are over now that the sign-in works.
    const isRefusal = /^E(?:ENVELOPE|MESSAGE)/.test(lastError ?? '');
    if (status === 'failing' && failingSince && isRefusal) {
      const since = formatAgo(new Date(failingSince), now());
      return {
        status: 'failing',
        message: `The mail server accepts the sign-in but no emails. The first failure was ${since}, the last error ${lastError}.`,
        help: 'Check that the server may send from the address in MAIL_FROM.',
      };
    }
    const last = lastSentAt ? ` It accepted the last email ${formatAgo(new Date(lastSentAt), now())}.` : '';
    return { status: 'ok', message: `The mail server accepts the sign-in.${last}` };
  },
};

/** Codes of a name or record that doesn't exist. */
const MISSING = ['ENOTFOUND', 'ENODATA'];

const senderDomainCheck: HealthCheck = {
  name: 'sender_domain',
  label: 'SPF, DKIM and DMARC',
  group: 'Email',
  async run({ emailDelivery }) {
    if (!emailDelivery) return { status: 'off', message: 'Checked once a mail server is set up.' };
    const { from, dkim } = emailDelivery;
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    const findTexts = async (name: string) => {
      const records = await resolver.resolveTxt(name).catch((error: unknown) => {
        if (MISSING.includes(findErrorCode(error) ?? '')) return [];
        throw error;
      });
      return records.map(parts => parts.join(''));
    };
    let records: SenderRecords;
    try {
      const [spf, dmarc, keys] = await Promise.all([
        findTexts(domain),
        Promise.all(listDmarcNames(domain).map(findTexts)),
        dkim && findTexts(`${dkim.keySelector}._domainkey.${dkim.domainName}`),
      ]);
      records = { spf, dmarc: dmarc.flat(), dkim: keys };
    } catch (error) {
      const reason = findErrorCode(error) ?? 'unknown error';
      return { status: 'warning', message: `The DNS records of ${domain} can’t be looked up right now: ${reason}.` };
    }
    const key = dkim && createPublicKey(dkim.privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
    return judgeSenderRecords(domain, records, dkim && key ? { selector: dkim.keySelector, key } : undefined);
  },
};

export const emailChecks: readonly HealthCheck[] = [emailCheck, senderDomainCheck];
