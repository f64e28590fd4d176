import type { FastifyInstance } from 'fastify';
export function registerDiscovery(app: FastifyInstance, _options: object): void {
  void app;
}
