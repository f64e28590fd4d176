/** Paths of a local site's fakes. */
export const fakePaths = {
  /** The base path of a fake provider. */
  provider: (name: string) => `/dev/fake-provider/${name}`,
  /** Gives a browser access to the other paths. */
  developerTools: (token: string) => `/dev/tools/${token}`,
  mails: '/dev/mail',
  mail: (id: string) => `/dev/mail/${id}`,
};
