import type { BillingDetails, ActivityGroup } from '../contract/constants.ts';

/** Returns the name that a client is listed under: the company, or the person. */
export const getClientName = ({
  name,
  billing,
}: {
  readonly name: string;
  readonly billing: Pick<BillingDetails, 'company'>;
}) => billing.company || name;

export const activityGroupLabels: Readonly<Record<ActivityGroup, string>> = {
  sales: 'Orders and bookings',
  money: 'Invoices and payments',
  messages: 'Messages',
  emails: 'Emails',
};

export const duplicateReasons = {
  tax_id: 'Same VAT ID or tax number',
  name: 'Same name',
  phone: 'Same phone number',
} as const;
