import fc from 'fast-check';
import type { BillingDocument, DocumentTax } from '#features/billing/contract/documents.ts';
import { creditOf } from '#features/billing/rules/credit-notes.ts';
import { type DocumentDraft, finalizeDocument } from '#features/billing/rules/documents.ts';
import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';

type Issuer = BillingDocument['issuer'];
type Client = BillingDocument['client'];

const address = { street: '1 High Street\nUnit 2', postalCode: '10115', city: 'Springfield', region: '' };
const issuer = { addressLines: ['1 High Street'], email: 'mira@example.com', phone: '+49 30 1234567', address };
const client = { addressLines: ['2 Low Street'], email: 'ap@example.com', address: { ...address, region: 'North' } };

/** Addresses in countries for which Peppol has rules. */
const abroad = [
  { country: 'NL', taxId: 'NL123456789B01', electronicAddress: { scheme: '0106', value: '12345678' } },
  { country: 'DK', taxId: 'DK13585628', electronicAddress: { scheme: '0184', value: '13585628' } },
  { country: 'NO', taxId: 'NO974760673MVA', electronicAddress: { scheme: '0192', value: '974760673' } },
  // A company, which states its register.
  {
    country: 'NO',
    taxId: 'NO 974 760 673 MVA Foretaksregisteret',
    electronicAddress: { scheme: '0192', value: '974760673' },
  },
  { country: 'SE', taxId: 'SE556036079301', electronicAddress: { scheme: '0007', value: '5560360793' } },
  { country: 'IT', taxId: 'IT12345670017', electronicAddress: { scheme: '0211', value: 'IT12345670017' } },
  { country: 'IS', taxId: '12345', electronicAddress: { scheme: '0196', value: '5501692829' } },
];

/** Sellers and buyers with everything that e-invoices need. */
export const completeIssuers: readonly Issuer[] = [
  {
    ...issuer,
    name: 'Mira & Söhne',
    country: 'DE',
    taxId: 'DE123456789',
    electronicAddress: { scheme: '9930', value: 'DE123456789' },
  },
  {
    ...issuer,
    name: 'Ana <Freelance>',
    country: 'FR',
    taxId: 'FRXX123456789',
    electronicAddress: { scheme: '0009', value: '12345678200010' },
  },
  {
    ...issuer,
    name: 'Jo "Codes"',
    country: 'BE',
    taxId: 'BE0202239951',
    electronicAddress: { scheme: '0208', value: '0202239951' },
  },
  {
    ...issuer,
    name: 'Tax number only',
    country: 'DE',
    taxId: '12/345/67890',
    electronicAddress: { scheme: 'EM', value: 'mira@example.com' },
  },
  {
    ...issuer,
    name: 'Rahim',
    country: 'BD',
    taxId: '001234567-0101',
    electronicAddress: { scheme: '0088', value: '4012345000009' },
  },
  ...abroad.map(party => ({ ...issuer, ...party, name: `Seller in ${party.country}` })),
];
export const completeClients: readonly Client[] = [
  {
    ...client,
    name: 'Stadt Bad Straße',
    country: 'DE',
    taxId: null,
    buyerReference: '04011000-12345-03',
    electronicAddress: { scheme: '0204', value: '04011000-12345-03' },
  },
  {
    ...client,
    name: 'Käufer GmbH',
    country: 'DE',
    taxId: 'DE987654321',
    buyerReference: 'PO 7',
    electronicAddress: { scheme: '9930', value: 'DE987654321' },
  },
  {
    ...client,
    name: 'Ελλάς',
    country: 'GR',
    taxId: 'EL123456789',
    buyerReference: 'PO 8',
    electronicAddress: { scheme: 'EM', value: 'ap@example.com' },
  },
  {
    ...client,
    name: 'Acme Inc.',
    country: 'US',
    taxId: '12-3456789',
    buyerReference: 'PO 9',
    electronicAddress: { scheme: '0060', value: '150483782' },
  },
  ...abroad.map(party => ({ ...client, ...party, name: `Buyer in ${party.country}`, buyerReference: 'PO 10' })),
];

const exempt = (category: NonNullable<DocumentTax['category']>): DocumentTax => ({
  name: 'VAT',
  basisPoints: 0,
  category,
  note: `Because of ${category}`,
});
const taxed = (basisPoints: number): DocumentTax => ({ name: 'VAT', basisPoints, category: 'standard' });
/** Taxes that can be combined on a document. */
const taxPools: readonly (readonly DocumentTax[])[] = [
  [taxed(1900)],
  [{ name: 'MwSt', basisPoints: 770 }],
  [taxed(1900), taxed(700), { name: 'VAT', basisPoints: 0, category: 'zero' }, exempt('exempt')],
  [taxed(2100), taxed(550), exempt('reverse_charge'), exempt('export')],
  [taxed(2500), taxed(600)],
  [exempt('intra_community'), taxed(2000)],
  [exempt('small_business')],
  [exempt('reverse_charge')],
  [exempt('export')],
  [exempt('outside_scope')],
  [{ name: 'Tax', basisPoints: 0 }],
];

const anyText = (max: number) =>
  fc.string({ unit: 'binary', maxLength: max }).map(text =>
    `#x ${text}`
      .trim()
      .slice(0, max + 3)
      .trim(),
  );

const lineItem = (taxes: readonly DocumentTax[]) =>
  fc
    .record({
      description: anyText(60),
      detail: fc.option(anyText(60)),
      quantity: fc.oneof(
        fc.constant(1),
        fc.nat({ max: 30_000 }).map(hundredths => hundredths / 100),
      ),
      unit: fc.option(fc.constantFrom('hour', 'day', 'piece'), { nil: undefined }),
      discountShare: fc.constantFrom(0, 0, 0.1, 0.333),
      unitAmount: fc.integer({ min: -3_000_000, max: 9_000_000 }).map(toMinorUnits),
      term: fc.constant(null),
      tax: fc.option(fc.constantFrom(...taxes), { nil: undefined }),
    })
    .map(({ discountShare, tax, unit, ...line }) => {
      const discount = Math.floor(line.unitAmount * line.quantity * discountShare);
      return {
        ...line,
        ...(unit && { unit }),
        ...(tax && { tax }),
        ...(discount > 0 ? { discount: { amount: toMinorUnits(discount) } } : {}),
      };
    });

const servicePeriods = [
  { from: '2026-05-01', until: '2026-05-31' },
  { from: '2026-06-15', until: '2026-06-15' },
];

const draft = fc.constantFrom(...taxPools).chain(taxes =>
  fc.record({
    kind: fc.constantFrom('invoice', 'deposit_invoice', 'balance_invoice', 'installment_invoice'),
    seller: fc.constantFrom(...completeIssuers),
    buyer: fc.constantFrom(...completeClients),
    notes: fc.option(anyText(60), { nil: undefined }),
    order: fc.option(fc.constant({ orderNumber: '1042', title: 'Website' })),
    lineItems: fc.array(lineItem(taxes), { minLength: 1, maxLength: 12 }),
    taxBehavior: fc.constantFrom('exclusive', 'inclusive'),
    tax: fc.constantFrom(...taxes),
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'BDT', 'CHF', 'SEK'),
    servicePeriod: fc.constantFrom(...servicePeriods),
    paid: fc.constantFrom(0, 0, 0.5, 1),
    bankAccount: fc.constantFrom(
      undefined,
      { iban: 'DE89370400440532013000', bic: null },
      { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    ),
    paymentUrl: fc.option(fc.constant('https://mira.example.com/document/2026-0007/abc')),
    instructions: anyText(100),
    /** The credited share: a part or all; zero for the invoice itself. */
    credited: fc.constantFrom(0, 0, 0.3, 1),
  }),
);

/** Any invoice or credit note with the data that all e-invoices need; some tax categories need more. */
export const anyCompleteDocument: fc.Arbitrary<BillingDocument> = draft.map(
  ({ seller, buyer, paid, instructions, credited, bankAccount, ...rest }) => {
    const invoice: DocumentDraft = {
      ...rest,
      ...(bankAccount && { bankAccount }),
      number: '2026-0007',
      issuedOn: '2026-07-01',
      dueOn: '2026-07-08',
      issuer: seller,
      client: buyer,
      amountPaid: ZERO,
      reference: null,
      paymentInstructions: [{ method: 'Bank transfer', text: instructions }],
      terms: [],
    };
    // A negative total becomes positive.
    const sum = finalizeAny(invoice).total;
    const lineItems = invoice.lineItems.map(line => ({
      ...line,
      unitAmount: toMinorUnits(sum < 0 ? Math.abs(line.unitAmount) : line.unitAmount),
    }));
    const amountPaid = toMinorUnits(Math.floor(Math.abs(sum) * (credited > 0 ? 0 : paid)));
    const issued = finalizeDocument({ ...invoice, lineItems, amountPaid });
    if (credited === 0 || issued.total === 0) return issued;
    const amount = toMinorUnits(Math.max(1, Math.floor(issued.total * credited)));
    const note = creditOf(issued, amount, 'Discount');
    return finalizeDocument({
      ...note,
      number: '2026-0008',
      issuedOn: '2026-07-03',
      paymentUrl: null,
      servicePeriod: issued.servicePeriod,
    });
  },
);

/** Finalizes a draft whose total may be negative. */
const finalizeAny = (draftInvoice: DocumentDraft) => finalizeDocument({ ...draftInvoice, kind: 'quote' });
