import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorkers } from '#app/jobs.ts';
import { readConfig } from '#app/config.ts';
import { createIssueContext, type ReceivedPayment, issueReceipt } from '#features/billing/actions/issue-document.ts';
import { sendDocument } from '#features/billing/jobs.ts';
import { createEmailDelivery } from '#features/email/provider.ts';
import { deliverEmail, cleanUpEmails } from '#features/email/jobs.ts';
import { emailAttachments, emails } from '#features/email/tables.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { createDraftInvoice, type IssuedDocument } from '../support/billing-fixture.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { countJobs, listEmailsTo, queueTestEmail, setOwnProfile } from '../support/emails.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const CLIENT = 'accounts@harborandpine.example';
const QUEUE = 'billing.send_document';

let site: TestSite;
let issuer: Awaited<ReturnType<typeof billingDocumentFactory>>;
beforeAll(async () => {
  site = await createTestSite({ files: createMemoryFileStore() });
  await setOwnProfile(site);
  issuer = await billingDocumentFactory(site);
});
afterAll(() => site.close());
beforeEach(() => site.db.$client.query('delete from emails; delete from pgboss.job'));

const services = () => ({ ...site.http.services, log: site.log.log });
const send = ({ number }: IssuedDocument, isLastAttempt = false) =>
  sendDocument(services(), { data: { number }, isLastAttempt });
const receive = async (received: ReceivedPayment) =>
  site.db.transaction(async tx => issueReceipt(tx, await createIssueContext(tx, services()), received));
const mailsWritten = () => site.db.select().from(emails).orderBy(emails.sequence);

describe('term 5: issued document', () => {
  it('is queued in its transaction and not after a rollback', async () => {
    const invoice = await issuer.issue(49_950);
    expect(await countJobs(site, QUEUE)).toBe(1);
    await expect(issuer.issue(-1, { kind: 'credit_note', dueOn: null })).rejects.toThrow();
    await expect(issuer.issue(-99_999, { kind: 'credit_note', dueOn: null }, invoice)).rejects.toThrow();
    expect(await countJobs(site, QUEUE)).toBe(1);
    await issuer.issue(100, { kind: 'quote', paymentInstructions: [], terms: [] });
    expect(await countJobs(site, QUEUE)).toBe(1);
    expect(await mailsWritten()).toEqual([]);
  });

  it.each(['deposit_invoice', 'balance_invoice', 'installment_invoice', 'invoice'] as const)(
    'is emailed once to the client with PDF and link: %s',
    async kind => {
      const invoice = await issuer.issue(49_950, { kind, dueOn: '2026-11-27' });
      await Promise.all([send(invoice), send(invoice)]);
      await send(invoice, true);
      const written = await mailsWritten();
      expect(written.map(({ toEmail, toName, template }) => [toEmail, toName, template])).toEqual([
        [CLIENT, 'Harbor & Pine Ltd', 'document_issued'],
      ]);
      const [mail] = written;
      expect(mail?.subject.toLowerCase()).toContain(`${kind.replace('_', ' ')} ${invoice.number} from`);
      expect(mail).toMatchObject({ replyToName: 'Mira Castellan', replyToEmail: 'mira@castellan.example' });
      expect(mail?.text).toContain('$499.50');
      expect(mail?.text).toContain('27 Nov 2026');
      expect(mail?.text).toContain(`http://localhost:5050${issuer.pathOf(invoice)}`);
      const [file] = await site.db.select().from(emailAttachments);
      expect(file).toMatchObject({ emailId: mail?.id, position: 0, contentType: 'application/pdf' });
      expect(file?.name.toLowerCase()).toBe(`${kind.replace('_', ' ')} ${invoice.number}.pdf`);
      const pdf = await site.http.services.files.read(file?.storageKey ?? '');
      expect(pdf?.length).toBe(file?.sizeBytes);
      expect((await readPdf(pdf ?? Buffer.alloc(0))).text).toContain('$499.50');
      expect((await issuer.get(issuer.pdfPathOf(invoice))).rawPayload.equals(pdf ?? Buffer.alloc(0))).toBe(true);
    },
  );

  it('uses specific emails for late fees and credit notes', async () => {
    const invoice = await issuer.issue(1000, { kind: 'balance_invoice' });
    await send(await issuer.issue(50, { kind: 'late_fee_invoice', dueOn: '2026-11-27' }, invoice));
    await send(await issuer.issue(-400, { kind: 'credit_note', dueOn: null }, invoice));
    const [fee, note] = await mailsWritten();
    expect([fee?.template, note?.template]).toEqual(['late_fee_issued', 'credit_note_issued']);
    expect(fee?.text).toContain(`Balance invoice ${invoice.number} is overdue`);
    expect(note?.text).toContain(`reduces balance invoice ${invoice.number} by`);
    expect(fee?.text).toContain('$0.50');
    expect(note?.text).toMatch(/by \$4\.00\. \$6\.00\s+is\s+still\s+due\./);
  });

  it('is not emailed without a client address', async () => {
    const invoice = await issuer.issue(100, { client: { ...createDraftInvoice(1).client, email: null } });
    await send(invoice);
    expect(await mailsWritten()).toEqual([]);
  });
});

describe('document that cannot be rendered', () => {
  it('is retried and finally emailed without its PDF', async () => {
    const broken = { ...services(), dist: '/nowhere' };
    const invoice = await issuer.issue(100);
    const job = { data: { number: invoice.number } };
    await expect(sendDocument(broken, { ...job, isLastAttempt: false })).rejects.toThrow('could not be rendered');
    expect(await mailsWritten()).toEqual([]);
    await sendDocument(broken, { ...job, isLastAttempt: true });
    const [mail] = await listEmailsTo(site, CLIENT);
    expect(mail?.text).toContain('You can download the PDF from the link above.');
    expect(await site.db.select().from(emailAttachments)).toEqual([]);
    expect((await issuer.get(issuer.pdfPathOf(invoice))).statusCode).toBe(200);
  });
});

describe('receipt', () => {
  it('names the invoice and the payment and is emailed', async () => {
    const invoice = await issuer.issue(49_950);
    const receipt = await receive({
      invoiceId: invoice.id,
      amount: toMinorUnits(49_950),
      method: 'Bank transfer',
      reference: 'TX-7',
    });
    const { kind, total, amountPaid, amountDue, reference, lineItems, client } = receipt.content;
    expect({ kind, total, paid: amountPaid, due: amountDue, number: reference?.number, client }).toEqual({
      kind: 'receipt',
      total: 49_950,
      paid: 49_950,
      due: 0,
      number: invoice.number,
      client: invoice.content.client,
    });
    expect(lineItems[0]).toMatchObject({ detail: 'Bank transfer, reference TX-7' });
    expect([receipt.orderId, receipt.relatedDocumentId]).toEqual([issuer.orderId, invoice.id]);
    await send(receipt);
    const [mail] = await listEmailsTo(site, CLIENT);
    expect([mail?.template, mail?.text?.includes('$499.50')]).toEqual(['receipt_issued', true]);
    expect(mail?.text).toContain('is still due.');
  });

  it('is issued once per payment', async () => {
    const invoice = await issuer.issue(1000);
    const { rows } = await site.db.$client.query<{ id: number }>(
      `insert into payments (billing_document_id, method, status, amount, currency, reference, created_at, settled_at)
       values ($1, 'bank_transfer', 'confirmed', 1000, 'USD', 'A-1', now(), now()) returning id`,
      [invoice.id],
    );
    const received = { invoiceId: invoice.id, paymentId: rows[0]?.id ?? 0, amount: toMinorUnits(1000) };
    const first = await receive({ ...received, method: 'bKash', reference: null });
    expect((await receive({ ...received, method: 'bKash', reference: null })).number).toBe(first.number);
    expect(first.content.lineItems[0]?.detail).toBe('bKash');
  });

  it('is issued only for a payable invoice', async () => {
    const invoice = await issuer.issue(1000);
    const receipt = { amount: toMinorUnits(1000), method: 'PayPal', reference: null };
    const { id } = await receive({ ...receipt, invoiceId: invoice.id });
    await expect(receive({ ...receipt, invoiceId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(receive({ ...receipt, invoiceId: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const nothing = { ...receipt, invoiceId: invoice.id, amount: toMinorUnits(0) };
    await expect(receive(nothing)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('email attachment', () => {
  const secret = () =>
    queueTestEmail(site, {
      to: { name: 'Lin', email: 'lin@site.example' },
      template: 'verify_email',
      props: { name: 'Lin', url: 'http://localhost:5050/x', expiresInHours: 1 },
      containsSecret: true,
      attachments: [{ name: 'A.pdf', contentType: 'application/pdf', storageKey: 'documents/a.pdf', sizeBytes: 3 }],
    });
  const files = async () => (await site.db.select().from(emailAttachments)).length;

  it('is deleted with the email’s text', async () => {
    await secret();
    await cleanUpEmails({ ...services(), now: () => services().now().add({ hours: 25 }) }, { requeue: false });
    expect(await files()).toBe(0);
    await site.http.services.files.write('documents/a.pdf', Buffer.from('abc'));
    const mailId = await secret();
    const transport = { send: () => Promise.resolve() };
    const from = { name: undefined, address: 'site@ada.example' };
    await deliverEmail(services(), { transport, from }, { data: { mailId }, isLastAttempt: false });
    expect(await files()).toBe(0);
  });

  it('delays the email while its file is missing', async () => {
    await site.http.services.files.remove('documents/a.pdf');
    const mailId = await secret();
    let delivered = 0;
    const transport = { send: async () => void (delivered += 1) };
    const delivery = { transport, from: { name: undefined, address: 'site@ada.example' } };
    await expect(deliverEmail(services(), delivery, { data: { mailId }, isLastAttempt: false })).rejects.toThrow();
    const [mail] = await listEmailsTo(site, 'lin@site.example');
    expect([delivered, mail?.state, mail?.lastError]).toEqual([0, 'queued', 'FILE_MISSING']);
  });

  it('opens only for a developer on a local site', async () => {
    await site.http.services.files.write('documents/a.pdf', Buffer.from('abc'));
    const mailId = await secret();
    const open = (place: number, cookie: string) =>
      site.http.app.inject({ url: `/dev/mail/${mailId}/attachments/${place}`, headers: { cookie } });
    const local = await open(0, site.developerCookie);
    expect([local.statusCode, local.body, local.headers['content-disposition']]).toEqual([
      200,
      'abc',
      expect.stringMatching(/^attachment; filename="A.pdf"/),
    ]);
    expect((await open(1, site.developerCookie)).statusCode).toBe(404);
    expect((await open(0, '')).statusCode).toBe(404);
    expect((await issuer.get(`/dashboard/outbox/${mailId}/attachments/0`)).statusCode).toBe(401);
  });
});

// The last test: its workers run until the site is closed.
it('issued document is emailed with its PDF by the worker', async () => {
  const server = await startSmtpServer();
  const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'site@ada.example' };
  await startWorkers(site.http.services.jobs, {
    ...services(),
    emailDelivery: createEmailDelivery(readConfig(settings)),
  });
  const invoice = await issuer.issue(49_950);
  await vi.waitFor(() => expect(server.taken).toHaveLength(1), { timeout: 15_000 });
  const [mail] = server.taken;
  expect(mail?.recipients).toEqual([CLIENT]);
  expect(mail?.header('Content-Type')).toMatch(/^multipart\/mixed/);
  expect(mail?.raw).toContain(`Content-Disposition: attachment; filename="Deposit invoice ${invoice.number}.pdf"`);
  expect(mail?.raw.replaceAll('\r\n', '')).toContain(Buffer.from('%PDF-1.7').toString('base64').slice(0, 10));
  await server.close();
});
