import { postCategories } from '#features/blog/contract/categories.ts';
import type { PostContent } from '#features/blog/contract/editing.ts';

type Category = PostContent['category'];

/** Words that other sites name their categories and tags by, for the nearest of ours. */
const near: Readonly<Record<Category, string>> = {
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

const bare = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

function nearestTo(name: string): Category | undefined {
  const wanted = bare(name);
  const own = postCategories.find(
    category => bare(category) === wanted || bare(category).replace(' & ', ' and ') === wanted,
  );
  if (own) return own;
  const words = wanted.split(/[^\p{L}\p{N}-]+/u);
  return postCategories.find(category => near[category].split(' ').some(word => words.includes(word)));
}

/**
 * The nearest of the ten categories to the names that a post is filed under elsewhere, in their order, and the names that
 * would be lost by it, to be kept as tags. Without a near one it is Technology.
 */
export function findClosestCategory(names: readonly string[]): { category: Category; unmatched: string[] } {
  const found = names.map(nearestTo).find(category => category !== undefined);
  const category = found ?? 'Technology';
  return { category, unmatched: names.filter(name => bare(name) !== bare(category)) };
}
