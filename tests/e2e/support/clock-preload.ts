import { readFileSync } from 'node:fs';

// Loaded before a site's own code. The site reads the time only from Temporal, so tests can move its date ahead;
// timers, the database and the browser keep the real time.
const file = process.env.DAYS_AHEAD;
// Child processes of the site, such as the PDF worker, don't need the time.
delete process.env.NODE_OPTIONS;
if (file) {
  const { instant } = Temporal.Now;
  Temporal.Now.instant = () => instant.call(Temporal.Now).add({ hours: 24 * Number(readFileSync(file, 'utf8')) });
}
