import { type BillingDetails, billingDetailNames } from './constants.ts';
import { isCountry } from './countries.ts';
import { checkTaxId } from './tax-ids.ts';

/** Returns whether there are no details. */
export const isEmptyDetails = (details: BillingDetails) => billingDetailNames.every(name => details[name] === '');

/**
 * Returns the details with the tax number in its country's format, and the problems by field. `isCompany` requires the
 * details that an invoice to a company must contain (Directive 2006/112/EC, Article 226).
 */
export function checkBillingDetails(details: BillingDetails, { isCompany }: { readonly isCompany: boolean }) {
  const problems: Partial<Record<keyof BillingDetails, string>> = {};
  if (isCompany) {
    if (details.company === '') problems.company = 'Enter the company’s name.';
    if (details.street === '') problems.street = 'Enter the street and number.';
    if (details.city === '') problems.city = 'Enter the city.';
  }
  if (details.street.split('\n').length > 3) problems.street = 'Use at most three lines.';
  const needsCountry = isCompany || !isEmptyDetails({ ...details, company: '', country: '' });
  if (details.country !== '' && !isCountry(details.country)) problems.country = 'Choose a country from the list.';
  else if (needsCountry && details.country === '')
    problems.country = isCompany
      ? 'Choose a country.'
      : 'Choose the country of this address or tax number, or clear those fields.';
  const checked = checkTaxId(details.taxId, details.country);
  if ('problem' in checked) problems.taxId = checked.problem;
  return { details: 'taxId' in checked ? { ...details, taxId: checked.taxId } : details, problems };
}
