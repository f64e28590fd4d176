/** What a site is known by at the providers of payments; what is left out has no keys. */
export interface ProviderKeys {
  readonly stripe?: StripeSettings;
  readonly paypal?: PaypalSettings;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where the API is; Stripe's own unless told otherwise. */
  readonly host?: string;
}

export interface PaypalSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly host: string;
}
