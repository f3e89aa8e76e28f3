/** A program on a device without a browser (RFC 8628). */
import type { Browser as Session } from '../people/sign-in.ts'
import { post, registerProgram, type Tokens } from './program.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

export type DeviceCode = {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

/** Registers a program that has no browser to return to. Returns its id. */
export const registerDevice = (origin: string, fields: object = {}): Promise<string> =>
  registerProgram(origin, {
    redirect_uris: [],
    response_types: [],
    grant_types: [deviceGrant, 'refresh_token'],
    ...fields,
  })

/** Asks for a code as a device does. */
export async function askForCode(
  origin: string,
  clientId: string,
  fields: Record<string, string> = {},
): Promise<DeviceCode> {
  const { status, body } = await post(origin, '/oauth/device', { client_id: clientId, ...fields })
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body as unknown as DeviceCode
}

/** Asks for the tokens, as a device does every few seconds. */
export const poll = (
  origin: string,
  clientId: string,
  deviceCode: string,
  fields: Record<string, string> = {},
) =>
  post(origin, '/oauth/token', {
    grant_type: deviceGrant,
    device_code: deviceCode,
    client_id: clientId,
    ...fields,
  })

/** The whole way of a device, from registration to its tokens. */
export async function connectDevice(
  origin: string,
  { api }: Session,
  { organizationId, scopes }: { organizationId: string; scopes: string[] },
): Promise<{ clientId: string; deviceCode: string; tokens: Tokens }> {
  const clientId = await registerDevice(origin)
  const { device_code: deviceCode, user_code: userCode } = await askForCode(origin, clientId)
  await api.decideOAuthDevice({
    body: { userCode, allow: true, organizationId, scopes: scopes as 'goals:read'[] },
  })
  const { status, body } = await poll(origin, clientId, deviceCode)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return { clientId, deviceCode, tokens: body }
}
