import type { EInvoice, EInvoiceParty, EInvoiceTax } from './model.ts';
import { element, textElement, writeXml, type XmlNode } from './write-xml.ts';

const VAT = element('cac:TaxScheme', textElement('cbc:ID', 'VAT'));

/** Writes an invoice or a credit note in UBL 2.1. */
export function writeUbl(invoice: EInvoice): string {
  const { profile, typeCode, currency, servicePeriod, precedingInvoice, payment, taxes, totals } = invoice;
  const root = typeCode === '381' ? 'CreditNote' : 'Invoice';
  const amount = (name: string, value: string | null) => textElement(`cbc:${name}`, value, { currencyID: currency });
  const isPeriod = servicePeriod !== null && servicePeriod.from !== servicePeriod.until;
  return writeXml([
    root,
    [
      textElement('cbc:CustomizationID', profile.specification),
      textElement('cbc:ProfileID', profile.process),
      textElement('cbc:ID', invoice.number),
      textElement('cbc:IssueDate', invoice.issuedOn),
      root === 'Invoice' ? textElement('cbc:DueDate', invoice.dueOn) : null,
      textElement(`cbc:${root}TypeCode`, typeCode),
      textElement('cbc:Note', invoice.note),
      textElement('cbc:DocumentCurrencyCode', currency),
      textElement('cbc:BuyerReference', invoice.buyerReference),
      isPeriod
        ? element(
            'cac:InvoicePeriod',
            textElement('cbc:StartDate', servicePeriod.from),
            textElement('cbc:EndDate', servicePeriod.until),
          )
        : null,
      element('cac:OrderReference', textElement('cbc:ID', invoice.orderReference)),
      element(
        'cac:BillingReference',
        element(
          'cac:InvoiceDocumentReference',
          textElement('cbc:ID', precedingInvoice?.number ?? null),
          textElement('cbc:IssueDate', precedingInvoice?.issuedOn ?? null),
        ),
      ),
      element('cac:AccountingSupplierParty', toParty(invoice.seller)),
      element('cac:AccountingCustomerParty', toParty(invoice.buyer)),
      element(
        'cac:Delivery',
        textElement('cbc:ActualDeliveryDate', servicePeriod && !isPeriod ? servicePeriod.from : null),
        invoice.isDelivered ? element('cac:DeliveryLocation', toAddress('cac:Address', invoice.buyer)) : null,
      ),
      element(
        'cac:PaymentMeans',
        textElement('cbc:PaymentMeansCode', payment.code),
        textElement('cbc:PaymentID', invoice.number),
        payment.account &&
          element(
            'cac:PayeeFinancialAccount',
            textElement('cbc:ID', payment.account.iban),
            textElement('cbc:Name', payment.account.name),
            element('cac:FinancialInstitutionBranch', textElement('cbc:ID', payment.account.bic)),
          ),
      ),
      element('cac:PaymentTerms', textElement('cbc:Note', invoice.paymentTerms)),
      element(
        'cac:TaxTotal',
        amount('TaxAmount', totals.tax),
        ...taxes.map(tax =>
          element(
            'cac:TaxSubtotal',
            amount('TaxableAmount', tax.taxableAmount),
            amount('TaxAmount', tax.taxAmount),
            element(
              'cac:TaxCategory',
              textElement('cbc:ID', tax.code),
              textElement('cbc:Percent', tax.percent),
              textElement('cbc:TaxExemptionReasonCode', tax.reasonCode),
              textElement('cbc:TaxExemptionReason', tax.reason),
              VAT,
            ),
          ),
        ),
      ),
      element(
        'cac:LegalMonetaryTotal',
        amount('LineExtensionAmount', totals.net),
        amount('TaxExclusiveAmount', totals.net),
        amount('TaxInclusiveAmount', totals.gross),
        amount('PrepaidAmount', totals.paid),
        amount('PayableRoundingAmount', totals.rounding),
        amount('PayableAmount', totals.due),
      ),
      ...invoice.lines.map((line, index) =>
        element(
          `cac:${root}Line`,
          textElement('cbc:ID', String(index + 1)),
          textElement(`cbc:${root === 'Invoice' ? 'Invoiced' : 'Credited'}Quantity`, line.quantity, {
            unitCode: line.unitCode,
          }),
          amount('LineExtensionAmount', line.amount),
          line.discount === null
            ? null
            : element(
                'cac:AllowanceCharge',
                textElement('cbc:ChargeIndicator', 'false'),
                textElement('cbc:AllowanceChargeReason', 'Discount'),
                amount('Amount', line.discount),
              ),
          element(
            'cac:Item',
            textElement('cbc:Description', line.description),
            textElement('cbc:Name', line.name),
            toLineTax(line.tax),
          ),
          element(
            'cac:Price',
            amount('PriceAmount', line.price),
            textElement('cbc:BaseQuantity', line.priceQuantity, { unitCode: line.unitCode }),
          ),
        ),
      ),
    ],
    {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
  ]);
}

/** Returns the tax of a line; lines outside the scope of VAT have no rate (BR-O-05). */
const toLineTax = ({ code, percent }: EInvoiceTax) =>
  element(
    'cac:ClassifiedTaxCategory',
    textElement('cbc:ID', code),
    code === 'O' ? null : textElement('cbc:Percent', percent),
    VAT,
  );

function toParty(party: EInvoiceParty): XmlNode | null {
  const { electronicAddress, registration, vatId, taxNumber, contact } = party;
  return element(
    'cac:Party',
    electronicAddress && textElement('cbc:EndpointID', electronicAddress.value, { schemeID: electronicAddress.scheme }),
    element('cac:PartyIdentification', textElement('cbc:ID', party.identifier)),
    toAddress('cac:PostalAddress', party),
    toTaxScheme(vatId, 'VAT'),
    // Unlike CII, Peppol expects the Norwegian register under its own scheme (NO-R-002).
    toTaxScheme(taxNumber, taxNumber === 'Foretaksregisteret' ? 'TAX' : 'FC'),
    element(
      'cac:PartyLegalEntity',
      textElement('cbc:RegistrationName', party.name),
      registration && textElement('cbc:CompanyID', registration.value, { schemeID: registration.scheme }),
    ),
    contact &&
      element(
        'cac:Contact',
        textElement('cbc:Name', contact.name),
        textElement('cbc:Telephone', contact.phone),
        textElement('cbc:ElectronicMail', contact.email),
      ),
  );
}

const toTaxScheme = (id: string | null, scheme: string) =>
  id === null
    ? null
    : element(
        'cac:PartyTaxScheme',
        textElement('cbc:CompanyID', id),
        element('cac:TaxScheme', textElement('cbc:ID', scheme)),
      );

function toAddress(name: string, { address: { lines, city, postalCode, region, country } }: EInvoiceParty) {
  const [street = null, additional = null, third = null] = lines;
  return element(
    name,
    textElement('cbc:StreetName', street),
    textElement('cbc:AdditionalStreetName', additional),
    textElement('cbc:CityName', city),
    textElement('cbc:PostalZone', postalCode),
    textElement('cbc:CountrySubentity', region),
    element('cac:AddressLine', textElement('cbc:Line', third)),
    element('cac:Country', textElement('cbc:IdentificationCode', country)),
  );
}
