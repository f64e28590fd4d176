import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentEmailList } from '#features/billing/contract/document-emails.ts';
import { sendDocument } from '#features/billing/jobs.ts';
import { getDefaultEmailText } from '#features/billing/rules/document-emails.ts';
import { emailAttachments, emails } from '#features/email/tables.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { documentFixture } from '../support/billing-document-fixture.ts';
import type { IssuedDocument } from '../support/billing-fixture.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let cookie: string;
let issuer: Awaited<ReturnType<typeof billingDocumentFactory>>;
beforeAll(async () => {
  site = await createTestSite();
  cookie = (await memberFixture(() => site).arrive({ role: 'owner' })).cookie;
  issuer = await billingDocumentFactory(site);
});
afterAll(() => site.close());
beforeEach(() => site.db.$client.query('delete from emails; delete from document_email_texts'));

const path = (kind: string, language: string) => `/document-emails/${kind}/${language}`;
const save = (kind: string, language: string, text: object) =>
  postApi(site, path(kind, language), text, { cookie, method: 'PUT' });
const list = async () => (await getApi<DocumentEmailList>(site, '/document-emails', cookie)).items;
const { client } = documentFixture();

/** Emails a document as its job does. */
async function send({ number }: IssuedDocument) {
  const services = { ...site.http.services, log: site.log.log };
  await sendDocument(services, { data: { number }, isLastAttempt: false });
  const [mail] = await site.db.select().from(emails);
  return { subject: mail?.subject, html: mail?.html, text: mail?.text?.replaceAll(/\s+/g, ' ') };
}

describe('email texts', () => {
  it('of the owner replace the default ones', async () => {
    const text = {
      subject: 'For {{client_name}}',
      body: 'Dear {{client_name}},\n\n{{amount_due}} by {{due_date}}\nThanks!',
    };
    const answer = await save('invoice', 'en', text);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await list()).toContainEqual({ kind: 'invoice', language: 'en', ...text, isCustom: true });
    const invoice = await issuer.issue(49_950, {
      kind: 'invoice',
      dueOn: '2099-11-27',
      client: { ...client, name: '<i>Harbor</i> {{amount_due}}' },
    });
    const mail = await send(invoice);
    expect(mail.subject).toBe('For <i>Harbor</i> {{amount_due}}');
    expect(mail.html).toContain('Dear &lt;i&gt;Harbor&lt;/i&gt; {{amount_due}},');
    expect(mail.text).toContain('$499.50 by 27 Nov 2099 Thanks!');
    expect(mail.text).toContain(issuer.pathOf(invoice));
    expect(mail.text).not.toContain('Here’s your invoice');
  });

  it('are in the client’s language, including the PDF’s name', async () => {
    const german = { ...client, language: 'de' as const };
    const invoice = await issuer.issue(123_456, { kind: 'invoice', dueOn: '2099-11-27', client: german });
    const mail = await send(invoice);
    expect(mail.subject).toContain(`Rechnung ${invoice.number} von`);
    for (const part of ['1.234,56 $', '27.11.2099', 'Rechnung ansehen und bezahlen', 'Das PDF ist angehängt.']) {
      expect(mail.text?.replaceAll('\u{a0}', ' ')).toContain(part);
    }
    const files = await site.db.select().from(emailAttachments);
    expect(files.map(({ name }) => name)).toEqual([`Rechnung ${invoice.number}.pdf`]);
    await site.db.$client.query('delete from emails');
    const note = await send(await issuer.issue(-23_456, { kind: 'credit_note', dueOn: null, client: german }, invoice));
    expect(note.text?.replaceAll(/\s+/g, ' ')).toContain(
      `verringert sich die Rechnung ${invoice.number} um 234,56 $. Offen sind noch 1.000,00 $.`,
    );
  });

  it('greet the contact of a company', async () => {
    const street = { street: 'Kai 4', postalCode: '20457', city: 'Hamburg', region: '' };
    const company = {
      ...client,
      name: 'Kai Vier GmbH',
      addressLines: ['Nora Klein', 'Kai 4', '20457 Hamburg'],
      address: street,
    };
    expect((await send(await issuer.issue(100, { kind: 'invoice', client: company }))).text).toContain('Hi Nora,');
    await site.db.$client.query('delete from emails');
    const german = { ...company, language: 'de' as const };
    const { text } = await send(await issuer.issue(100, { kind: 'invoice', client: german }));
    expect(text).toContain('Guten Tag Nora Klein,');
  });

  it('about a late fee can be changed, and default to the site’s', async () => {
    const fee = async (changes: object = {}) => {
      const late = await issuer.issue(100, { kind: 'invoice' });
      return issuer.issue(500, { kind: 'late_fee_invoice', dueOn: '2099-11-27', ...changes }, late);
    };
    expect((await send(await fee())).text).toContain('a one-time late fee of $5.00 applies');
    await site.db.$client.query('delete from emails');
    await save('late_fee', 'en', {
      subject: 'Late: {{document}}',
      body: '{{related_document}} costs {{amount_due}} more.',
    });
    const changed = await send(await fee());
    expect(changed.subject).toMatch(/^Late: Late fee invoice /);
    expect(changed.text).toMatch(/Invoice 2026-\d+ costs \$5\.00 more\./);
    await site.db.$client.query('delete from emails');
    const german = await send(await fee({ client: { ...client, language: 'de' } }));
    expect(german.text).toContain('einmalige Verzugsgebühr von 5,00');
  });

  it('say that an invoice was settled before its email', async () => {
    const french = { ...client, language: 'fr' as const };
    const invoice = await issuer.issue(100, { kind: 'invoice', client: french });
    await issuer.issue(-100, { kind: 'credit_note', dueOn: null, client: french }, invoice);
    expect((await send(invoice)).text).toContain('Plus rien n’est dû.');
  });

  it.each([
    ['body', { body: 'Hi {{nickname}}' }],
    ['subject', { subject: '{{amount_paid}}' }],
    ['body', { body: '{{amount_due}' }],
    ['body', { body: ' ' }],
    ['subject', { subject: 'x'.repeat(201) }],
    ['kind', { kind: 'party' }],
  ])('with a wrong %s are refused with an error on the field: %j', async (name, changes) => {
    const { kind = 'invoice', ...text } = { subject: 'Hi', body: 'Hello', ...changes } as Record<string, string>;
    const error = expectApiError(await save(kind, 'en', text), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual([name]);
    expect((await list()).every(({ isCustom }) => !isCustom)).toBe(true);
  });

  it('are reset to the default ones', async () => {
    await save('receipt', 'bn', { subject: 'A', body: 'B' });
    const usual = getDefaultEmailText('receipt', 'bn');
    const answer = await postApi(site, path('receipt', 'bn'), {}, { cookie, method: 'DELETE' });
    expect(answer.json<DocumentEmailList>().items).toContainEqual({
      kind: 'receipt',
      language: 'bn',
      ...usual,
      isCustom: false,
    });
    // The default text isn't stored, so it follows later versions.
    await save('receipt', 'bn', usual);
    expect((await site.db.$client.query('select from document_email_texts')).rowCount).toBe(0);
  });
});
