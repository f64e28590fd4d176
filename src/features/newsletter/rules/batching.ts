/** Seconds between two sending steps, unless the pace is slower than one email per step. */
const STEP_SECONDS = 5;

/** Returns how many emails one step queues, and the seconds until the next step, for a pace in emails per minute. */
export function getBatchPlan(pace: number) {
  const size = Math.max(1, Math.floor((pace * STEP_SECONDS) / 60));
  return { size, seconds: Math.ceil((size * 60) / pace) };
}

/** At least this many rejections, and more than accepted emails, suggest a problem with the sender. */
const MIN_REJECTIONS = 10;

/** Returns whether the site's sender or server is probably rejected rather than the individual recipients. */
export function isSenderLikelyRejected({ refused, sent }: Readonly<Record<'refused' | 'sent', number>>): boolean {
  return refused >= MIN_REJECTIONS && refused > sent;
}
