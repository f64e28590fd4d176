/** Seconds between two steps of a sending where its pace is not slower than that. */
const STEP_SECONDS = 5;

/** How many mails one step writes into the outbox, and after how many seconds the next one follows, at so many a minute. */
export function getBatchPlan(pace: number): { readonly size: number; readonly seconds: number } {
  const size = Math.max(1, Math.floor((pace * STEP_SECONDS) / 60));
  return { size, seconds: Math.ceil((size * 60) / pace) };
}

/** So many refusals, and more of them than mails that were taken, are not the recipients' fault. */
const REFUSALS_TO_DOUBT = 10;

/** Whether it is rather the site's mail that is refused (its sender, its server) than each of these recipients. */
export function isSenderLikelyRejected({
  refused,
  sent,
}: {
  readonly refused: number;
  readonly sent: number;
}): boolean {
  return refused >= REFUSALS_TO_DOUBT && refused > sent;
}
