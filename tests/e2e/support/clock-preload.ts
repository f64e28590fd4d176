import { readFileSync } from 'node:fs';

// Read by the process of a site before its own code. The site asks Temporal alone what time it is, so that its days pass
// where a test says so; timers, the database and the browser stay in the present.
const file = process.env.DAYS_AHEAD;
// What the site starts besides, such as the process that draws documents, asks for no time.
delete process.env.NODE_OPTIONS;
if (file) {
  const { instant } = Temporal.Now;
  Temporal.Now.instant = () => instant.call(Temporal.Now).add({ hours: 24 * Number(readFileSync(file, 'utf8')) });
}
