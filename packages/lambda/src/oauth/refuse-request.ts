/** Checks before the authorization server's library: of requests for authorization, and of registrations. */
import { isValidName } from '@cairn/contract/names'

/** An error of OAuth. */
export type Refusal = { error: string; description: string }

/** Programs write their own state into it; what they need of more they can keep. In bytes. */
const maximumStateBytes = 2 * 1024
/** A request waits for the person in the table. Its parts are short but for the state and addresses. In bytes. */
const maximumQueryBytes = 8 * 1024

/** Anybody may register, and a registration is stored for months. In bytes. */
const maximumRegistrationBytes = 4 * 1024

/** Schemes that a browser runs, or shows from the person's own computer. */
const refusedSchemes = ['javascript:', 'data:', 'file:', 'blob:', 'about:', 'view-source:', 'vbscript:']

/** Why a browser cannot be sent back to an address of a program; undefined if it can. */
export function problemOfRedirect(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return 'It is not an address.'
  if (refusedSchemes.includes(url.protocol)) return `Addresses with ${url.protocol} are refused.`
  if (url.username !== '' || url.password !== '') return 'It has a user name or password.'
  return undefined
}

/** Returns what is wrong with a request for authorization; undefined if the library may look at it. */
export function refusalOfAuthorization(query: URLSearchParams): Refusal | undefined {
  if (Buffer.byteLength(query.toString()) > maximumQueryBytes) {
    return { error: 'invalid_request', description: `it is longer than ${maximumQueryBytes / 1024} KiB` }
  }
  if (Buffer.byteLength(query.get('state') ?? '') > maximumStateBytes) {
    return { error: 'invalid_request', description: `state is longer than ${maximumStateBytes / 1024} KiB` }
  }
  if (query.getAll('resource').length > 1) {
    return { error: 'invalid_target', description: 'name one resource only' }
  }
  const mode = query.get('response_mode')
  if (mode !== null && mode !== 'query') {
    return { error: 'invalid_request', description: 'response_mode must be query' }
  }
  const problem = problemOfRedirect(query.get('redirect_uri') ?? 'https://none.invalid')
  return problem === undefined
    ? undefined
    : { error: 'invalid_request', description: `redirect_uri: ${problem}` }
}

/** Returns what is wrong with the used fields of a registration; undefined if the library may look at it. */
export function refusalOfRegistration(fields: Record<string, unknown>): Refusal | undefined {
  const { redirect_uris: addresses, client_name: name } = fields
  const problem = [addresses]
    .flat()
    .map((address) => problemOfRedirect(String(address ?? 'https://none.invalid')))
  const found = problem.find((one) => one !== undefined)
  if (found !== undefined) return { error: 'invalid_redirect_uri', description: found }
  if (typeof name === 'string' && name !== '' && !isValidName(name)) {
    return {
      error: 'invalid_client_metadata',
      description: 'client_name needs a visible character and no control or direction override',
    }
  }
  if (Buffer.byteLength(JSON.stringify(fields)) > maximumRegistrationBytes) {
    return {
      error: 'invalid_client_metadata',
      description: `it is longer than ${maximumRegistrationBytes / 1024} KiB`,
    }
  }
  return undefined
}
