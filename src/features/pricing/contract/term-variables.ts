/** The payment terms are so many, in a fixed order: the software keeps each by its number. */
export const PAYMENT_TERM_COUNT = 16;

/** The names by which a term's text says a figure, in braces. */
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

/** What stands between braces, or a brace that stands alone. */
export const VARIABLE_PATTERN = /\{([^{}]*)\}|[{}]/g;

/** What is wrong with the names between a text's braces; undefined where nothing is. */
export function findUnknownVariableError(text: string): string | undefined {
  for (const [, name] of text.matchAll(VARIABLE_PATTERN)) {
    if (name === undefined || isTermVariable(name)) continue;
    return `There is no figure {${name}}. These are: ${termVariables.map(known => `{${known}}`).join(', ')}.`;
  }
  return undefined;
}

/** What is wrong with the figures that a term's whole text names. A brace stands alone while somebody still types. */
export function findVariableError(text: string): string | undefined {
  const alone = [...text.matchAll(VARIABLE_PATTERN)].find(([, name]) => name === undefined);
  return alone
    ? `“${alone[0]}” stands alone: braces stand around the name of a figure, as in {deposit}.`
    : findUnknownVariableError(text);
}

export const lateFeeModes = ['proposed', 'automatic'] as const;

/** The least and the most that each figure may be. */
export const termSettingLimits = {
  depositPercent: [1, 100],
  balanceDays: [0, 90],
  lateDays: [1, 90],
  lateFeePercent: [0, 25],
  refundDays: [1, 90],
  minorRevisions: [0, 20],
  urgentPercent: [0, 200],
} as const;
