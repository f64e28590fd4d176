/** The ten categories (specification, point 3). Apart from the contract, so that pages can list them without a validator. */
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
