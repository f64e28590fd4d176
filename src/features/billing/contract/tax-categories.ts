/** How something is taxed; each has a code in EN 16931 (UNCL5305). */
export const taxCategories = [
  'standard',
  'zero',
  'exempt',
  'small_business',
  'reverse_charge',
  'intra_community',
  'export',
  'outside_scope',
] as const;
export type TaxCategory = (typeof taxCategories)[number];

export const taxCategoryLabels: Readonly<Record<TaxCategory, string>> = {
  standard: 'Standard',
  zero: 'Zero-rated',
  exempt: 'Exempt',
  small_business: 'Small business without VAT',
  reverse_charge: 'Reverse charge',
  intra_community: 'Intra-Community supply',
  export: 'Export',
  outside_scope: 'Outside the scope of VAT',
};

/** Returns whether a category may have a rate above zero. */
export const isTaxed = (category: TaxCategory) => category === 'standard';

/** Returns whether invoices must state why there is no tax (EN 16931 BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10). */
export const requiresTaxNote = (category: TaxCategory) => category !== 'standard' && category !== 'zero';
