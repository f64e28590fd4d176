import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorkers } from '#app/jobs.ts';
import { emailAttachments, emails } from '#features/email/tables.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import { runAgreementJobs } from '../../support/agreement-jobs.ts';
import { countJobs, listEmailsTo } from '../../support/emails.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { createMemoryFileStore } from '../../support/memory-file-store.ts';
import { placePlanOrder, type PlacedOrder } from '../../support/order-fixture.ts';
import { listPdfAttachments, readPdf } from '../../support/pdf-reader.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

// An agreement from the typed signature to the PDF that both parties receive (term 15).

const CLIENT = 'noor@site.example';
const now = Temporal.Instant.from('2027-03-01T12:00:00Z');
let site: TestSite;
let owner: SignedInUser;
let lin: SignedInUser;
const { arrive, send } = memberFixture(() => site);
const { read, requested, quoted, accept } = quoteFixture(
  () => site,
  () => owner,
);

beforeAll(async () => {
  site = await createTestSite({ pages: true, now: () => now, files: createMemoryFileStore() });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
  lin = await arrive({ name: 'Lin' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.$client.query('delete from emails; delete from rate_limits; delete from pgboss.job');
});

const services = () => ({ ...site.http.services, log: site.log.log });
const get = (url: string, cookie?: string) =>
  site.http.app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });
const agreedOf = (order: Order) => {
  const [agreement] = order.agreements;
  if (!agreement) throw new Error('There is no agreement.');
  return agreement;
};
const bare = (text: string) => text.replaceAll(/\s|<!-- -->/g, '');
/** Returns the text between two markers in a page's HTML, without tags and whitespace. */
const wordsIn = (html: string, from: string, to: string) => {
  const part = html.slice(html.indexOf(from), html.indexOf(to));
  const signs: Readonly<Record<string, string>> = { '&amp;': '&', '&#x27;': '’', '&quot;': '"', '&lt;': '<' };
  return bare(part.replaceAll(/<[^>]+>/g, ' ').replaceAll(/&[#\w]+;/g, sign => signs[sign] ?? sign));
};
/** Returns the text of all pages of a PDF, without footers and whitespace. */
async function wordsOf(pdf: Buffer, foot: string): Promise<string> {
  const { pages } = await readPdf(pdf);
  const feet = pages.map((_page, place) => `${foot} Page ${place + 1} of ${pages.length}`);
  return bare(pages.map(({ text }, place) => text.replace(feet[place] ?? '', '')).join(' '));
}

describe('agreement PDF', () => {
  let order: PlacedOrder;
  beforeAll(async () => (order = await placePlanOrder(site, 'growth')));

  it('contains the page’s text word for word and the hashed text as an attachment', async () => {
    const { reference: link, number } = order;
    const agreement = agreedOf(await read(link));
    const pdf = (await get(agreement.pdfPath)).rawPayload;
    const page = (await get(`/order/${link}/agreement`)).body;
    const said = await wordsOf(pdf, `Agreement ${number} · Mira Castellan · Dates in America/New York`);
    const title = wordsIn(page, '<h1', '</h1>');
    const rest = wordsIn(page, '</h1>', '<footer');
    expect(title).toBe('Agreement:Growth');
    expect(rest).toContain('Total$999.00Deposit(term1)$499.50');
    expect(rest).toMatch(/01\D.*16\D/);
    expect(said).toContain(title);
    expect(said).toContain(rest);
    for (const fact of [agreement.signature, agreement.sha256, '203.0.113.1', 'Signed 01 Mar 2027, ', CLIENT]) {
      expect(said).toContain(bare(fact));
    }
    const [file] = await listPdfAttachments(pdf);
    expect(file?.content.toString('utf8')).toBe(agreement.text);
    expect(
      createHash('sha256')
        .update(file?.content ?? '')
        .digest('hex'),
    ).toBe(agreement.sha256);
  });

  it('is served inline or as a download, uncached, and is rendered only once', async () => {
    const { reference: link, number } = order;
    const { pdfPath } = agreedOf(await read(link));
    const first = await get(pdfPath);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-disposition': expect.stringMatching(`^inline; filename="Agreement ${number}.pdf"`) as string,
    });
    expect((await get(`${pdfPath}?download`)).headers['content-disposition']).toMatch(/^attachment; /);
    const rename = (from: string, to: string) =>
      site.db.$client.query(
        `update site_sections set content = jsonb_set(content, '{name}', to_jsonb($2::text))
         where key = 'profile' and content ->> 'name' = $1`,
        [from, to],
      );
    await site.db.$client.query(`update billing_settings set paper_size = 'Letter'`);
    expect((await rename('Mira Castellan', 'Somebody Else')).rowCount).toBe(1);
    const second = await get(pdfPath);
    expect(agreedOf(await read(link)).owner.name).toBe('Mira Castellan');
    await rename('Somebody Else', 'Mira Castellan');
    await site.db.$client.query(`update billing_settings set paper_size = 'A4'`);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  });

  it('opens by number for its client and the owner, or by link, and is 404 otherwise', async () => {
    const { reference: link, number } = order;
    const other = await placePlanOrder(site, 'starter');
    const { pdfPath } = agreedOf(await read(link));
    const id = pdfPath.split('/').at(-1) ?? '';
    const statusOf = async (reference: string | number, file: string, cookie?: string) =>
      (await get(`/order/${reference}/agreements/${file}`, cookie)).statusCode;
    expect(await statusOf(link, id)).toBe(200);
    expect(await statusOf(number, id, owner.cookie)).toBe(200);
    expect(await statusOf(number, id, lin.cookie)).toBe(404);
    expect(await statusOf(number, id)).toBe(401);
    expect(await statusOf(`${number}.${'x'.repeat(43)}`, id)).toBe(404);
    expect(await statusOf(other.reference, id)).toBe(404);
    expect(await statusOf(other.number, id, owner.cookie)).toBe(404);
    for (const file of ['0.pdf', '999999999.pdf', 'x.pdf', id.replace('.pdf', ''), `${'9'.repeat(12)}.pdf`]) {
      const refused = await get(`/order/${link}/agreements/${file}`);
      expect([refused.statusCode, refused.headers['cache-control']], file).toEqual([404, 'no-store']);
    }
  });

  it('is linked for both parties once there is an agreement', async () => {
    const quote = await quoted();
    expect((await get(`/order/${quote.reference}`)).body).not.toContain('/agreements/');
    await accept(quote.reference);
    const { pdfPath } = agreedOf(await read(quote.reference));
    expect((await get(`/order/${quote.reference}`)).body).toContain(`href="${pdfPath}"`);
    const byNumber = agreedOf(await read(quote.number, owner.cookie)).pdfPath;
    expect(byNumber).toMatch(new RegExp(`^/order/${quote.number}/agreements/\\d+\\.pdf$`));
    expect((await get(`/dashboard/orders/${quote.number}`, owner.cookie)).body).toContain(`href="${byNumber}"`);
  });

  it('is available for agreements saved without the parties’ details', async () => {
    const { reference: link } = await placePlanOrder(site, 'growth');
    await site.db.$client.query(`
      alter table order_agreements disable trigger order_agreements_immutable;
      update order_agreements set parties = null;
      alter table order_agreements enable trigger order_agreements_immutable`);
    const agreement = agreedOf(await read(link));
    expect(agreement.owner.name).toBe('Mira Castellan');
    expect((await readPdf((await get(agreement.pdfPath)).rawPayload)).text).toContain('Mira Castellan');
  });
});

describe('agreement emails', () => {
  const written = async () =>
    (await site.db.select().from(emails).orderBy(emails.sequence)).map(({ template, toEmail }) => [template, toEmail]);
  const attached = () => site.db.select().from(emailAttachments);

  it('go to both parties once, with the stored PDF attached', async () => {
    const { reference: link, number } = await placePlanOrder(site, 'growth');
    expect(await written()).toEqual([]);
    expect(await countJobs(site, 'orders.send_agreement')).toBe(1);
    await Promise.all([runAgreementJobs(site), runAgreementJobs(site)]);
    await runAgreementJobs(site, { last: true });
    expect(await written()).toEqual([
      ['order_placed', CLIENT],
      ['order_received', owner.email],
    ]);
    const { pdfPath } = agreedOf(await read(link));
    const pdf = (await get(pdfPath)).rawPayload;
    for (const address of [CLIENT, owner.email]) {
      const [mail] = await listEmailsTo(site, address);
      expect(mail?.text).toContain('The agreement is attached as a PDF.');
      const files = (await attached()).filter(({ emailId }) => emailId === mail?.id);
      expect(files).toMatchObject([
        { name: `Agreement ${number}.pdf`, contentType: 'application/pdf', sizeBytes: pdf.length },
      ]);
      expect((await services().files.read(files[0]?.storageKey ?? ''))?.equals(pdf)).toBe(true);
    }
  });

  it('go to both parties when a quote is accepted', async () => {
    const { reference: link } = await quoted();
    await accept(link);
    await accept(link);
    expect(await written()).toEqual([]);
    await runAgreementJobs(site);
    expect(await written()).toEqual([
      ['order_agreed', CLIENT],
      ['order_agreed', owner.email],
    ]);
    expect(await attached()).toHaveLength(2);
    expect((await listEmailsTo(site, CLIENT))[0]?.text).toContain('You accepted the quote');
    expect((await listEmailsTo(site, owner.email))[0]?.text).toContain('Noor Haddad accepted the quote');
  });

  it('go only to the client when the owner records a confirmation', async () => {
    const { number, reference: link } = await quoted();
    const { timeZone } = await read(link);
    const at = now.toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16);
    const confirmation = { message: 'Yes, please begin.', confirmedBy: 'Noor Haddad', confirmedAt: at };
    await send(owner, 'POST', `/orders/${number}/quote/record-acceptance`, confirmation);
    await runAgreementJobs(site);
    expect(await written()).toEqual([['order_agreed', CLIENT]]);
    expect((await listEmailsTo(site, CLIENT))[0]?.text).toContain('Yes, please begin.');
    const agreement = agreedOf(await read(link));
    expect(agreement).toMatchObject({ kind: 'recorded', recordedAt: '2027-03-01T12:00:00.000Z', ip: null });
    const { text } = await readPdf((await get(agreement.pdfPath)).rawPayload);
    for (const part of ['“Yes, please begin.”', 'Received 01 Mar 2027', 'Recorded by Mira Castellan, 01 Mar 2027']) {
      expect(text).toContain(part);
    }
  });

  it('are sent without the PDF after the last failed attempt', async () => {
    await placePlanOrder(site, 'growth');
    await expect(runAgreementJobs(site, { dist: '/nowhere' })).rejects.toThrow('could not be rendered');
    expect(await written()).toEqual([]);
    await runAgreementJobs(site, { dist: '/nowhere', last: true });
    expect((await listEmailsTo(site, CLIENT))[0]?.text).toContain(
      'You can read and download the agreement on the order page.',
    );
    expect(await attached()).toEqual([]);
  });

  it('are not sent for a request without an agreement', async () => {
    await requested();
    expect(await countJobs(site, 'orders.send_agreement')).toBe(0);
    expect(await written()).toEqual([
      ['order_placed', CLIENT],
      ['order_received', owner.email],
    ]);
    expect(await attached()).toEqual([]);
    expect((await listEmailsTo(site, CLIENT))[0]?.text).not.toContain('agreement');
  });

  it('are sent by the job worker', async () => {
    await startWorkers(services().jobs, services());
    await placePlanOrder(site, 'growth');
    await vi.waitFor(async () => expect(await listEmailsTo(site, CLIENT)).not.toEqual([]), { timeout: 15_000 });
  });
});
