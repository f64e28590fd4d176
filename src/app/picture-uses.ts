import { listAvatarUsages } from '#features/auth/queries/users.ts';
import { listBlogPictureUses } from '#features/blog/queries/picture-uses.ts';
import { listCommentPictureUses } from '#features/comments/queries/picture-uses.ts';
import { listNewsletterPictureUses } from '#features/newsletter/queries/issues.ts';
import { listProjectPictureUses } from '#features/projects/queries/picture-uses.ts';
import { listSitePictureUses } from '#features/site/queries.ts';
import type { ListPictureUses } from '#platform/api/picture-uses.ts';

/** Every feature that uses pictures, in the order in which their places are told. */
export const mediaUsageProviders: readonly ListPictureUses[] = [
  listBlogPictureUses,
  listCommentPictureUses,
  listProjectPictureUses,
  listNewsletterPictureUses,
  listSitePictureUses,
  listAvatarUsages,
];
