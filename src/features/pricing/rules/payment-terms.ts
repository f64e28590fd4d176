import { totalText } from '#shared/lists.ts';
import { formatMoney } from '#shared/money.ts';
import {
  VARIABLE_PATTERN,
  termSettingLimits,
  type TermVariable,
  isTermVariable,
  PAYMENT_TERM_COUNT,
  printedTerms,
  type TermLanguage,
  type TermTranslations,
  termLanguages,
} from '../contract/term-variables.ts';
import type { EditableTerm, PaymentTermSettings, PaymentTermsDto, PaymentTerm } from '../contract/payment-terms.ts';
import { formatAmountInput } from '#shared/parse-amount.ts';

/** Minor revisions in other languages, for one and for several. */
const revisionTexts: Readonly<Record<TermLanguage, readonly [one: string, many: string]>> = {
  de: ['{count} kleine Änderung', '{count} kleine Änderungen'],
  fr: ['{count} petite modification', '{count} petites modifications'],
  bn: ['{count}টি ছোট সংশোধন', '{count}টি ছোট সংশোধন'],
};

/** Formats the value of each variable in English, or as usual in another language. */
export function formatTermVariables(
  settings: PaymentTermSettings,
  language: TermLanguage | 'en' = 'en',
): Readonly<Record<TermVariable, string>> {
  if (language !== 'en') return formatTranslatedVariables(settings, language);
  const days = (count: number) => totalText(count, ['day', 'days']);
  return {
    deposit: `${settings.depositPercent}%`,
    balanceDays: days(settings.balanceDueDays),
    installmentsFrom: formatMoney(settings.installmentMinimum),
    lateDays: days(settings.lateFeeAfterDays),
    lateFee: `${settings.lateFeePercent}%`,
    refundDays: days(settings.refundAfterDays),
    minorRevisions: totalText(settings.includedRevisions, ['minor revision', 'minor revisions']),
    urgentSurcharge: `${settings.urgentSurchargePercent}%`,
  };
}

function formatTranslatedVariables(
  settings: PaymentTermSettings,
  language: TermLanguage,
): Readonly<Record<TermVariable, string>> {
  // Documents can't print narrow spaces.
  const format = (value: number, options?: Intl.NumberFormatOptions) =>
    value.toLocaleString(language, options).replaceAll('\u{202f}', '\u{a0}');
  const days = (count: number) => format(count, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const percent = (value: number) => format(value / 100, { style: 'percent' });
  const [one, many] = revisionTexts[language];
  const revisions = settings.includedRevisions;
  return {
    deposit: percent(settings.depositPercent),
    balanceDays: days(settings.balanceDueDays),
    installmentsFrom: formatMoney(settings.installmentMinimum, { locale: language }).replaceAll('\u{202f}', '\u{a0}'),
    lateDays: days(settings.lateFeeAfterDays),
    lateFee: percent(settings.lateFeePercent),
    refundDays: days(settings.refundAfterDays),
    minorRevisions: (revisions === 1 ? one : many).replace('{count}', format(revisions)),
    urgentSurcharge: percent(settings.urgentSurchargePercent),
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

/** Returns the translations of the printed terms with their variables filled in; nothing if there are none. */
export function renderTranslations(
  terms: readonly EditableTerm[],
  settings: PaymentTermSettings,
): { translations?: TermTranslations } {
  const printed = terms.filter(({ number }) => printedTerms.includes(number));
  const languages = (Object.keys(termLanguages) as TermLanguage[]).flatMap(language => {
    const translated = printed.filter(({ translations }) => translations[language] !== undefined);
    if (translated.length === 0) return [];
    const variables = formatTermVariables(settings, language);
    const texts = translated.map(({ number, translations }) => [
      number,
      interpolateVariables(translations[language] ?? '', variables),
    ]);
    return [[language, Object.fromEntries(texts)] as const];
  });
  return languages.length === 0 ? {} : { translations: Object.fromEntries(languages) };
}

/** Formats the variables from the form's fields by name; invalid ones keep the saved value. */
export function previewTermVariables(
  form: Readonly<Record<string, string>>,
  saved: PaymentTermSettings,
  currency: string,
  language: TermLanguage | 'en' = 'en',
): Readonly<Record<TermVariable, string>> {
  const numbers = Object.keys(termSettingLimits).flatMap(name => {
    const text = form[`settings.${name}`]?.trim() ?? '';
    return /^\d{1,6}$/.test(text) ? [[name, Number(text)]] : [];
  });
  const settings = { ...saved, ...(Object.fromEntries(numbers) as Partial<PaymentTermSettings>) };
  const texts = formatTermVariables(settings, language);
  const amount = formatTypedAmount(form['settings.installmentMinimum'] ?? '', currency, language);
  return { ...texts, installmentsFrom: amount ?? texts.installmentsFrom };
}

/** Formats a typed amount for the preview only; the server parses the submitted one. */
function formatTypedAmount(text: string, currency: string, language: TermLanguage | 'en'): string | undefined {
  const digits = /^\D{0,4}(\d[\d,]{0,11}(?:\.\d+)?)$/.exec(text.trim())?.[1]?.replaceAll(',', '');
  if (digits === undefined) return undefined;
  const format = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  return new Intl.NumberFormat(language === 'en' ? 'en-US' : language, format).format(
    digits as Intl.StringNumericLiteral,
  );
}

/** Form field of a setting. */
export interface TermSettingField {
  readonly name: keyof PaymentTermSettings;
  readonly label: string;
  /** Unit after the field; for an amount, the site's currency. */
  readonly unit: string;
}

/** How the software applies each term, in order, with its settings (domain, "The 16 payment terms, executed"). */
const rules: readonly { readonly behavior: string; readonly settings?: readonly TermSettingField[] }[] = [
  {
    behavior:
      'When the client agrees, they get an invoice for {deposit} of the total. Work can’t start until it’s paid.',
    settings: [{ name: 'depositPercent', label: 'Deposit', unit: '% of the total' }],
  },
  {
    behavior: 'When the work is complete, the client gets an invoice for the balance, due in {balanceDays}.',
    settings: [{ name: 'balanceDueDays', label: 'Balance due after', unit: 'days' }],
  },
  {
    behavior: 'Checkout offers the methods that you’ve set up. You confirm manual payments yourself.',
  },
  {
    behavior:
      'For totals of {installmentsFrom} or more, the client can pay the balance in 2 to 6 monthly installments.',
    settings: [{ name: 'installmentMinimum', label: 'Minimum total for installments', unit: '' }],
  },
  {
    behavior: 'Every payment has an invoice. Invoice numbers have no gaps, and issued invoices never change.',
  },
  {
    behavior:
      'An invoice that’s still unpaid {lateDays} after its due date can get a one-time fee of {lateFee}. You decide each time, or it’s charged automatically.',
    settings: [
      { name: 'lateFeeAfterDays', label: 'Late fee after', unit: 'days' },
      { name: 'lateFeePercent', label: 'Late fee', unit: '% of the amount due' },
      { name: 'lateFeeMode', label: 'Charge late fees', unit: '' },
    ],
  },
  {
    behavior: 'If work hasn’t started within {refundDays} of the payment, the client can get an immediate full refund.',
    settings: [{ name: 'refundAfterDays', label: 'Full refund if not started within', unit: 'days' }],
  },
  { behavior: 'Once work is in progress, the client can’t request a refund. The order page refers to this term.' },
  {
    behavior:
      'Work can start once the client has provided every item on the checklist, or when you start without it and give a reason.',
  },
  {
    behavior:
      'Each day spent waiting for the client moves the expected delivery date back by a day. You both see the new date.',
  },
  {
    behavior: 'The price includes {minorRevisions}. Any other revision starts once the client accepts your quote.',
    settings: [{ name: 'includedRevisions', label: 'Minor revisions included', unit: '' }],
  },
  { behavior: 'You can upload files at any time. The client can download them once everything is paid.' },
  { behavior: 'Support is free for as long as the plan includes it. After that, you quote each request.' },
  {
    behavior:
      'Monthly services are invoiced on the 1st in your time zone. A partial first month is charged by the day.',
  },
  {
    behavior:
      'Work can’t start without an agreement. The client signs the current terms with their name, or you record their confirmation message.',
  },
  {
    behavior:
      'Delivery within 48 to 72 hours adds {urgentSurcharge} to the price, shown before the client orders. You can decline it.',
    settings: [{ name: 'urgentSurchargePercent', label: 'Urgent delivery surcharge', unit: '% of the price' }],
  },
];

/** One per term, in order; `variables` are those that its text can have. */
export const paymentTermDefinitions = rules.map(({ behavior, settings = [] }) => ({
  behavior,
  settings,
  variables: Array.from(behavior.matchAll(VARIABLE_PATTERN), ([, name]) => name).filter(isTermVariable),
}));

/** Returns the name of the field of a term's text in another language; null if documents don't print it. */
export const translationField = (number: number, language: string): string | null =>
  printedTerms.includes(number) ? `terms.${number - 1}.translations.${language}` : null;

/**
 * Returns the terms as form values. Field names are paths: `terms.0.text`, `terms.0.translations.de`,
 * `settings.lateFeeAfterDays`.
 */
export function toTermsFormValues({
  terms,
  settings,
}: Pick<PaymentTermsDto, 'terms' | 'settings'>): Record<string, string> {
  const texts = terms.flatMap(({ number, title, text, translations }, index) => [
    [`terms.${index}.title`, title],
    [`terms.${index}.text`, text],
    ...(Object.keys(termLanguages) as TermLanguage[]).flatMap(language => {
      const name = translationField(number, language);
      return name === null ? [] : [[name, translations[language] ?? '']];
    }),
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
      translations: Object.fromEntries(
        Object.keys(termLanguages).flatMap(language => {
          const name = translationField(index + 1, language);
          return name === null ? [] : [[language, text(name)]];
        }),
      ),
    })),
    settings: Object.fromEntries(
      paymentTermDefinitions.flatMap(({ settings }) => settings).map(({ name }) => [name, text(`settings.${name}`)]),
    ) as Record<keyof PaymentTermSettings, string> & Pick<PaymentTermSettings, 'lateFeeMode'>,
  };
}
