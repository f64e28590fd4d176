import { formatMoney } from '#shared/money.ts';
import {
  VARIABLE_PATTERN,
  termSettingLimits,
  type TermVariable,
  isTermVariable,
  PAYMENT_TERM_COUNT,
} from '../contract/term-variables.ts';
import type { PaymentTermSettings, PaymentTermsDto, PaymentTerm } from '../contract/payment-terms.ts';
import { formatAmountInput } from './parse-amount.ts';

const formatCount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Formats the value of each variable. */
export function formatTermVariables(settings: PaymentTermSettings): Readonly<Record<TermVariable, string>> {
  const days = (count: number) => formatCount(count, 'day', 'days');
  return {
    deposit: `${settings.depositPercent}%`,
    balanceDays: days(settings.balanceDueDays),
    installmentsFrom: formatMoney(settings.installmentMinimum),
    lateDays: days(settings.lateFeeAfterDays),
    lateFee: `${settings.lateFeePercent}%`,
    refundDays: days(settings.refundAfterDays),
    minorRevisions: formatCount(settings.includedRevisions, 'minor revision', 'minor revisions'),
    urgentSurcharge: `${settings.urgentSurchargePercent}%`,
  };
}

/** Replaces the variables in braces; leaves anything else unchanged. */
export function interpolateVariables(text: string, texts: Readonly<Partial<Record<string, string>>>): string {
  return text.replace(VARIABLE_PATTERN, (match, name: string | undefined) =>
    isTermVariable(name) ? (texts[name] ?? match) : match,
  );
}

/** Returns the terms with their variables filled in. */
export function renderTerms(terms: readonly PaymentTerm[], settings: PaymentTermSettings): PaymentTerm[] {
  const texts = formatTermVariables(settings);
  return terms.map(({ number, title, text }) => ({
    number,
    title: interpolateVariables(title, texts),
    text: interpolateVariables(text, texts),
  }));
}

/** Formats the variables from the form's fields by name; invalid ones keep the saved value. */
export function previewTermVariables(
  form: Readonly<Record<string, string>>,
  saved: PaymentTermSettings,
  currency: string,
): Readonly<Record<TermVariable, string>> {
  const numbers = Object.keys(termSettingLimits).flatMap(name => {
    const text = form[`settings.${name}`]?.trim() ?? '';
    return /^\d{1,6}$/.test(text) ? [[name, Number(text)]] : [];
  });
  const texts = formatTermVariables({ ...saved, ...(Object.fromEntries(numbers) as Partial<PaymentTermSettings>) });
  const amount = formatTypedAmount(form['settings.installmentMinimum'] ?? '', currency);
  return { ...texts, installmentsFrom: amount ?? texts.installmentsFrom };
}

/** Formats a typed amount for the preview only; the server parses the submitted one. */
function formatTypedAmount(text: string, currency: string): string | undefined {
  const digits = /^\D{0,4}(\d[\d,]{0,11}(?:\.\d+)?)$/.exec(text.trim())?.[1]?.replaceAll(',', '');
  if (digits === undefined) return undefined;
  const format = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  return new Intl.NumberFormat('en-US', format).format(digits as Intl.StringNumericLiteral);
}

/** Form field of a setting. */
export interface TermSettingField {
  readonly name: keyof PaymentTermSettings;
  readonly label: string;
  /** Unit after the field; for an amount, the site's currency. */
  readonly unit: string;
}

/** What the software does because of each term, in order, with its settings (domain, "The 16 payment terms, executed"). */
const rules: readonly { readonly behavior: string; readonly settings?: readonly TermSettingField[] }[] = [
  {
    behavior:
      'When a client agrees, an invoice for {deposit} of the total is issued. Work cannot start before it is paid.',
    settings: [{ name: 'depositPercent', label: 'Deposit', unit: '% of the total' }],
  },
  {
    behavior: 'Completing the work issues the invoice for the balance, due in {balanceDays}.',
    settings: [{ name: 'balanceDueDays', label: 'The balance is due after', unit: 'days' }],
  },
  {
    behavior:
      'The checkout offers those of these methods that you have set up. What is paid by hand waits until you confirm it.',
  },
  {
    behavior:
      'From a total of {installmentsFrom} on, the client may pay the balance in 2 to 6 monthly installments, equal to the total to the cent.',
    settings: [{ name: 'installmentMinimum', label: 'Installments from a total of', unit: '' }],
  },
  {
    behavior:
      'No payment is taken without an invoice. Numbers run without a gap, and an invoice that is out never changes.',
  },
  {
    behavior:
      'An invoice that is unpaid {lateDays} after its due date gets a fee of {lateFee}, once: you decide on each, or it is added by itself.',
    settings: [
      { name: 'lateFeeAfterDays', label: 'A payment is late after', unit: 'days' },
      { name: 'lateFeePercent', label: 'Late fee', unit: '% of what is due' },
      { name: 'lateFeeMode', label: 'Late fees', unit: '' },
    ],
  },
  {
    behavior:
      'While work has not started within {refundDays} of the payment, the client can take all of it back at once.',
    settings: [{ name: 'refundAfterDays', label: 'A full refund after', unit: 'days without a start' }],
  },
  { behavior: 'Once work is in progress a refund is refused, and this term is named as the reason.' },
  {
    behavior:
      'Work starts when each item that the plan asks of the client is there, or when you start it without and say why.',
  },
  { behavior: 'While the work waits for the client, the expected date moves on day for day, and both sides see it.' },
  {
    behavior:
      '{minorRevisions} are counted. The next one, and any major one, becomes a quote that the client accepts first.',
    settings: [{ name: 'includedRevisions', label: 'Minor revisions included', unit: '' }],
  },
  { behavior: 'Files can be uploaded at any time. The client can download them once nothing is left to pay.' },
  { behavior: 'A request for support uses the days that the plan includes. After them it becomes a quote.' },
  {
    behavior:
      'Monthly services are invoiced on the 1st in your time zone. A first month that is not whole is charged by its days.',
  },
  {
    behavior:
      'Nothing starts without an agreement: these terms as they stand that day, with name and time, or a confirmation that you record.',
  },
  {
    behavior:
      'Who asks for delivery within 48 to 72 hours sees {urgentSurcharge} on top of the price before ordering. You can decline.',
    settings: [{ name: 'urgentSurchargePercent', label: 'Urgent delivery costs', unit: '% more' }],
  },
];

/** One per term, in order; `variables` are those that its text can have. */
export const paymentTermDefinitions = rules.map(({ behavior, settings = [] }) => ({
  behavior,
  settings,
  variables: Array.from(behavior.matchAll(VARIABLE_PATTERN), ([, name]) => name).filter(isTermVariable),
}));

/** Field names are paths: `terms.0.text`, `settings.lateFeeAfterDays`. */
export function toTermsFormValues({
  terms,
  settings,
}: Pick<PaymentTermsDto, 'terms' | 'settings'>): Record<string, string> {
  const texts = terms.flatMap(({ title, text }, index) => [
    [`terms.${index}.title`, title],
    [`terms.${index}.text`, text],
  ]);
  const numbers = Object.entries(settings).map(([name, setting]) => [
    `settings.${name}`,
    typeof setting === 'object' ? formatAmountInput(setting) : String(setting),
  ]);
  return Object.fromEntries([...texts, ...numbers]) as Record<string, string>;
}

/** Reads the terms' form. */
export function parseTermsForm(form: ReadonlyMap<string, string>) {
  const text = (name: string) => form.get(name) ?? '';
  return {
    terms: Array.from({ length: PAYMENT_TERM_COUNT }, (_, index) => ({
      title: text(`terms.${index}.title`),
      text: text(`terms.${index}.text`),
    })),
    settings: Object.fromEntries(
      paymentTermDefinitions.flatMap(({ settings }) => settings).map(({ name }) => [name, text(`settings.${name}`)]),
    ) as Record<keyof PaymentTermSettings, string> & Pick<PaymentTermSettings, 'lateFeeMode'>,
  };
}
