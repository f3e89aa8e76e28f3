/**
 * The request of a program on a device without a browser (RFC 8628). It has two records: by the code that a person types, all that the person
 * decides about; by the device's own secret, what the library reads when the program asks for its tokens.
 */
import { ServiceError } from '@cairn/contract/errors/errors'
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import { type Context, timestampOf, timeToLiveOf } from '../../../requests/context.ts'
import { type OAuthRecord, oauthRecordEntity } from '../../../storage/table/entities/oauth/oauth-record.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import type { Asked } from '../allowed-grant.ts'
import { scopesIn } from '../consent.ts'
import { findOAuthRecord, oauthRecord, oauthRecordKeyOf } from '../oauth-store.ts'

/** How long a code waits for a person. */
export const deviceCodeSeconds = 10 * 60
/** How long the program has at least to fetch what it was allowed. */
const fetchSeconds = 2 * 60

/** The program that has asked, and the address that it came from. */
export type DeviceOrigin = {
  program: OAuthProgram
  address: string | null
  userAgent: string | null
}

/** The decision, kept so that it may be sent again. */
export type DeviceDecision = { userId: string; grantId?: string }

type Content = DeviceOrigin & {
  clientId: string
  /** As in the request of the program. */
  scope: string
  resource: string
  createdAt: string
  /** Of the record by the device's secret, which is not stored. */
  deviceKey: string
  /** The content of that record. */
  device: Record<string, unknown>
  decision?: DeviceDecision
}

export type DeviceRequest = Asked & DeviceOrigin & { record: OAuthRecord; content: Content }

/** The writes of a new request. They fail if the code is another one's already. */
export function newDeviceRequest(
  { now }: Pick<Context, 'now'>,
  deviceCode: string,
  userCode: string,
  content: Omit<Content, 'createdAt' | 'deviceKey' | 'decision'>,
): { device: TransactionItem; userCode: TransactionItem } {
  const expiresAt = new Date(now.getTime() + deviceCodeSeconds * 1_000)
  const { recordKey: deviceKey } = oauthRecordKeyOf('DeviceCode', deviceCode)
  const stored = { ...content, createdAt: timestampOf(now), deviceKey }
  return {
    device: oauthRecord('DeviceCode', deviceCode, { content: content.device, grantId: undefined, expiresAt }),
    userCode: oauthRecord('UserCode', userCode, { content: stored, grantId: undefined, expiresAt }),
  }
}

/**
 * Returns the request behind a code, decided or not; undefined if it is unknown or has expired. One read, whichever it is: the time that it
 * takes tells nothing.
 */
export async function findDeviceRequest(
  context: Pick<Context, 'database' | 'now'>,
  userCode: string,
): Promise<DeviceRequest | undefined> {
  const record = await findOAuthRecord(context, 'UserCode', userCode)
  if (!record) return undefined
  const content = record.content as Content
  const { clientId, program, address, userAgent, scope, resource } = content
  return { record, content, clientId, program, address, userAgent, resource, scopes: scopesIn(scope) }
}

/** Until when the program may fetch what was decided now. */
export function fetchExpiry({ now }: Pick<Context, 'now'>, { record }: Pick<DeviceRequest, 'record'>) {
  const least = new Date(now.getTime() + fetchSeconds * 1_000)
  const expiresAt = new Date(Math.max(least.getTime(), Date.parse(record.expiresAt)))
  return { expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) }
}

/** The write that tells the program the decision. It fails if the program's record is gone. */
export function answerToDevice(
  { content }: Pick<DeviceRequest, 'content'>,
  result: Record<string, unknown>,
  { grantId, ...expiry }: { grantId?: string; expiresAt: string; ttl: number },
): TransactionItem {
  return {
    Update: oauthRecordEntity.patch({ recordKey: content.deviceKey }).set({
      content: { ...content.device, ...result },
      ...(grantId !== undefined && { grantId }),
      ...expiry,
    }),
  }
}

/** The same error for a code that is unknown, malformed, expired or used. */
export function deviceNotFound(): ServiceError {
  return new ServiceError(
    'oauth_device_not_found',
    'No program waits with this code. Compare it with your device. A code works once and for 10 minutes.',
  )
}
