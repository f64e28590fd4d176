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
  textAt,
  textOf,
} from './xml-tree.ts';

/** Reads an invoice or credit note in CII. */
export function readCii(root: XmlElement): ReceivedEInvoice {
  const header = elementAt(root, 'ExchangedDocument');
  const transaction = elementAt(root, 'SupplyChainTradeTransaction');
  const agreement = elementAt(transaction, 'ApplicableHeaderTradeAgreement');
  const delivery = elementAt(transaction, 'ApplicableHeaderTradeDelivery');
  const settlement = elementAt(transaction, 'ApplicableHeaderTradeSettlement');
  const means = elementAt(settlement, 'SpecifiedTradeSettlementPaymentMeans');
  const terms = elementAt(settlement, 'SpecifiedTradePaymentTerms');
  const currency = textAt(settlement, 'InvoiceCurrencyCode');
  const amountAt = (element: XmlElement | undefined, path: string) => formatAmount(textAt(element, path), currency);
  const total = (name: string) => amountAt(settlement, `SpecifiedTradeSettlementHeaderMonetarySummation/${name}`);
  const period = ['StartDateTime', 'EndDateTime'].map(name => dayAt(settlement, `BillingSpecifiedPeriod/${name}`));
  return {
    isCreditNote: textAt(header, 'TypeCode') === '381',
    number: textAt(header, 'ID'),
    currency,
    format: formatSpecification(
      'CII',
      textAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'),
    ),
    facts: listFacts(
      ['Issued', dayAt(header, 'IssueDateTime')],
      ['Due', dayAt(terms, 'DueDateDateTime')],
      ['Delivery date', dayAt(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime')],
      ['Service period', period.filter(Boolean).join(' to ')],
      ['Buyer reference', textAt(agreement, 'BuyerReference')],
      ['Order', textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID')],
      ['Contract', textAt(agreement, 'ContractReferencedDocument/IssuerAssignedID')],
      ['Refers to invoice', textAt(settlement, 'InvoiceReferencedDocument/IssuerAssignedID')],
    ),
    notes: listAt(header, 'IncludedNote/Content').map(textOf),
    seller: readParty(elementAt(agreement, 'SellerTradeParty')),
    buyer: readParty(elementAt(agreement, 'BuyerTradeParty')),
    lines: listAt(transaction, 'IncludedSupplyChainTradeLineItem').map(line => {
      const price = elementAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
      const own = elementAt(line, 'SpecifiedLineTradeSettlement');
      return {
        name: textAt(line, 'SpecifiedTradeProduct/Name'),
        detail: textAt(line, 'SpecifiedTradeProduct/Description'),
        quantity: formatQuantity(elementAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity')),
        price: formatPrice(amountAt(price, 'ChargeAmount'), elementAt(price, 'BasisQuantity')),
        tax: readTax(elementAt(own, 'ApplicableTradeTax')),
        amount: amountAt(own, 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
      };
    }),
    adjustments: listAt(settlement, 'SpecifiedTradeAllowanceCharge').map(adjustment => {
      const isCharge = textAt(adjustment, 'ChargeIndicator/Indicator') === 'true';
      const reason = textAt(adjustment, 'Reason') || (isCharge ? 'Charge' : 'Discount');
      return { label: reason, value: `${isCharge ? '' : '−'}${amountAt(adjustment, 'ActualAmount')}` };
    }),
    taxes: listAt(settlement, 'ApplicableTradeTax').map(tax => ({
      label: readTax(tax),
      taxableAmount: amountAt(tax, 'BasisAmount'),
      taxAmount: amountAt(tax, 'CalculatedAmount'),
      reason: textAt(tax, 'ExemptionReason'),
    })),
    totals: listFacts(
      ['Total without tax', total('TaxBasisTotalAmount')],
      ['Tax', total('TaxTotalAmount')],
      ['Total', total('GrandTotalAmount')],
      ['Paid', total('TotalPrepaidAmount')],
      ['Rounding', total('RoundingAmount')],
      ['Amount due', total('DuePayableAmount')],
    ),
    payment: listFacts(
      [
        'Account',
        textAt(means, 'PayeePartyCreditorFinancialAccount/IBANID') ||
          textAt(means, 'PayeePartyCreditorFinancialAccount/ProprietaryID'),
      ],
      ['Account holder', textAt(means, 'PayeePartyCreditorFinancialAccount/AccountName')],
      ['BIC', textAt(means, 'PayeeSpecifiedCreditorFinancialInstitution/BICID')],
      ['Payment reference', textAt(settlement, 'PaymentReference')],
      ['Terms', textAt(terms, 'Description')],
    ),
  };
}

const readTax = (tax: XmlElement | undefined) =>
  formatTax(textAt(tax, 'CategoryCode'), textAt(tax, 'RateApplicablePercent'));

const dayAt = (element: XmlElement | undefined, path: string) => formatDay(textAt(element, `${path}/DateTimeString`));

function readParty(party: XmlElement | undefined): ReceivedEInvoice['seller'] {
  const address = (name: string) => textAt(party, `PostalTradeAddress/${name}`);
  const contact = elementAt(party, 'DefinedTradeContact');
  return {
    name: textAt(party, 'Name'),
    addressLines: [
      address('LineOne'),
      address('LineTwo'),
      address('LineThree'),
      [address('PostcodeCode'), address('CityName')].filter(Boolean).join(' '),
      address('CountrySubDivisionName'),
      address('CountryID'),
    ].filter(Boolean),
    facts: [
      ...listAt(party, 'SpecifiedTaxRegistration/ID').map(id => ({
        label: id.attributes.schemeID === 'VA' ? 'VAT ID' : 'Tax number',
        value: textOf(id),
      })),
      ...listFacts(
        ['Registration', formatIdentifier(elementAt(party, 'SpecifiedLegalOrganization/ID'))],
        ['Contact', textAt(contact, 'PersonName') || textAt(contact, 'DepartmentName')],
        ['Phone', textAt(contact, 'TelephoneUniversalCommunication/CompleteNumber')],
        ['Email', textAt(contact, 'EmailURIUniversalCommunication/URIID')],
        ['Electronic address', formatIdentifier(elementAt(party, 'URIUniversalCommunication/URIID'))],
      ),
    ],
  };
}
