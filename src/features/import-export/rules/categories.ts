import { postCategories } from '#features/blog/contract/categories.ts';
import type { PostContent } from '#features/blog/contract/editing.ts';

type Category = PostContent['category'];

/** Category and tag names of other sites that match ours. */
const synonyms: Readonly<Record<Category, string>> = {
  Travel:
    'travel travels travelling traveling trips journeys places adventure adventures holidays vacation reise voyage',
  Parenting: 'parenting family families kids children parents motherhood fatherhood baby babies',
  Lifestyle: 'lifestyle life living personal home diary journal culture minimalism thoughts',
  'Personal Finance': 'finance finances money investing saving budget budgeting taxes fire',
  Entertainment: 'entertainment film films movies movie music games gaming books tv art photography',
  Food: 'food recipes recipe cooking baking kitchen drinks restaurants vegan',
  'Fashion & Beauty': 'fashion beauty style clothes makeup skincare',
  'Business & Marketing':
    'business marketing freelance freelancing startup startups entrepreneurship sales seo work career clients',
  'Health & Fitness': 'health fitness sport sports running yoga wellness wellbeing nutrition medicine workout',
  Technology:
    'technology tech programming software code coding development dev web javascript typescript linux design engineering tutorial tutorials data ai security devops open-source',
};

const normalize = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

function findCategory(name: string): Category | undefined {
  const normalized = normalize(name);
  const exact = postCategories.find(
    category => normalize(category) === normalized || normalize(category).replace(' & ', ' and ') === normalized,
  );
  if (exact) return exact;
  const words = normalized.split(/[^\p{L}\p{N}-]+/u);
  return postCategories.find(category => synonyms[category].split(' ').some(word => words.includes(word)));
}

/**
 * Returns the closest of the ten categories to a post's original ones, in order, and the unmatched names, to keep as
 * tags. Defaults to Technology.
 */
export function findClosestCategory(names: readonly string[]): { category: Category; unmatched: string[] } {
  const found = names.map(findCategory).find(category => category !== undefined);
  const category = found ?? 'Technology';
  return { category, unmatched: names.filter(name => normalize(name) !== normalize(category)) };
}
