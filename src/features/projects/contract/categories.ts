/** The six categories (specification, point 3). Apart from the contract, so that pages can list them without a validator. */
export const projectCategories = ['React', 'Full Stack', 'WordPress', 'Framer', 'Wix', 'Astro'] as const;
