/** The most expensive requests that anybody can send without a credential, to every operation and endpoint that takes them. */
import { allOperations, endpoints, type Operation } from '@cairn/contract'
import { oauthPaths } from '@cairn/contract/http/endpoints'
import { bearer } from '../../support/people/api-tokens.ts'
import { unknownId } from '../../support/requests/exchange.ts'
import { authorizationUrl, pkce, redirectUri } from '../../support/requests/program.ts'

export type AnonymousRequest = {
  /** Of the operation or endpoint. */
  id: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Things that an attacker may know or make: registered programs, and an account. */
export type Known = { webOrigin: string; clientId: string; deviceClientId: string; email: string }

const secret = 'x'.repeat(43)
const invitationToken = `${unknownId}_${unknownId}_${secret}`
/** Of links in emails: verification and password, and a changed address. */
const linkTokens = ['_', '.'].map((sign) => ({ token: `${'0'.repeat(64)}${sign}${secret}` }))
const unsubscribePath = `?token=${'x'.repeat(22)}_r_${secret}`
const password = 'p'.repeat(512)
const unknownEmail = `${'n'.repeat(60)}@${'example.'.repeat(20)}com`

/** Bodies that the schema accepts, which get furthest. */
function acceptedBodies({ email }: Known): Record<string, readonly object[]> {
  return {
    login: [
      { email: unknownEmail, password },
      { email, password },
    ],
    register: [
      { email: unknownEmail, password, displayName: 'N'.repeat(100) },
      { email, password, displayName: 'N'.repeat(100) },
    ],
    previewEmailVerification: linkTokens,
    verifyEmail: linkTokens,
    resendEmailVerification: [{ email: unknownEmail }, { email }],
    forgotPassword: [{ email: unknownEmail }, { email }],
    resetPassword: linkTokens.map((link) => ({ ...link, password })),
    previewOrganizationInvitation: [{ token: invitationToken }],
    backchannelLogout: [{ logout_token: Array(3).fill('x'.repeat(1_000)).join('.') }],
    unsubscribe: [{ 'List-Unsubscribe': 'One-Click' }],
    logout: [{}],
  }
}

const anonymousBytes = 16 * 1024
const repeated = (size: number, make: (count: number) => string) =>
  make(Math.floor(anonymousBytes / size) - 8)
const manyFields = (count: number) =>
  Array.from({ length: count }, (_, index) => `"f${String(index).padStart(7, '0')}":1`).join()

/** As large as they may be, and expensive to read. */
const largestBodies = [
  repeated(13, (count) => `{${manyFields(count)}}`),
  repeated(2, (count) => `{"email":${'['.repeat(count)}${']'.repeat(count)}}`),
  repeated(6, (count) => `{"email":"${'\\u0001'.repeat(count)}"}`),
  repeated(2, (count) => `{"email":[${'1,'.repeat(count)}1]}`),
]

const longQuery = ['token', 'returnTo', 'state', 'code', 'error', 'iss', 'sid', 'other']
  .map((name) => `${name}=${'%41'.repeat(300)}`)
  .join('&')

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

function requestsTo(operation: Operation, known: Known): AnonymousRequest[] {
  const { id, method, body } = operation
  const path = operation.path.replaceAll(/\{\w+\}/g, unknownId)
  if (method === 'GET') return ['', `?${longQuery}`].map((query) => ({ id, method, path: path + query }))
  const accepted = acceptedBodies(known)[id]
  if (!accepted) throw new Error(`There is no accepted body of ${id}.`)
  const bodies = [...accepted.map((value) => JSON.stringify(value)), ...(body ? largestBodies : [])]
  const query = id === 'unsubscribe' ? unsubscribePath : ''
  return bodies.map((text) => ({ id, method, path: path + query, headers: json, body: text }))
}

function requestsToOAuth({ webOrigin, clientId, deviceClientId }: Known): AnonymousRequest[] {
  const { challenge } = pkce()
  const authorize = (id: string) =>
    authorizationUrl(webOrigin, { clientId: id, challenge, state: 's'.repeat(2 * 1024) }).slice(
      webOrigin.length,
    )
  const register = (fields: object) => JSON.stringify({ client_name: 'N'.repeat(100), ...fields })
  const refresh = String(
    new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: `cairnrt_${secret}`,
      token: `cairnrt_${secret}`,
      client_id: clientId,
    }),
  )
  const fields = `client_id=${clientId}&${Array.from({ length: 1_400 }, (_, index) => `f${index}=1`).join('&')}`
  const posts = (id: string, path: string, headers: Record<string, string>, bodies: readonly string[]) =>
    bodies.map((body) => ({ id, method: 'POST', path, headers, body }))
  const gets = (id: string, ...paths: readonly string[]) => paths.map((path) => ({ id, method: 'GET', path }))
  return [
    ...gets('oauthAuthorize', authorize(clientId), authorize('x'.repeat(200))),
    ...gets('oauthResume', `${oauthPaths.authorize}/${secret}`),
    ...posts('oauthToken', oauthPaths.token, form, [refresh, fields]),
    ...posts('oauthDevice', oauthPaths.device, { ...form, 'user-agent': 'u'.repeat(1_000) }, [
      `client_id=${deviceClientId}&resource=${webOrigin}/mcp`,
      `client_id=${deviceClientId}&scope=goals:read%20${'s%20'.repeat(980)}`,
      fields,
      `client_id=${'x'.repeat(4_000)}`,
    ]),
    ...posts('oauthRevoke', oauthPaths.revoke, form, [refresh, fields]),
    ...posts('oauthRegister', oauthPaths.register, json, [
      register({ redirect_uris: [`${redirectUri}/${'x'.repeat(3_700)}`] }),
      register({
        redirect_uris: Array.from({ length: 130 }, (_, index) => `${redirectUri}/${'x'.repeat(85)}${index}`),
      }),
      ...largestBodies,
    ]),
    ...gets('oauthKeys', oauthPaths.keys),
    ...gets('oauthMetadata', oauthPaths.metadata),
    ...gets('oauthResource', oauthPaths.resource),
    ...gets('oauthMcpResource', oauthPaths.mcpResource),
  ]
}

/** A secret of the right form, with a checksum that is wrong. */
const madeUp = bearer(`cairn_${unknownId}_${secret}0000000000`)
/** A token of a program has no checksum: the table is asked. */
const madeUpOfProgram = bearer(`cairnat_${secret}`)
const largeMessage = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${manyFields(18_000)}}}`

/** Operations that check the credential first, whatever the body is. */
const guarded: AnonymousRequest[] = [{}, madeUp, madeUpOfProgram].flatMap((credential) =>
  [
    { id: 'mcp', path: '/mcp' },
    { id: 'mcpWork', path: '/mcp/work' },
    { id: 'createGoal', path: '/v1/goals' },
  ].map((route) => ({ ...route, method: 'POST', headers: { ...json, ...credential }, body: largeMessage })),
)

/** Several requests to every operation and endpoint that needs no credential, and to two that do. */
export function anonymousRequests(known: Known): AnonymousRequest[] {
  const open = allOperations.filter(
    ({ credential }) => credential === 'none' || credential === 'session_or_none',
  )
  const found = [
    ...open.flatMap((operation) => requestsTo(operation, known)),
    ...requestsToOAuth(known),
    ...guarded,
    { id: 'preflight', method: 'OPTIONS', path: '/v1/goals' },
    { id: 'openapi.json', method: 'GET', path: '/openapi.json' },
  ]
  const missing = endpoints.find((endpoint) => !found.some(({ id }) => id === endpoint.id))
  if (missing) throw new Error(`There is no request to ${missing.id}.`)
  return found
}
