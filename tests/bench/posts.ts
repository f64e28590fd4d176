import { createRequire } from 'node:module';

// Replaces posts.lua where wrk isn't installed: posts one body repeatedly, each time from another IP address.
type Autocannon = (options: object) => Promise<object>;
const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
const [url, seconds, connections, headers = '{}', body] = process.argv.slice(2);

let count = 0;
const setupRequest = (request: { headers: object }) => {
  count += 1;
  const network = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': network } };
};
const result = await autocannon({
  url,
  duration: Number(seconds),
  connections: Number(connections),
  headers: JSON.parse(headers) as object,
  requests: [{ method: 'POST', body, setupRequest }],
});
process.stdout.write(JSON.stringify(result));
