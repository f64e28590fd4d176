import type { EInvoice, EInvoiceParty } from './model.ts';
import { element, textElement, writeXml, type XmlNode } from './write-xml.ts';

/** Writes an invoice or a credit note in UN/CEFACT CII (D16B). */
export function writeCii(invoice: EInvoice): string {
  return writeXml([
    'rsm:CrossIndustryInvoice',
    [
      element(
        'rsm:ExchangedDocumentContext',
        toParameter('BusinessProcess', invoice.profile.process),
        toParameter('Guideline', invoice.profile.specification),
      ),
      element(
        'rsm:ExchangedDocument',
        textElement('ram:ID', invoice.number),
        textElement('ram:TypeCode', invoice.typeCode),
        toDate('ram:IssueDateTime', invoice.issuedOn),
        element('ram:IncludedNote', textElement('ram:Content', invoice.note)),
      ),
      element(
        'rsm:SupplyChainTradeTransaction',
        ...invoice.lines.map(toLine),
        element(
          'ram:ApplicableHeaderTradeAgreement',
          textElement('ram:BuyerReference', invoice.buyerReference),
          toParty('ram:SellerTradeParty', invoice.seller),
          toParty('ram:BuyerTradeParty', invoice.buyer),
          element('ram:BuyerOrderReferencedDocument', textElement('ram:IssuerAssignedID', invoice.orderReference)),
        ),
        toDelivery(invoice),
        toSettlement(invoice),
      ),
    ],
    {
      'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
      'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
      'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
    },
  ]);
}

const toParameter = (name: string, id: string | null) =>
  element(`ram:${name}SpecifiedDocumentContextParameter`, textElement('ram:ID', id));

const toDate = (name: string, day: string | null, prefix: 'udt' | 'qdt' = 'udt') =>
  element(name, textElement(`${prefix}:DateTimeString`, day?.replaceAll('-', '') ?? null, { format: '102' }));

/** Returns whether the service has more than one day. */
const hasPeriod = ({ servicePeriod }: EInvoice) => servicePeriod !== null && servicePeriod.from !== servicePeriod.until;

function toLine(line: EInvoice['lines'][number], index: number): XmlNode | null {
  const { tax } = line;
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', textElement('ram:LineID', String(index + 1))),
    element(
      'ram:SpecifiedTradeProduct',
      textElement('ram:Name', line.name),
      textElement('ram:Description', line.description),
    ),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element(
        'ram:NetPriceProductTradePrice',
        textElement('ram:ChargeAmount', line.price),
        textElement('ram:BasisQuantity', line.priceQuantity, { unitCode: line.unitCode }),
      ),
    ),
    element(
      'ram:SpecifiedLineTradeDelivery',
      textElement('ram:BilledQuantity', line.quantity, { unitCode: line.unitCode }),
    ),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element(
        'ram:ApplicableTradeTax',
        textElement('ram:TypeCode', 'VAT'),
        textElement('ram:CategoryCode', tax.code),
        // Lines outside the scope of VAT have no rate (BR-O-05).
        tax.code === 'O' ? null : textElement('ram:RateApplicablePercent', tax.percent),
      ),
      line.discount === null
        ? null
        : element(
            'ram:SpecifiedTradeAllowanceCharge',
            element('ram:ChargeIndicator', textElement('udt:Indicator', 'false')),
            textElement('ram:ActualAmount', line.discount),
            textElement('ram:Reason', 'Discount'),
          ),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', textElement('ram:LineTotalAmount', line.amount)),
    ),
  );
}

function toParty(name: string, party: EInvoiceParty): XmlNode | null {
  const { contact, electronicAddress, registration, vatId, taxNumber } = party;
  const taxRegistration = (id: string | null, schemeID: string) =>
    element('ram:SpecifiedTaxRegistration', textElement('ram:ID', id, { schemeID }));
  return element(
    name,
    textElement('ram:ID', party.identifier),
    textElement('ram:Name', party.name),
    registration &&
      element(
        'ram:SpecifiedLegalOrganization',
        textElement('ram:ID', registration.value, { schemeID: registration.scheme }),
      ),
    contact &&
      element(
        'ram:DefinedTradeContact',
        textElement('ram:PersonName', contact.name),
        element('ram:TelephoneUniversalCommunication', textElement('ram:CompleteNumber', contact.phone)),
        element('ram:EmailURIUniversalCommunication', textElement('ram:URIID', contact.email)),
      ),
    toAddress(party),
    electronicAddress &&
      element(
        'ram:URIUniversalCommunication',
        textElement('ram:URIID', electronicAddress.value, { schemeID: electronicAddress.scheme }),
      ),
    taxRegistration(vatId, 'VA'),
    taxRegistration(taxNumber, 'FC'),
  );
}

function toAddress({ address: { lines, city, postalCode, region, country } }: EInvoiceParty): XmlNode | null {
  const [first = null, second = null, third = null] = lines;
  return element(
    'ram:PostalTradeAddress',
    textElement('ram:PostcodeCode', postalCode),
    textElement('ram:LineOne', first),
    textElement('ram:LineTwo', second),
    textElement('ram:LineThree', third),
    textElement('ram:CityName', city),
    textElement('ram:CountryID', country),
    textElement('ram:CountrySubDivisionName', region),
  );
}

/** Returns the delivery, which is required even if empty. */
function toDelivery(invoice: EInvoice): XmlNode {
  const { servicePeriod, isDelivered, buyer } = invoice;
  return [
    'ram:ApplicableHeaderTradeDelivery',
    [
      isDelivered ? element('ram:ShipToTradeParty', textElement('ram:Name', buyer.name), toAddress(buyer)) : null,
      element(
        'ram:ActualDeliverySupplyChainEvent',
        toDate('ram:OccurrenceDateTime', hasPeriod(invoice) ? null : (servicePeriod?.from ?? null)),
      ),
    ],
  ];
}

function toSettlement(invoice: EInvoice): XmlNode | null {
  const { payment, taxes, totals, precedingInvoice, servicePeriod, currency } = invoice;
  const period = hasPeriod(invoice) ? servicePeriod : null;
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    textElement('ram:PaymentReference', invoice.number),
    textElement('ram:InvoiceCurrencyCode', currency),
    element(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      textElement('ram:TypeCode', payment.code),
      payment.account &&
        element(
          'ram:PayeePartyCreditorFinancialAccount',
          textElement('ram:IBANID', payment.account.iban),
          textElement('ram:AccountName', payment.account.name),
        ),
      element('ram:PayeeSpecifiedCreditorFinancialInstitution', textElement('ram:BICID', payment.account?.bic ?? null)),
    ),
    ...taxes.map(tax =>
      element(
        'ram:ApplicableTradeTax',
        textElement('ram:CalculatedAmount', tax.taxAmount),
        textElement('ram:TypeCode', 'VAT'),
        textElement('ram:ExemptionReason', tax.reason),
        textElement('ram:BasisAmount', tax.taxableAmount),
        textElement('ram:CategoryCode', tax.code),
        textElement('ram:ExemptionReasonCode', tax.reasonCode),
        textElement('ram:RateApplicablePercent', tax.percent),
      ),
    ),
    element(
      'ram:BillingSpecifiedPeriod',
      toDate('ram:StartDateTime', period?.from ?? null),
      toDate('ram:EndDateTime', period?.until ?? null),
    ),
    element(
      'ram:SpecifiedTradePaymentTerms',
      textElement('ram:Description', invoice.paymentTerms),
      toDate('ram:DueDateDateTime', invoice.dueOn),
    ),
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      textElement('ram:LineTotalAmount', totals.net),
      textElement('ram:TaxBasisTotalAmount', totals.net),
      textElement('ram:TaxTotalAmount', totals.tax, { currencyID: currency }),
      textElement('ram:RoundingAmount', totals.rounding),
      textElement('ram:GrandTotalAmount', totals.gross),
      textElement('ram:TotalPrepaidAmount', totals.paid),
      textElement('ram:DuePayableAmount', totals.due),
    ),
    element(
      'ram:InvoiceReferencedDocument',
      textElement('ram:IssuerAssignedID', precedingInvoice?.number ?? null),
      toDate('ram:FormattedIssueDateTime', precedingInvoice?.issuedOn ?? null, 'qdt'),
    ),
  );
}
