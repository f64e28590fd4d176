import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Another client, in its own thread: requests each URL every 10 ms and records the longest response times.

const { urls } = workerData as { urls: readonly string[] };
const agent = new Agent({ keepAlive: true, maxSockets: urls.length });
const longest = urls.map(() => 0);
const begun = urls.map(() => 0);

parentPort?.on('message', () => {
  // Include requests that are still pending.
  const now = performance.now();
  parentPort?.postMessage(
    longest.map((time, index) => Math.max(time, (begun[index] ?? 0) > 0 ? now - (begun[index] ?? 0) : 0)),
    [],
  );
  longest.fill(0);
});

function fetchOnce(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, response => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} failed with status ${response.statusCode}.`));
      });
    })
      .once('error', reject)
      .end();
  });
}

async function poll(url: string, index: number): Promise<never> {
  for (;;) {
    begun[index] = performance.now();
    await fetchOnce(url);
    longest[index] = Math.max(longest[index] ?? 0, performance.now() - (begun[index] ?? 0));
    begun[index] = 0;
    await delay(10);
  }
}

await Promise.all(urls.map(poll));
