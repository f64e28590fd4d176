import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseOrderTax } from '#features/billing/actions/taxes.ts';
import { getIssuer } from '#features/billing/actions/issuer.ts';
import type { BillingSettings } from '#features/billing/contract/settings.ts';
import { getBillingSettingsRow } from '#features/billing/queries/settings.ts';
import type { TaxBuyer } from '#features/billing/rules/propose-tax.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { taxRateFixture } from '../support/tax-rate-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
  cookie = (await memberFixture(() => site).arrive({ role: 'owner' })).cookie;
});
afterAll(() => site.close());

const address = {
  street: 'Hamngatan 11\r\nPort 3',
  postalCode: '411 17',
  city: 'Göteborg',
  region: '',
  electronicAddressScheme: '0007',
  electronicAddress: '556036 0793',
};
const edited = {
  taxId: ' SE55 ',
  taxCountry: 'se',
  isSmallBusiness: false,
  ...address,
  taxRates: [taxRateFixture({ rate: '7,5' })],
  taxBehavior: 'exclusive',
  businessTaxBehavior: null,
  paperSize: 'Letter',
  bankTransferInstructions: 'IBAN SE35\r\nReference: the number',
  bkashInstructions: '  ',
  nagadInstructions: null,
  iban: 'se45 5000 0000 0583 9825 7466',
  bic: 'essesess',
  exchangeRates: [],
  minPartialPercent: null,
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
      taxCountry: null,
      isSmallBusiness: false,
      street: null,
      postalCode: null,
      city: null,
      region: null,
      electronicAddressScheme: null,
      electronicAddress: null,
      taxName: 'Tax',
      taxRate: '0',
      taxRates: [],
      taxBehavior: 'inclusive',
      businessTaxBehavior: null,
      paperSize: 'A4',
      bankTransferInstructions: null,
      bkashInstructions: null,
      nagadInstructions: null,
      iban: null,
      bic: null,
      exchangeRates: [],
      minPartialPercent: null,
      version: 1,
      currency: 'USD',
    });
    const answer = await save();
    expect(answer.statusCode, answer.body).toBe(200);
    const after = {
      ...edited,
      taxId: 'SE55',
      taxCountry: 'SE',
      street: 'Hamngatan 11\nPort 3',
      region: null,
      electronicAddress: '5560360793',
      taxName: 'VAT',
      taxRate: '7.5',
      taxRates: [taxRateFixture({ rate: '7.5' })],
      bankTransferInstructions: 'IBAN SE35\nReference: the number',
      bkashInstructions: null,
      iban: 'SE4550000000058398257466',
      bic: 'ESSESESS',
    };
    expect(answer.json()).toEqual({ ...after, version: 2, currency: 'USD' });
    expect(await settings()).toEqual(answer.json());
    expect(await getBillingSettingsRow(site.db)).toMatchObject({
      taxName: 'VAT',
      taxBasisPoints: 750,
      taxBehavior: 'exclusive',
      paperSize: 'Letter',
    });
    expect(await getIssuer(site.db)).toMatchObject({
      issuer: {
        taxId: 'SE55',
        country: 'SE',
        addressLines: ['Hamngatan 11', 'Port 3', '411 17 Göteborg', 'Sweden'],
        address: { street: 'Hamngatan 11\nPort 3', postalCode: '411 17', city: 'Göteborg', region: '' },
        electronicAddress: { scheme: '0007', value: '5560360793' },
      },
      paymentInstructions: [
        {
          method: 'Bank transfer',
          text: 'IBAN SE45 5000 0000 0583 9825 7466\nBIC ESSESESS\nIBAN SE35\nReference: the number',
        },
      ],
    });
    const issuer = await billingDocumentFactory(site);
    const { rawPayload } = await issuer.get(issuer.pdfPathOf(await issuer.issue(100)));
    expect((await readPdf(rawPayload)).pages[0]?.size).toEqual([612, 792]);
  });

  it('accept spaces around a percentage, and say which percentages are valid', async () => {
    expect((await save({ minPartialPercent: ' 30 ' })).json()).toMatchObject({ minPartialPercent: 30 });
    for (const minPartialPercent of ['12,5', '12.5', '-1', '0', '100', '5 %']) {
      const { fields } = expectApiError(await save({ minPartialPercent }), 'BAD_REQUEST');
      expect(fields).toEqual({ minPartialPercent: 'Enter a whole number from 1 to 99.' });
    }
    expect((await save({ minPartialPercent: '' })).json()).toMatchObject({ minPartialPercent: null });
  });

  it('are not saved over a newer version', async () => {
    const { version } = await settings();
    const answers = await Promise.all([save({ taxId: 'One' }, version), save({ taxId: 'Two' }, version)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expectApiError(await save({ taxId: 'Three' }, version), 'CONFLICT');
    expect((await settings()).taxId).toMatch(/^(One|Two)$/);
  });

  it.each([
    ['taxCountry', 'Sweden'],
    ['taxCountry', 'QQ'],
    ['taxId', 'x'.repeat(61)],
    ['taxBehavior', 'both'],
    ['businessTaxBehavior', 'both'],
    ['paperSize', 'A5'],
    ['city', ''],
    ['street', '1\n2\n3\n4'],
    ['electronicAddress', '123'],
    ['iban', 'SE35 5000 0000 0583 9825 7466'],
    ['bic', 'ESSE'],
    ['bankTransferInstructions', 'x'.repeat(1501)],
    ['bankTransferInstructions', 'a\u0000b'],
  ])('refuse a %s of %j with an error on the field', async (name, value) => {
    const before = await settings();
    const error = expectApiError(await save({ [name]: value }), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual([name]);
    expect(await settings()).toEqual(before);
  });

  it.each([
    [{ rate: '101' }, 'rate'],
    [{ rate: '7.555' }, 'rate'],
    [{ rate: '' }, 'rate'],
    [{ rate: '0' }, 'rate'],
    [{ rate: '19', category: 'reverse_charge' }, 'rate'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ rate: '', category: 'exempt' }, 'note'],
    [{ note: 'Why not' }, 'note'],
    [{ validFrom: 'today' }, 'validFrom'],
    [{ validFrom: '2027-02-30' }, 'validFrom'],
    [{ validFrom: '2099-01-01', validUntil: '2098-12-31' }, 'validUntil'],
    // The default rate must apply on every day from today on.
    [{ validFrom: '2099-01-01' }, 'validFrom'],
    [{ validUntil: '2099-12-31' }, 'validUntil'],
    [{ validUntil: '2020-12-31' }, 'validUntil'],
  ] as const)('refuse a tax rate with %j with an error on %s', async (changes, field) => {
    const before = await settings();
    const error = expectApiError(await save({ taxRates: [taxRateFixture(changes)] }), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual([`taxRates.0.${field}`]);
    expect(await settings()).toEqual(before);
  });

  it('refuse a text instead of a date in rates of one name', async () => {
    const before = await settings();
    const taxRates = [taxRateFixture({}), taxRateFixture({ validFrom: '19' })];
    const error = expectApiError(await save({ taxRates }), 'BAD_REQUEST');
    expect(error.fields).toEqual({ 'taxRates.1.validFrom': 'Enter a date.' });
    expect(await settings()).toEqual(before);
  });

  it('have rates of one name on different days, and others without tax', async () => {
    const taxRates = [
      taxRateFixture({ validUntil: '2098-12-31' }),
      taxRateFixture({ rate: '21', validFrom: '2099-01-01' }),
      taxRateFixture({ name: 'Training', rate: '0', category: 'exempt', note: 'Exempt: § 4 Nr. 21 UStG.' }),
    ];
    const empty = taxRateFixture({ name: '', rate: '' });
    expect((await save({ taxRates: [...taxRates, empty] })).statusCode).toBe(200);
    expect((await settings()).taxRates).toEqual(taxRates);
    expect(await getBillingSettingsRow(site.db)).toMatchObject({ taxName: 'VAT', taxBasisPoints: 1900 });
    const tax = (buyer: TaxBuyer | null, day: string) => chooseOrderTax(site.db, buyer, day);
    const standard = { behavior: 'exclusive', name: 'VAT', basisPoints: 1900 };
    expect(await tax(null, '2098-12-31')).toEqual(standard);
    expect(await tax(null, '2099-01-01')).toEqual({ ...standard, basisPoints: 2100 });
    const acme = { name: 'Acme', kind: 'business', country: 'FR', vatId: 'FR12345678901' } as const;
    expect(await tax(acme, '2098-12-31')).toMatchObject({ basisPoints: 0, category: 'reverse_charge' });

    const overlapping = [...taxRates.slice(0, 1), taxRateFixture({ rate: '21', validFrom: '2098-12-31' })];
    const error = expectApiError(await save({ taxRates: overlapping }), 'BAD_REQUEST');
    expect(error.fields).toEqual({
      'taxRates.1.validFrom': 'There’s another rate named VAT on 31 Dec 2098. Change the name or the dates.',
    });
  });

  it('follow the default rate that the previous version saves', async () => {
    await site.db.$client.query(`update billing_settings set tax_name = 'TVA', tax_basis_points = 2000`);
    const { taxRates } = await settings();
    expect(taxRates).toEqual([
      taxRateFixture({ name: 'TVA', rate: '20' }),
      expect.objectContaining({ name: 'Training' }),
    ]);
    await site.db.$client.query(`update billing_settings set tax_basis_points = 0`);
    expect(await chooseOrderTax(site.db, null, '2027-01-01')).toMatchObject({ name: 'TVA', basisPoints: 0 });
  });
});

describe('billing settings of an earlier version', () => {
  it('keep settings that its page doesn’t have', async () => {
    await save({ taxCountry: 'SE', isSmallBusiness: false, businessTaxBehavior: 'exclusive' });
    const {
      taxCountry: _country,
      isSmallBusiness: _small,
      businessTaxBehavior: _behavior,
      iban: _iban,
      ...first
    } = edited;
    const { taxRates: _rates, ...known } = first;
    const saveKnown = async (taxName: string, taxRate: string) => {
      const { version } = await settings();
      const sent = { ...known, taxName, taxRate, version };
      return (await postApi(site, '/billing-settings', sent, { cookie, method: 'PUT' })).json<BillingSettings>();
    };
    const kept = { taxCountry: 'SE', businessTaxBehavior: 'exclusive', iban: 'SE4550000000058398257466' };
    expect(await saveKnown('VAT', '7.5')).toMatchObject({ ...kept, taxRates: [taxRateFixture({ rate: '7.5' })] });
    expect(await saveKnown('MwSt', '19')).toMatchObject({
      ...kept,
      taxRate: '19',
      taxRates: [{ name: 'MwSt', rate: '19', category: 'standard' }],
    });
    expect(await saveKnown('MwSt', '0')).toMatchObject({ ...kept, taxRates: [] });
  });
});
