import { getFractionDigits, type Money } from '#shared/money.ts';
import { prorateAmount } from '#shared/money-arithmetic.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { ExchangeRate } from '../contract/exchange.ts';
import { TAKA } from '../contract/tax-rate.ts';
import { fillText, getDocumentTexts } from './document-texts/texts.ts';
import { formatAmount, formatDay } from './labels.ts';

/**
 * Returns an amount in another currency, rounded half up to its minor unit (ISO 4217). The rate is a decimal, such as
 * "128.50" for 1 unit of the amount's currency.
 */
export function convertMoney({ minor, currency: from }: Money, rate: string, currency: string): Money {
  const [units = '', decimals = ''] = rate.split('.');
  const part = Number(units + decimals) * 10 ** getFractionDigits(currency);
  const whole = 10 ** (decimals.length + getFractionDigits(from));
  return { minor: prorateAmount(minor, part, whole), currency };
}

/** Returns an amount in BDT at a rate, rounded half up to the poisha. */
export const toTaka = (amount: Money, rate: string) => convertMoney(amount, rate, TAKA);

/** Returns the rate of a currency; undefined without one. */
export function rateOfCurrency(rates: readonly ExchangeRate[], currency: string): ExchangeRate | undefined {
  return rates.find(rate => rate.currency === currency);
}

/** Formats a rate: "1 EUR = 128.50 BDT on 20 Nov 2026". */
export function rateText({ currency, rate, on }: ExchangeRate, language: DocumentLanguage = 'en'): string {
  const { exchange, locale } = getDocumentTexts(language);
  const decimals = rate.split('.')[1]?.length ?? 0;
  const number = language === 'en' ? rate : Number(rate).toLocaleString(locale, { minimumFractionDigits: decimals });
  return fillText(exchange.rate, { currency, rate: number, taka: TAKA, date: formatDay(on, language) });
}

/** Formats the BDT instruction: "Send BDT 5,138.72 for €39.99 (1 EUR = 128.50 BDT on 20 Nov 2026)." */
export function formatTransfer(amount: Money, exchange: ExchangeRate, language: DocumentLanguage = 'en'): string {
  const [taka, price] = [toTaka(amount, exchange.rate), amount].map(({ minor, currency }) =>
    formatAmount(minor, currency, language),
  );
  const { send } = getDocumentTexts(language).exchange;
  return fillText(send, { amount: taka ?? '', price: price ?? '', rate: rateText(exchange, language) });
}
