/**
 * The ten categories (specification, point 3). Separate from the contract so pages can list them without loading a
 * validator.
 */
export const postCategories = [
  'Travel',
  'Parenting',
  'Lifestyle',
  'Personal Finance',
  'Entertainment',
  'Food',
  'Fashion & Beauty',
  'Business & Marketing',
  'Health & Fitness',
  'Technology',
] as const;
