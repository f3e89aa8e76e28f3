import type { Units } from './metering-proxy.ts'

/**
 * On-demand prices in US dollars in us-east-1, without free tiers, from the AWS price pages as of 2025. They rarely change;
 * check them before you rely on a total.
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
  email: 0.1 / 1e3,
}

/** Assumptions that cannot be measured here, for a table in us-east-1 and a warm function. */
const assumed = {
  /** A round trip to DynamoDB. */
  tripSeconds: 0.005,
  workSeconds: 0.005,
  /** argon2id on a full processor. */
  passwordSeconds: 0.05,
  emailSeconds: 0.1,
  /** The log lines of the function and the gateway. */
  logGigabytes: 1e-6,
}

/** Prices of a million requests. `total` includes the distribution, the gateway, the logs and an email. */
export function requestPrices(
  { reads, writes, trips }: Units,
  what: { memoryMegabytes: number; hashesPassword: boolean; sendsEmail: boolean },
): { database: number; compute: number; total: number } {
  const seconds =
    assumed.workSeconds +
    trips * assumed.tripSeconds +
    (what.hashesPassword ? assumed.passwordSeconds : 0) +
    (what.sendsEmail ? assumed.emailSeconds : 0)
  const database = reads * prices.readUnit + writes * prices.writeUnit
  const compute = prices.lambdaRequest + seconds * (what.memoryMegabytes / 1024) * prices.lambdaGigabyteSecond
  const others =
    prices.gatewayRequest +
    prices.cloudFrontRequest +
    prices.cloudFrontFunction +
    assumed.logGigabytes * prices.logGigabyte +
    (what.sendsEmail ? prices.email : 0)
  return { database: database * 1e6, compute: compute * 1e6, total: (database + compute + others) * 1e6 }
}
