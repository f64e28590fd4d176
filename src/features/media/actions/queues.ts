import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Creates the sizes of an uploaded picture, so readers don't wait. */
export const generateImageSizesQueue: Queue<{ pictureId: string }> = {
  name: 'media.generate_image_sizes',
  data: z.object({ pictureId: z.string() }),
  maxAttempts: 3,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 300,
  concurrency: 1,
};

/** Deletes files whose rows are gone. */
export const deleteFilesQueue: Queue<{ files: string[] }> = {
  name: 'media.delete_files',
  data: z.object({ files: z.array(z.string()) }),
  maxAttempts: 10,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 4 * 3600,
  timeoutSeconds: 300,
};
