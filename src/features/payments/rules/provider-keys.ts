/** Keys of the payment providers; omitted providers have none. */
export interface ProviderKeys {
  readonly stripe?: StripeSettings;
  readonly paypal?: PaypalSettings;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** API host; defaults to Stripe's. */
  readonly host?: string;
}

export interface PaypalSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly host: string;
}
