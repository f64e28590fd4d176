/** Number of payment terms, in a fixed order: the software refers to them by number. */
export const PAYMENT_TERM_COUNT = 16;

/** Languages in which documents can print the terms, in addition to the main text, with their names. */
export const termLanguages = { de: 'German', fr: 'French', bn: 'Bengali' } as const;
export type TermLanguage = keyof typeof termLanguages;

/** Texts of terms by language and number, with their variables filled in. */
export type TermTranslations = Readonly<Partial<Record<TermLanguage, Readonly<Record<number, string>>>>>;

/** Numbers of the terms that documents print. */
export const printedTerms: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14];

/** Variables in a term's text, in braces. */
export const termVariables = [
  'deposit',
  'balanceDays',
  'installmentsFrom',
  'lateDays',
  'lateFee',
  'refundDays',
  'minorRevisions',
  'urgentSurcharge',
] as const;
export type TermVariable = (typeof termVariables)[number];

export function isTermVariable(name: string | undefined): name is TermVariable {
  return (termVariables as readonly (string | undefined)[]).includes(name);
}

/** A variable in braces, or an unpaired brace. */
export const VARIABLE_PATTERN = /\{([^{}]*)\}|[{}]/g;

/** Returns the error of the first unknown variable in a text; undefined if there is none. */
export function findUnknownVariableError(text: string): string | undefined {
  for (const [, name] of text.matchAll(VARIABLE_PATTERN)) {
    if (name === undefined || isTermVariable(name)) continue;
    return `{${name}} isn’t a variable. Use one of these: ${termVariables.map(known => `{${known}}`).join(', ')}.`;
  }
  return undefined;
}

/** Returns the error of a complete text's variables, including unpaired braces, which are allowed while typing. */
export function findVariableError(text: string): string | undefined {
  const alone = [...text.matchAll(VARIABLE_PATTERN)].find(([, name]) => name === undefined);
  return alone
    ? `“${alone[0]}” has no matching brace. Put variables in a pair of braces, as in {deposit}.`
    : findUnknownVariableError(text);
}

export const lateFeeModes = ['manual', 'automatic'] as const;

/** Minimum and maximum of each setting. */
export const termSettingLimits = {
  depositPercent: [1, 100],
  balanceDueDays: [0, 90],
  lateFeeAfterDays: [1, 90],
  lateFeePercent: [0, 25],
  refundAfterDays: [1, 90],
  includedRevisions: [0, 20],
  urgentSurchargePercent: [0, 200],
} as const;
