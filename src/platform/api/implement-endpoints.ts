interface Endpoint {
  readonly handler: (handle: never) => unknown;
}

/** Returns the endpoints implemented by the handlers of the same names. */
export function implementEndpoints<Name extends string, Endpoints extends Readonly<Record<Name, Endpoint>>>(
  endpoints: Endpoints,
  handlers: { readonly [Each in Name]: Parameters<Endpoints[Each]['handler']>[0] },
) {
  const names = Object.keys(handlers) as Name[];
  return Object.fromEntries(names.map(name => [name, endpoints[name].handler(handlers[name])])) as {
    [Each in Name]: ReturnType<Endpoints[Each]['handler']>;
  };
}
