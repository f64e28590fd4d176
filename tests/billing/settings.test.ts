import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getIssuer } from '#features/billing/actions/issuer.ts';
import type { BillingSettings } from '#features/billing/contract/settings.ts';
import { getBillingSettingsRow } from '#features/billing/queries/settings.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
  cookie = (await memberFixture(() => site).arrive({ role: 'owner' })).cookie;
});
afterAll(() => site.close());

const edited = {
  taxId: ' SE55 ',
  taxName: 'VAT',
  taxRate: '7,5',
  taxBehavior: 'exclusive',
  paperSize: 'Letter',
  bankTransferInstructions: 'IBAN SE35\r\nReference: the number',
  bkashInstructions: '  ',
  nagadInstructions: null,
  exchangeRates: [],
};
const settings = () => getApi<BillingSettings>(site, '/billing-settings', cookie);
const save = async (changes: object = {}, version?: number) =>
  postApi(
    site,
    '/billing-settings',
    { ...edited, version: version ?? (await settings()).version, ...changes },
    { cookie, method: 'PUT' },
  );

describe('billing settings', () => {
  it('are saved and apply to the next document', async () => {
    const before = await settings();
    expect(before).toEqual({
      taxId: null,
      taxName: 'Tax',
      taxRate: '0',
      taxBehavior: 'inclusive',
      paperSize: 'A4',
      bankTransferInstructions: null,
      bkashInstructions: null,
      nagadInstructions: null,
      exchangeRates: [],
      version: 1,
      currency: 'USD',
    });
    const answer = await save();
    expect(answer.statusCode, answer.body).toBe(200);
    const after = {
      ...edited,
      taxId: 'SE55',
      taxRate: '7.5',
      bankTransferInstructions: 'IBAN SE35\nReference: the number',
      bkashInstructions: null,
    };
    expect(answer.json()).toEqual({ ...after, version: 2, currency: 'USD' });
    expect(await settings()).toEqual(answer.json());
    expect(await getBillingSettingsRow(site.db)).toMatchObject({
      taxBasisPoints: 750,
      taxBehavior: 'exclusive',
      paperSize: 'Letter',
    });
    expect(await getIssuer(site.db)).toMatchObject({
      issuer: { taxId: 'SE55' },
      paymentInstructions: [{ method: 'Bank transfer', text: 'IBAN SE35\nReference: the number' }],
    });
    const issuer = await billingDocumentFactory(site);
    const { rawPayload } = await issuer.get(issuer.pdfPathOf(await issuer.issue(100)));
    expect((await readPdf(rawPayload)).pages[0]?.size).toEqual([612, 792]);
  });

  it('are not saved over a newer version', async () => {
    const { version } = await settings();
    const answers = await Promise.all([save({ taxName: 'One' }, version), save({ taxName: 'Two' }, version)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expectApiError(await save({ taxName: 'Three' }, version), 'CONFLICT');
    expect((await settings()).taxName).toMatch(/^(One|Two)$/);
  });

  it.each([
    ['taxRate', '101'],
    ['taxRate', '7.555'],
    ['taxRate', ''],
    ['taxName', '  '],
    ['taxId', 'x'.repeat(61)],
    ['taxBehavior', 'both'],
    ['paperSize', 'A5'],
    ['bankTransferInstructions', 'x'.repeat(1501)],
    ['bankTransferInstructions', 'a\u0000b'],
  ])('refuse a %s of %j with an error on the field', async (name, value) => {
    const before = await settings();
    const error = expectApiError(await save({ [name]: value }), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual([name]);
    expect(await settings()).toEqual(before);
  });
});
