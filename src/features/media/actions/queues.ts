import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Makes the sizes of an uploaded picture, so that no reader waits for them. */
export const generateImageSizesQueue: Queue<{ pictureId: string }> = {
  name: 'media.prepare',
  data: z.object({ pictureId: z.string() }),
  tries: 3,
  firstWait: 30,
  longestWait: 600,
  longestRun: 300,
  look: 5,
  atOnce: 1,
};

/** Removes files whose rows are gone. */
export const deleteFilesQueue: Queue<{ files: string[] }> = {
  name: 'media.remove',
  data: z.object({ files: z.array(z.string()) }),
  tries: 10,
  firstWait: 60,
  longestWait: 4 * 3600,
  longestRun: 300,
  look: 2,
};
