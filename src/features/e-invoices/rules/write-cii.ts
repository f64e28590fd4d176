import { type XmlContent, writeXml } from '#platform/text/write-xml.ts';
import type { EInvoice, EInvoiceParty } from './model.ts';

/** Writes an invoice or a credit note in UN/CEFACT CII (D16B). */
export function writeCii(invoice: EInvoice): string {
  const { profile } = invoice;
  const document = {
    '@xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    '@xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
    '@xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
    '@xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
    'rsm:ExchangedDocumentContext': {
      'ram:BusinessProcessSpecifiedDocumentContextParameter': { 'ram:ID': profile.process },
      'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': profile.specification },
    },
    'rsm:ExchangedDocument': {
      'ram:ID': invoice.number,
      'ram:TypeCode': invoice.typeCode,
      'ram:IssueDateTime': toDate(invoice.issuedOn),
      'ram:IncludedNote': { 'ram:Content': invoice.note },
    },
    'rsm:SupplyChainTradeTransaction': {
      'ram:IncludedSupplyChainTradeLineItem': invoice.lines.map(toLine),
      'ram:ApplicableHeaderTradeAgreement': {
        'ram:BuyerReference': invoice.buyerReference,
        'ram:SellerTradeParty': toParty(invoice.seller),
        'ram:BuyerTradeParty': toParty(invoice.buyer),
        'ram:BuyerOrderReferencedDocument': { 'ram:IssuerAssignedID': invoice.orderReference },
      },
      'ram:ApplicableHeaderTradeDelivery': toDelivery(invoice),
      'ram:ApplicableHeaderTradeSettlement': toSettlement(invoice),
    },
  };
  return writeXml({ 'rsm:CrossIndustryInvoice': document }, { keepEmpty: ['ram:ApplicableHeaderTradeDelivery'] });
}

const toDate = (day: string | null | undefined, prefix: 'udt' | 'qdt' = 'udt') => ({
  [`${prefix}:DateTimeString`]: { '@format': '102', '#text': day?.replaceAll('-', '') },
});

/** Returns whether the service has more than one day. */
const hasPeriod = ({ servicePeriod }: EInvoice) => servicePeriod !== null && servicePeriod.from !== servicePeriod.until;

function toLine(line: EInvoice['lines'][number], index: number): XmlContent {
  const { tax } = line;
  return {
    'ram:AssociatedDocumentLineDocument': { 'ram:LineID': String(index + 1) },
    'ram:SpecifiedTradeProduct': { 'ram:Name': line.name, 'ram:Description': line.description },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': {
        'ram:ChargeAmount': line.price,
        'ram:BasisQuantity': { '@unitCode': line.unitCode, '#text': line.priceQuantity },
      },
    },
    'ram:SpecifiedLineTradeDelivery': { 'ram:BilledQuantity': { '@unitCode': line.unitCode, '#text': line.quantity } },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': {
        'ram:TypeCode': 'VAT',
        'ram:CategoryCode': tax.code,
        // Lines outside the scope of VAT have no rate (BR-O-05).
        'ram:RateApplicablePercent': tax.code === 'O' ? null : tax.percent,
      },
      'ram:SpecifiedTradeAllowanceCharge':
        line.discount === null
          ? null
          : {
              'ram:ChargeIndicator': { 'udt:Indicator': 'false' },
              'ram:ActualAmount': line.discount,
              'ram:Reason': 'Discount',
            },
      'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': line.amount },
    },
  };
}

function toParty(party: EInvoiceParty): XmlContent {
  const { contact, electronicAddress, registration, vatId, taxNumber } = party;
  return {
    'ram:ID': party.identifier,
    'ram:Name': party.name,
    'ram:SpecifiedLegalOrganization': {
      'ram:ID': { '@schemeID': registration?.scheme, '#text': registration?.value },
    },
    'ram:DefinedTradeContact': {
      'ram:PersonName': contact?.name,
      'ram:TelephoneUniversalCommunication': { 'ram:CompleteNumber': contact?.phone },
      'ram:EmailURIUniversalCommunication': { 'ram:URIID': contact?.email },
    },
    'ram:PostalTradeAddress': toAddress(party),
    'ram:URIUniversalCommunication': {
      'ram:URIID': { '@schemeID': electronicAddress?.scheme, '#text': electronicAddress?.value },
    },
    'ram:SpecifiedTaxRegistration': [
      { 'ram:ID': { '@schemeID': 'VA', '#text': vatId } },
      { 'ram:ID': { '@schemeID': 'FC', '#text': taxNumber } },
    ],
  };
}

function toAddress({ address: { lines, city, postalCode, region, country } }: EInvoiceParty): XmlContent {
  const [first, second, third] = lines;
  return {
    'ram:PostcodeCode': postalCode,
    'ram:LineOne': first,
    'ram:LineTwo': second,
    'ram:LineThree': third,
    'ram:CityName': city,
    'ram:CountryID': country,
    'ram:CountrySubDivisionName': region,
  };
}

/** Returns the delivery, which is required even if empty. */
function toDelivery(invoice: EInvoice): XmlContent {
  const { servicePeriod, isDelivered, buyer } = invoice;
  return {
    'ram:ShipToTradeParty': isDelivered ? { 'ram:Name': buyer.name, 'ram:PostalTradeAddress': toAddress(buyer) } : null,
    'ram:ActualDeliverySupplyChainEvent': {
      'ram:OccurrenceDateTime': toDate(hasPeriod(invoice) ? null : servicePeriod?.from),
    },
  };
}

function toSettlement(invoice: EInvoice): XmlContent {
  const { payment, taxes, totals, precedingInvoice, servicePeriod, currency } = invoice;
  const period = hasPeriod(invoice) ? servicePeriod : null;
  return {
    'ram:PaymentReference': invoice.number,
    'ram:InvoiceCurrencyCode': currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': {
      'ram:TypeCode': payment.code,
      'ram:PayeePartyCreditorFinancialAccount': {
        'ram:IBANID': payment.account?.iban,
        'ram:AccountName': payment.account?.name,
      },
      'ram:PayeeSpecifiedCreditorFinancialInstitution': { 'ram:BICID': payment.account?.bic },
    },
    'ram:ApplicableTradeTax': taxes.map(tax => ({
      'ram:CalculatedAmount': tax.taxAmount,
      'ram:TypeCode': 'VAT',
      'ram:ExemptionReason': tax.reason,
      'ram:BasisAmount': tax.taxableAmount,
      'ram:CategoryCode': tax.code,
      'ram:ExemptionReasonCode': tax.reasonCode,
      'ram:RateApplicablePercent': tax.percent,
    })),
    'ram:BillingSpecifiedPeriod': {
      'ram:StartDateTime': toDate(period?.from),
      'ram:EndDateTime': toDate(period?.until),
    },
    'ram:SpecifiedTradePaymentTerms': {
      'ram:Description': invoice.paymentTerms,
      'ram:DueDateDateTime': toDate(invoice.dueOn),
    },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': totals.net,
      'ram:TaxBasisTotalAmount': totals.net,
      'ram:TaxTotalAmount': { '@currencyID': currency, '#text': totals.tax },
      'ram:RoundingAmount': totals.rounding,
      'ram:GrandTotalAmount': totals.gross,
      'ram:TotalPrepaidAmount': totals.paid,
      'ram:DuePayableAmount': totals.due,
    },
    'ram:InvoiceReferencedDocument': {
      'ram:IssuerAssignedID': precedingInvoice?.number,
      'ram:FormattedIssueDateTime': toDate(precedingInvoice?.issuedOn, 'qdt'),
    },
  };
}
