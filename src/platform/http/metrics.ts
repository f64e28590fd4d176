import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FeatureExtensions } from '../api/context.ts';
import type { Database } from '../database/database.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { isEqualConstantTime } from '../tokens.ts';

interface MetricSources {
  readonly features: readonly FeatureExtensions[];
  readonly reads: Database;
  readonly writes: Database;
  readonly pages: PageCache;
  /** Returns the path of a request's route, without the values of its parameters. */
  readonly findRoute: (request: FastifyRequest) => string;
}

/** Serves `/metrics` in the Prometheus text format to requests with the token. Loads prom-client only then. */
export async function registerMetrics(app: FastifyInstance, token: string, sources: MetricSources): Promise<void> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const { features, reads, writes, pages, findRoute } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests that the page cache did not answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: findRoute(request), status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
  });

  const cached = new Counter({
    name: 'freehold_page_cache_requests_total',
    help: 'Requests for public pages that the cache answered (hit), and pages rendered for it (miss).',
    labelNames: ['result'],
    registers: [],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(pages.counts)) this.inc({ result }, count);
    },
  });
  const connections = new Gauge({
    name: 'freehold_database_connections',
    help: 'Connections of each pool; waiting are requests without one.',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { $client }] of Object.entries({ reads, writes })) {
        this.set({ pool, state: 'active' }, $client.totalCount - $client.idleCount);
        this.set({ pool, state: 'idle' }, $client.idleCount);
        this.set({ pool, state: 'waiting' }, $client.waitingCount);
      }
    },
  });
  registry.registerMetric(cached);
  registry.registerMetric(connections);
  for (const { name, help, label, count } of features.flatMap(({ metrics = [] }) => metrics)) {
    const states = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      async collect() {
        this.reset();
        for (const row of await count(reads)) this.set({ [label]: row.value }, row.count);
      },
    });
    registry.registerMetric(states);
  }

  app.get('/metrics', async (request, reply) => {
    if (!isEqualConstantTime(request.headers.authorization ?? '', `Bearer ${token}`)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
