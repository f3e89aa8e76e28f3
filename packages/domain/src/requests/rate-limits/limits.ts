/**
 * How often an action may be attempted. Windows are fixed by the clock (12:00 to 12:15), so that all instances count in
 * the same record. Across the edge of two windows, twice the limit passes in a short time. The README of this package
 * explains the numbers.
 */
export type RateLimit = {
  windowMinutes: number
  /** Attempts on one account: by the account itself if a session proves it, otherwise from one client address. */
  account: number
  /** Attempts from one client address on all accounts. */
  address: number
}

export const limitedActions = [
  'login',
  'register',
  'verifyEmail',
  'resendEmailVerification',
  'forgotPassword',
  'resetPassword',
  'confirmPassword',
  'changeEmail',
  'acceptInvitation',
  'issueInvitation',
  'createOrganization',
  'testWebhook',
  'registerProgram',
  'authorizeProgram',
  'enterDeviceCode',
] as const
export type LimitedAction = (typeof limitedActions)[number]

/** How many requests or writes a caller may send in a minute. */
export type CallerLimit = {
  /** With one API token. */
  token: number
  /** A user with all credentials together. */
  account: number
}

/** `request`: with a credential that is valid. `write`: those of them that may change something. */
export type CallerLimitName = 'request' | 'write'

/** How many requests the members and programs of an organization may send to it in a minute. */
export type OrganizationLimit = {
  /** All together. */
  organization: number
  /** As many more for each member. */
  member: number
}

export type RateLimits = Readonly<
  Record<LimitedAction, RateLimit> & { request: CallerLimit & OrganizationLimit; write: CallerLimit }
>

/** Whom the limits of a request apply to, and those limits. */
export type RateLimitSubject = {
  /** Undefined if nothing is limited. */
  readonly limits: RateLimits | undefined
  /** The client's address as the edge saw it, never as the client says; undefined if only a shared proxy's is known. */
  readonly address: string | undefined
}

export const defaultRateLimits: RateLimits = {
  login: { windowMinutes: 15, account: 100, address: 300 },
  register: { windowMinutes: 60, account: 10, address: 200 },
  verifyEmail: { windowMinutes: 15, account: 100, address: 300 },
  resendEmailVerification: { windowMinutes: 60, account: 10, address: 200 },
  forgotPassword: { windowMinutes: 60, account: 10, address: 200 },
  resetPassword: { windowMinutes: 15, account: 100, address: 300 },
  confirmPassword: { windowMinutes: 15, account: 100, address: 300 },
  changeEmail: { windowMinutes: 60, account: 20, address: 200 },
  acceptInvitation: { windowMinutes: 15, account: 100, address: 500 },
  issueInvitation: { windowMinutes: 60, account: 500, address: 2_000 },
  createOrganization: { windowMinutes: 60, account: 200, address: 1_000 },
  testWebhook: { windowMinutes: 60, account: 60, address: 300 },
  registerProgram: { windowMinutes: 60, account: 100, address: 100 },
  authorizeProgram: { windowMinutes: 15, account: 300, address: 300 },
  enterDeviceCode: { windowMinutes: 15, account: 20, address: 100 },
  request: { token: 3_000, account: 6_000, organization: 12_000, member: 12 },
  write: { token: 600, account: 1_200 },
}

const largestLimit = 1_000_000
const largestCallerLimit = 10_000_000
const overridePattern = /^([A-Za-z]+)\.(account|address|token|organization|member)=(\d{1,8})$/

/**
 * Parses `on`, `off` or a list of limits that differ from the defaults: `login.address=1000,register.account=50`.
 * Returns undefined for `off`.
 * @throws an `Error` whose message says what the text must be, as the end of a sentence.
 */
export function parseRateLimits(text: string): RateLimits | undefined {
  if (text === 'off') return undefined
  const limits = structuredClone(defaultRateLimits)
  if (text === 'on') return limits
  for (const part of text.split(',')) {
    const [, name = '', key = '', digits] = overridePattern.exec(part.trim()) ?? []
    const limit: Record<string, number> | undefined = isLimitName(name) ? limits[name] : undefined
    const number = Number(digits)
    if (!limit || !Object.hasOwn(limit, key) || number < 1 || number > largestOf(limit)) {
      throw new Error('must be "on", "off" or a list such as "login.address=1000,register.account=50"')
    }
    limit[key] = number
  }
  return limits
}

function isLimitName(name: string): name is keyof RateLimits {
  return Object.hasOwn(defaultRateLimits, name)
}

function largestOf(limit: object): number {
  return 'token' in limit ? largestCallerLimit : largestLimit
}
