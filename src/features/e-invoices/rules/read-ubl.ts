import type { XmlElement } from '#platform/text/parse-xml.ts';
import type { ReceivedEInvoice } from '../contract/index.ts';
import {
  elementAt,
  formatAmount,
  formatDay,
  formatIdentifier,
  formatPrice,
  formatQuantity,
  formatSpecification,
  formatTax,
  listAt,
  listFacts,
  localName,
  textAt,
  textOf,
} from './xml-tree.ts';

/** Reads an invoice or credit note in UBL. */
export function readUbl(root: XmlElement): ReceivedEInvoice {
  const text = (path: string) => textAt(root, path);
  const currency = text('DocumentCurrencyCode');
  const isCreditNote = localName(root.name) === 'CreditNote' || text('InvoiceTypeCode') === '381';
  const line = localName(root.name) === 'CreditNote' ? 'CreditNoteLine' : 'InvoiceLine';
  const amountAt = (element: XmlElement | undefined, path: string) => formatAmount(textAt(element, path), currency);
  const total = (name: string) => amountAt(root, `LegalMonetaryTotal/${name}`);
  const period = ['StartDate', 'EndDate'].map(name => formatDay(text(`InvoicePeriod/${name}`)));
  const adjustments = listAt(root, 'AllowanceCharge').map(adjustment => {
    const isCharge = textAt(adjustment, 'ChargeIndicator') === 'true';
    const reason = textAt(adjustment, 'AllowanceChargeReason') || (isCharge ? 'Charge' : 'Discount');
    return { label: reason, value: `${isCharge ? '' : '−'}${amountAt(adjustment, 'Amount')}` };
  });
  return {
    isCreditNote,
    number: text('ID'),
    currency,
    format: formatSpecification('UBL', text('CustomizationID')),
    facts: listFacts(
      ['Issued', formatDay(text('IssueDate'))],
      ['Due', formatDay(text('DueDate') || text('PaymentMeans/PaymentDueDate'))],
      ['Delivery date', formatDay(text('Delivery/ActualDeliveryDate'))],
      ['Service period', period.filter(Boolean).join(' to ')],
      ['Buyer reference', text('BuyerReference')],
      ['Order', text('OrderReference/ID')],
      ['Contract', text('ContractDocumentReference/ID')],
      ['Refers to invoice', text('BillingReference/InvoiceDocumentReference/ID')],
    ),
    notes: listAt(root, 'Note').map(textOf),
    seller: readParty(elementAt(root, 'AccountingSupplierParty/Party')),
    buyer: readParty(elementAt(root, 'AccountingCustomerParty/Party')),
    lines: listAt(root, line).map(item => ({
      name: textAt(item, 'Item/Name'),
      detail: textAt(item, 'Item/Description'),
      quantity: formatQuantity(elementAt(item, 'InvoicedQuantity') ?? elementAt(item, 'CreditedQuantity')),
      price: formatPrice(amountAt(item, 'Price/PriceAmount'), elementAt(item, 'Price/BaseQuantity')),
      tax: formatTax(textAt(item, 'Item/ClassifiedTaxCategory/ID'), textAt(item, 'Item/ClassifiedTaxCategory/Percent')),
      amount: amountAt(item, 'LineExtensionAmount'),
    })),
    adjustments,
    taxes: listAt(root, 'TaxTotal/TaxSubtotal').map(tax => ({
      label: formatTax(textAt(tax, 'TaxCategory/ID'), textAt(tax, 'TaxCategory/Percent')),
      taxableAmount: amountAt(tax, 'TaxableAmount'),
      taxAmount: amountAt(tax, 'TaxAmount'),
      reason: textAt(tax, 'TaxCategory/TaxExemptionReason'),
    })),
    totals: listFacts(
      ['Total without tax', total('TaxExclusiveAmount')],
      ['Tax', amountAt(root, 'TaxTotal/TaxAmount')],
      ['Total', total('TaxInclusiveAmount')],
      ['Paid', total('PrepaidAmount')],
      ['Rounding', total('PayableRoundingAmount')],
      ['Amount due', total('PayableAmount')],
    ),
    payment: listFacts(
      ['Account', text('PaymentMeans/PayeeFinancialAccount/ID')],
      ['Account holder', text('PaymentMeans/PayeeFinancialAccount/Name')],
      ['BIC', text('PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID')],
      ['Payment reference', text('PaymentMeans/PaymentID')],
      ['Terms', text('PaymentTerms/Note')],
    ),
  };
}

function readParty(party: XmlElement | undefined): ReceivedEInvoice['seller'] {
  const text = (path: string) => textAt(party, path);
  const address = (name: string) => text(`PostalAddress/${name}`);
  return {
    name: text('PartyLegalEntity/RegistrationName') || text('PartyName/Name'),
    addressLines: [
      address('StreetName'),
      address('AdditionalStreetName'),
      address('AddressLine/Line'),
      [address('PostalZone'), address('CityName')].filter(Boolean).join(' '),
      address('CountrySubentity'),
      address('Country/IdentificationCode'),
    ].filter(Boolean),
    facts: [
      ...listAt(party, 'PartyTaxScheme').map(scheme => ({
        label: textAt(scheme, 'TaxScheme/ID') === 'VAT' ? 'VAT ID' : 'Tax number',
        value: textAt(scheme, 'CompanyID'),
      })),
      ...listFacts(
        ['Registration', formatIdentifier(elementAt(party, 'PartyLegalEntity/CompanyID'))],
        ['Contact', text('Contact/Name')],
        ['Phone', text('Contact/Telephone')],
        ['Email', text('Contact/ElectronicMail')],
        ['Electronic address', formatIdentifier(elementAt(party, 'EndpointID'))],
      ),
    ],
  };
}
