import type { Adapter, AdapterPayload } from 'oidc-provider';

const MAX_ENTRIES = 1000;

/** Creates an in-memory store for the codes, tokens and sessions of a fake provider. */
export function createMemoryAdapter(): (kind: string) => Adapter {
  const kept = new Map<string, { payload: AdapterPayload; until: number }>();
  const find = (key: string) => {
    const entry = kept.get(key);
    return entry && entry.until > Date.now() ? entry.payload : undefined;
  };
  const findWhere = (kind: string, fits: (payload: AdapterPayload) => boolean) => {
    for (const [key, { payload, until }] of kept) {
      if (key.startsWith(`${kind}:`) && until > Date.now() && fits(payload)) return payload;
    }
    return undefined;
  };
  return kind => ({
    async upsert(id, payload, expiresIn) {
      kept.set(`${kind}:${id}`, { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Infinity });
      const [oldest] = kept.keys();
      if (kept.size > MAX_ENTRIES && oldest) kept.delete(oldest);
    },
    find: async id => find(`${kind}:${id}`),
    findByUid: async uid => findWhere(kind, payload => payload.uid === uid),
    findByUserCode: async userCode => findWhere(kind, payload => payload.userCode === userCode),
    async consume(id) {
      const payload = find(`${kind}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      kept.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    },
  });
}
