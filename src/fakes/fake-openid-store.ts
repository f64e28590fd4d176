import type { Adapter, AdapterPayload } from 'oidc-provider';

const MAX_ENTRIES = 1000;

/** Creates an in-memory store for the codes, tokens and sessions of a fake provider. */
export function createMemoryAdapter(): (kind: string) => Adapter {
  const store = new Map<string, { payload: AdapterPayload; until: number }>();
  const find = (key: string) => {
    const entry = store.get(key);
    return entry && entry.until > Date.now() ? entry.payload : undefined;
  };
  return kind => ({
    async upsert(id, payload, expiresIn) {
      store.set(`${kind}:${id}`, { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Infinity });
      const [oldest] = store.keys();
      if (store.size > MAX_ENTRIES && oldest) store.delete(oldest);
    },
    find: async id => find(`${kind}:${id}`),
    findByUid: async uid => {
      const [key = ''] =
        store.entries().find(([id, { payload }]) => id.startsWith(`${kind}:`) && payload.uid === uid) ?? [];
      return find(key);
    },
    // The device flow, which has user codes, is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = find(`${kind}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      store.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of store) if (payload.grantId === grantId) store.delete(key);
    },
  });
}
