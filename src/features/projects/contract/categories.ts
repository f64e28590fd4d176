/**
 * The six categories (specification, point 3). Separate from the contract so pages can list them without loading a
 * validator.
 */
export const projectCategories = ['React', 'Full Stack', 'WordPress', 'Framer', 'Wix', 'Astro'] as const;
