import type { Units } from './meter.ts'

/**
 * On-demand prices in US dollars in us-east-1, without free tiers, from the AWS price pages as of 2025. They rarely change;
 * check them before you rely on a total.
 */
export const prices = {
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  /** The table with its backups, for a month. */
  storedGigabyte: 0.45,
  lambdaRequest: 0.2 / 1e6,
  /** arm64. */
  lambdaGigabyteSecond: 0.0000133334,
  gatewayRequest: 1 / 1e6,
  cloudFrontRequest: 1 / 1e6,
  cloudFrontFunction: 0.1 / 1e6,
  queueRequest: 0.4 / 1e6,
  scheduledEvent: 1 / 1e6,
  logGigabyte: 0.5,
  email: 0.1 / 1e3,
  /** For a month, and for each metric that it reads. */
  alarm: 0.1,
  dashboard: 3,
  secret: 0.4,
  /** A metric of ours, in a month in which it was reported. */
  metric: 0.3,
  /** A backup in a vault, for a month. Each is a copy of the whole table. */
  backupGigabyte: 0.1,
}

/** Assumptions that cannot be measured here, for a table in us-east-1 and a warm function. */
const assumed = {
  /** A round trip to DynamoDB. */
  tripSeconds: 0.005,
  workSeconds: 0.005,
  /** argon2id on a full processor. */
  passwordSeconds: 0.05,
  emailSeconds: 0.1,
  /** A receiver of a webhook, with the connection. */
  receiverSeconds: 0.3,
  /** The log lines of the function and the gateway. */
  logGigabytes: 1e-6,
}

export type Work = {
  memoryMegabytes: number
  hashesPassword?: boolean
  sendsEmail?: boolean
  callsReceiver?: boolean
}

/** Prices of one call of a function, without what calls it. `logs` includes an email. */
function callPrices({ reads, writes, calls }: Units, work: Work) {
  const seconds =
    assumed.workSeconds +
    calls * assumed.tripSeconds +
    (work.hashesPassword ? assumed.passwordSeconds : 0) +
    (work.sendsEmail ? assumed.emailSeconds : 0) +
    (work.callsReceiver ? assumed.receiverSeconds : 0)
  return {
    database: reads * prices.readUnit + writes * prices.writeUnit,
    compute: prices.lambdaRequest + seconds * (work.memoryMegabytes / 1024) * prices.lambdaGigabyteSecond,
    logs: assumed.logGigabytes * prices.logGigabyte,
    others: work.sendsEmail ? prices.email : 0,
  }
}

/** `total` includes the others. */
export type Prices = { database: number; compute: number; logs: number; total: number }

/** Prices of so many requests. `total` includes the distribution, the gateway, the logs and an email. */
export function requestPrices(units: Units, work: Work, count = 1e6): Prices {
  const { others, ...call } = callPrices(units, work)
  const onTheWay = prices.gatewayRequest + prices.cloudFrontRequest + prices.cloudFrontFunction
  return multiplied(count, { ...call, others: others + onTheWay })
}

/**
 * Prices of so many calls of a function that no request calls.
 *
 * @param source  The price of what calls it, for each call.
 */
export function backgroundPrices(units: Units, work: Work, count: number, source = 0): Prices {
  const { others, ...call } = callPrices(units, work)
  return multiplied(count, { ...call, others: others + source })
}

function multiplied(
  count: number,
  { database, compute, logs, others }: { database: number; compute: number; logs: number; others: number },
): Prices {
  return {
    database: database * count,
    compute: compute * count,
    logs: logs * count,
    total: (database + compute + logs + others) * count,
  }
}
