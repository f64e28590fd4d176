import { z } from 'zod';
import { multilineText, singleLineText } from '#shared/contract.ts';
import { checkBillingDetails } from './check-details.ts';

const line = (max: number) => singleLineText.trim().max(max).prefault('');

const fields = z.strictObject({
  company: line(160),
  street: multilineText(300).prefault(''),
  postalCode: line(20),
  city: line(80),
  region: line(80),
  country: line(2),
  taxId: line(60),
});

const withChecks = (isCompany: boolean) =>
  fields.transform((entered, context) => {
    const { details, problems } = checkBillingDetails(entered, { isCompany });
    for (const [field, message] of Object.entries(problems)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
    return details;
  });

/** The billing details of a client. Returns the tax number in its country's format. */
export const billingDetailsInput = withChecks(false);

/** The billing details of a company that orders: name, street, city and country are required. */
export const companyDetailsInput = withChecks(true);

export const billingDetails = z.object({
  company: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  region: z.string(),
  country: z.string(),
  taxId: z.string(),
});
