import type { Measured } from './measure.ts'

/**
 * Prices in US dollars: on demand, us-east-1, what CloudFront sends to North America and Europe, without the free tiers.
 * Compared with copies of AWS's price pages of 2025 and 2026. They change seldom; check them before you rely on a sum.
 */
export const prices = {
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  /** arm64. */
  lambdaGigabyteSecond: 0.0000133334,
  /** For each 512 KB that are begun. */
  gatewayRequest: 1 / 1e6,
  cloudFrontRequest: 1 / 1e6,
  cloudFrontFunction: 0.1 / 1e6,
  /** The first 10 TB of a month. What an origin in AWS sends to CloudFront is free. */
  egressGigabyte: 0.085,
  logGigabyte: 0.5,
  mail: 0.1 / 1e3,
  monthly: {
    secret: 0.4,
    alarmMetric: 0.1,
    dashboard: 3,
    customMetric: 0.3,
    hostedZone: 0.5,
    firewall: 5,
    firewallRule: 1,
  },
}

const gatewayIncrementInBytes = 512 * 1024

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
  /** Headers that CloudFront adds: `via`, `x-cache`, its id and its place. */
  edgeHeaderBytes: 250,
}

export type RequestPrices = { database: number; compute: number; egress: number; total: number }

/** Of a million requests. `total` holds the distribution, the gateway, the logs and a mail too. */
export function requestPrices(
  { reads, writes, trips, sentBytes, headerBytes }: Measured,
  what: { memoryMegabytes: number; hashesPassword: boolean; sendsMail: boolean },
): RequestPrices {
  const seconds =
    assumed.workSeconds +
    trips * assumed.tripSeconds +
    (what.hashesPassword ? assumed.passwordSeconds : 0) +
    (what.sendsMail ? assumed.mailSeconds : 0)
  const database = reads * prices.readUnit + writes * prices.writeUnit
  const compute = prices.lambdaRequest + seconds * (what.memoryMegabytes / 1024) * prices.lambdaGigabyteSecond
  const egress = ((sentBytes + headerBytes + assumed.edgeHeaderBytes) / 1024 ** 3) * prices.egressGigabyte
  const others =
    Math.max(1, Math.ceil(sentBytes / gatewayIncrementInBytes)) * prices.gatewayRequest +
    prices.cloudFrontRequest +
    prices.cloudFrontFunction +
    assumed.logGigabytes * prices.logGigabyte +
    (what.sendsMail ? prices.mail : 0)
  return {
    database: database * 1e6,
    compute: compute * 1e6,
    egress: egress * 1e6,
    total: (database + compute + egress + others) * 1e6,
  }
}
