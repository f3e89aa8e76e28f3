import type { Units } from './metering-proxy.ts'

/**
 * Prices in US dollars of us-east-1, on demand, without the free tiers, from the AWS price pages as of 2025. They change
 * seldom; check them before you rely on a sum.
 */
const prices = {
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  /** arm64. */
  lambdaGigabyteSecond: 0.0000133334,
  gatewayRequest: 1 / 1e6,
  cloudFrontRequest: 1 / 1e6,
  cloudFrontFunction: 0.1 / 1e6,
  logGigabyte: 0.5,
  mail: 0.1 / 1e3,
}

/** What is assumed, since it cannot be measured here: the table in us-east-1, a function that is warm. */
const assumed = {
  /** A round trip to DynamoDB, waiting included. */
  tripSeconds: 0.005,
  workSeconds: 0.005,
  /** argon2id on a whole processor. */
  passwordSeconds: 0.05,
  mailSeconds: 0.1,
  /** The function's line and the gateway's. */
  logGigabytes: 1e-6,
}

/** Of a million requests. `total` holds the distribution, the gateway, the logs and a mail too. */
export function requestPrices(
  { reads, writes, trips }: Units,
  what: { memoryMegabytes: number; hashesPassword: boolean; sendsMail: boolean },
): { database: number; compute: number; total: number } {
  const seconds =
    assumed.workSeconds +
    trips * assumed.tripSeconds +
    (what.hashesPassword ? assumed.passwordSeconds : 0) +
    (what.sendsMail ? assumed.mailSeconds : 0)
  const database = reads * prices.readUnit + writes * prices.writeUnit
  const compute = prices.lambdaRequest + seconds * (what.memoryMegabytes / 1024) * prices.lambdaGigabyteSecond
  const others =
    prices.gatewayRequest +
    prices.cloudFrontRequest +
    prices.cloudFrontFunction +
    assumed.logGigabytes * prices.logGigabyte +
    (what.sendsMail ? prices.mail : 0)
  return { database: database * 1e6, compute: compute * 1e6, total: (database + compute + others) * 1e6 }
}
