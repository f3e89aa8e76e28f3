import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import { newDeviceRequest } from '@cairn/domain/programs/oauth/device/device-request'
import { beginningOfGrant } from '@cairn/domain/programs/oauth/grants'
import { findStoredOAuthRecord } from '@cairn/domain/programs/oauth/oauth-store'
import type { Adapter } from 'oidc-provider'
import { current } from './current-request.ts'
import { records, stored } from './records.ts'

const codes = records('DeviceCode')

/** Device codes. The decision is written by the service, so the library never changes one but by using it up. */
export const deviceCodes: Adapter = {
  ...codes,
  upsert: async (id, payload) => {
    const { context, writes } = current()
    const { jti: _, userCode = '', params, deviceInfo, ...device } = payload
    const { scope, resource } = params as { scope: string; resource: string }
    const request = newDeviceRequest(context, id, userCode, {
      program: deviceInfo as OAuthProgram,
      address: context.rateLimitSubject.address ?? null,
      userAgent: context.userAgent ?? null,
      clientId: payload.clientId ?? '',
      scope,
      resource,
      device,
    })
    for (const [name, write] of Object.entries(request)) writes.set(name, write)
  },
  // An expired one too: the program is told that it has expired.
  find: async (id) => {
    const request = current()
    const record = await findStoredOAuthRecord(request.context, 'DeviceCode', id)
    if (!record) return undefined
    request.device = record
    return stored('DeviceCode', id, record)
  },
  consume: async (id) => {
    const request = current()
    const { device } = request
    // A refusal may be asked for again: nothing comes of it.
    if (device?.grantId === undefined) return
    await codes.consume(id)
    if (request.repeated) return
    request.begins = device.grantId
    request.writes.set('grant', beginningOfGrant(request.context, device.grantId))
  },
}
