import { type XmlContent, writeXml } from '#platform/text/write-xml.ts';
import type { EInvoice, EInvoiceParty, EInvoiceTax } from './model.ts';

const VAT = { 'cbc:ID': 'VAT' };

/** Writes an invoice or a credit note in UBL 2.1. */
export function writeUbl(invoice: EInvoice): string {
  const { profile, typeCode, currency, servicePeriod, precedingInvoice, payment, taxes, totals } = invoice;
  const root = typeCode === '381' ? 'CreditNote' : 'Invoice';
  const amount = (value: string | null) => ({ '@currencyID': currency, '#text': value });
  const isPeriod = servicePeriod !== null && servicePeriod.from !== servicePeriod.until;
  return writeXml({
    [root]: {
      '@xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
      'cbc:CustomizationID': profile.specification,
      'cbc:ProfileID': profile.process,
      'cbc:ID': invoice.number,
      'cbc:IssueDate': invoice.issuedOn,
      'cbc:DueDate': root === 'Invoice' ? invoice.dueOn : null,
      [`cbc:${root}TypeCode`]: typeCode,
      'cbc:Note': invoice.note,
      'cbc:DocumentCurrencyCode': currency,
      'cbc:BuyerReference': invoice.buyerReference,
      'cac:InvoicePeriod': isPeriod
        ? { 'cbc:StartDate': servicePeriod.from, 'cbc:EndDate': servicePeriod.until }
        : null,
      'cac:OrderReference': { 'cbc:ID': invoice.orderReference },
      'cac:BillingReference': {
        'cac:InvoiceDocumentReference': {
          'cbc:ID': precedingInvoice?.number,
          'cbc:IssueDate': precedingInvoice?.issuedOn,
        },
      },
      'cac:AccountingSupplierParty': { 'cac:Party': toParty(invoice.seller) },
      'cac:AccountingCustomerParty': { 'cac:Party': toParty(invoice.buyer) },
      'cac:Delivery': {
        'cbc:ActualDeliveryDate': isPeriod ? null : servicePeriod?.from,
        'cac:DeliveryLocation': invoice.isDelivered ? { 'cac:Address': toAddress(invoice.buyer) } : null,
      },
      'cac:PaymentMeans': {
        'cbc:PaymentMeansCode': payment.code,
        'cbc:PaymentID': invoice.number,
        'cac:PayeeFinancialAccount': {
          'cbc:ID': payment.account?.iban,
          'cbc:Name': payment.account?.name,
          'cac:FinancialInstitutionBranch': { 'cbc:ID': payment.account?.bic },
        },
      },
      'cac:PaymentTerms': { 'cbc:Note': invoice.paymentTerms },
      'cac:TaxTotal': {
        'cbc:TaxAmount': amount(totals.tax),
        'cac:TaxSubtotal': taxes.map(tax => ({
          'cbc:TaxableAmount': amount(tax.taxableAmount),
          'cbc:TaxAmount': amount(tax.taxAmount),
          'cac:TaxCategory': {
            'cbc:ID': tax.code,
            'cbc:Percent': tax.percent,
            'cbc:TaxExemptionReasonCode': tax.reasonCode,
            'cbc:TaxExemptionReason': tax.reason,
            'cac:TaxScheme': VAT,
          },
        })),
      },
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': amount(totals.net),
        'cbc:TaxExclusiveAmount': amount(totals.net),
        'cbc:TaxInclusiveAmount': amount(totals.gross),
        'cbc:PrepaidAmount': amount(totals.paid),
        'cbc:PayableRoundingAmount': amount(totals.rounding),
        'cbc:PayableAmount': amount(totals.due),
      },
      [`cac:${root}Line`]: invoice.lines.map((line, index) => ({
        'cbc:ID': String(index + 1),
        [`cbc:${root === 'Invoice' ? 'Invoiced' : 'Credited'}Quantity`]: {
          '@unitCode': line.unitCode,
          '#text': line.quantity,
        },
        'cbc:LineExtensionAmount': amount(line.amount),
        'cac:AllowanceCharge':
          line.discount === null
            ? null
            : {
                'cbc:ChargeIndicator': 'false',
                'cbc:AllowanceChargeReason': 'Discount',
                'cbc:Amount': amount(line.discount),
              },
        'cac:Item': {
          'cbc:Description': line.description,
          'cbc:Name': line.name,
          'cac:ClassifiedTaxCategory': toLineTax(line.tax),
        },
        'cac:Price': {
          'cbc:PriceAmount': amount(line.price),
          'cbc:BaseQuantity': { '@unitCode': line.unitCode, '#text': line.priceQuantity },
        },
      })),
    },
  });
}

/** Returns the tax of a line; lines outside the scope of VAT have no rate (BR-O-05). */
const toLineTax = ({ code, percent }: EInvoiceTax): XmlContent => ({
  'cbc:ID': code,
  'cbc:Percent': code === 'O' ? null : percent,
  'cac:TaxScheme': VAT,
});

function toParty(party: EInvoiceParty): XmlContent {
  const { electronicAddress, registration, vatId, taxNumber, contact } = party;
  return {
    'cbc:EndpointID': { '@schemeID': electronicAddress?.scheme, '#text': electronicAddress?.value },
    'cac:PartyIdentification': { 'cbc:ID': party.identifier },
    'cac:PostalAddress': toAddress(party),
    'cac:PartyTaxScheme': [
      toTaxScheme(vatId, 'VAT'),
      // Unlike CII, Peppol expects the Norwegian register under its own scheme (NO-R-002).
      toTaxScheme(taxNumber, taxNumber === 'Foretaksregisteret' ? 'TAX' : 'FC'),
    ],
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': party.name,
      'cbc:CompanyID': { '@schemeID': registration?.scheme, '#text': registration?.value },
    },
    'cac:Contact': {
      'cbc:Name': contact?.name,
      'cbc:Telephone': contact?.phone,
      'cbc:ElectronicMail': contact?.email,
    },
  };
}

const toTaxScheme = (id: string | null, scheme: string) =>
  id === null ? null : { 'cbc:CompanyID': id, 'cac:TaxScheme': { 'cbc:ID': scheme } };

function toAddress({ address: { lines, city, postalCode, region, country } }: EInvoiceParty): XmlContent {
  const [street, additional, third] = lines;
  return {
    'cbc:StreetName': street,
    'cbc:AdditionalStreetName': additional,
    'cbc:CityName': city,
    'cbc:PostalZone': postalCode,
    'cbc:CountrySubentity': region,
    'cac:AddressLine': { 'cbc:Line': third },
    'cac:Country': { 'cbc:IdentificationCode': country },
  };
}
