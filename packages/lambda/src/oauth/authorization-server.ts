/**
 * The authorization server of OAuth 2.1, by the library `oidc-provider`: authorization code with PKCE, refresh tokens that rotate,
 * device codes, dynamic registration and metadata documents. It signs nobody in: the web app asks whoever is signed in.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { oauthPaths } from '@cairn/contract/http/endpoints'
import { apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import { accessTokenPrefix, refreshTokenPrefix } from '@cairn/domain/programs/oauth/access-token-prefix'
import { deviceCodeSeconds } from '@cairn/domain/programs/oauth/device/device-request'
import { userCodeFormat } from '@cairn/domain/programs/oauth/device/user-code'
import { unusedGrantDays } from '@cairn/domain/programs/oauth/grants'
import { oauthRecord } from '@cairn/domain/programs/oauth/oauth-store'
import type { WebhookTargets } from '@cairn/domain/programs/webhooks/target/webhook-target'
import { errors, interactionPolicy, Provider } from 'oidc-provider'
import { createDocumentFetcher } from './fetch-document.ts'
import { problemPage } from './problem-page.ts'
import { programOf, programWithCode } from './program-of.ts'
import { resourcesOf } from './resources.ts'
import { current, currentRequest } from './storage/current-request.ts'
import { createStorage } from './storage/storage.ts'

const secondsPerHour = 60 * 60
const accessTokenSeconds = secondsPerHour
/** How long a person may take, who may have to create an account first. */
export const consentSeconds = secondsPerHour
const codeSeconds = 60

export const allScopes = apiTokenScopeRegistry.map(({ id }) => id)

export function createAuthorizationServer(webOrigin: string, targets: WebhookTargets): Provider {
  const isSecure = webOrigin.startsWith('https:')
  const { api, mcp } = resourcesOf(webOrigin)
  const cookie = { httpOnly: true, sameSite: 'lax' as const, secure: isSecure, path: '/' }
  const provider = new Provider(webOrigin, {
    adapter: createStorage,
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    responseTypes: ['code'],
    scopes: [...allScopes],
    claims: {},
    routes: {
      authorization: oauthPaths.authorize,
      token: oauthPaths.token,
      registration: oauthPaths.register,
      revocation: oauthPaths.revoke,
      device_authorization: oauthPaths.device,
      code_verification: oauthPaths.devicePage,
      jwks: oauthPaths.keys,
    },
    features: {
      // The page for the code is the web app's: the library only issues codes and exchanges them.
      deviceFlow: { enabled: true, ...userCodeFormat, deviceInfo: ({ oidc }) => namedProgram(oidc.client) },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, idFactory: () => randomBytes(16).toString('base64url') },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? webOrigin,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== mcp && !api.includes(resource)) throw new errors.InvalidTarget()
          return {
            scope: allScopes.join(' '),
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: accessTokenSeconds,
          }
        },
      },
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: codeSeconds,
      DeviceCode: deviceCodeSeconds,
      Grant: unusedGrantDays * 24 * secondsPerHour,
      IdToken: codeSeconds,
      Interaction: consentSeconds,
      RefreshToken: unusedGrantDays * 24 * secondsPerHour,
      Session: consentSeconds,
    },
    cookies: {
      names: {
        interaction: isSecure ? '__Host-consent' : 'consent',
        resume: 'consent-resume',
        session: 'consent-session',
      },
      long: cookie,
      short: cookie,
    },
    jwks: { keys: [signingKey()] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    // Every request of a program is decided anew: another program may use the id of one that was allowed.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    interactions: {
      policy: askAlways(),
      url: async (ctx, interaction) => {
        keepProgram(interaction.uid, programOf(ctx.oidc.client, interaction.params.redirect_uri))
        return `/authorize?consent=${interaction.uid}`
      },
    },
    fetch: createDocumentFetcher(targets),
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text/html'
      ctx.body = problemPage({ webOrigin, error, description, languages: ctx.get('accept-language') })
    },
  })
  provider.proxy = true
  withPrefix(provider.AccessToken, accessTokenPrefix)
  withPrefix(provider.RefreshToken, refreshTokenPrefix)
  provider.on('server_error', (_ctx, error) => {
    const request = currentRequest.getStore()
    if (request) request.failure = error
  })
  return provider
}

/** Asks whoever is signed in to the service, with every request: there is no other session. */
function askAlways() {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  policy
    .get('login')
    ?.checks.add(
      new Check('always', 'the user decides about every request', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

/** @throws `InvalidRequest` if a person could not tell who asks. */
function namedProgram(client: Parameters<typeof programWithCode>[0]): OAuthProgram {
  const program = programWithCode(client)
  if (program.name !== '') return program
  throw new errors.InvalidRequest('register with a client_name, so that people know who asks')
}

/** Tells tokens from other secrets: for us, and for programs that search code for secrets. */
function withPrefix(model: { prototype: object }, prefix: string): void {
  const tokens = model.prototype as { generateTokenId(): string }
  const { generateTokenId } = tokens
  tokens.generateTokenId = function prefixed() {
    return `${prefix}${generateTokenId.call(this)}`
  }
}

/** No token is signed: the library wants a key. */
function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }
}

function keepProgram(consentId: string, program: OAuthProgram): void {
  const { context, writes } = current()
  const expiresAt = new Date(context.now.getTime() + consentSeconds * 1_000)
  const record = oauthRecord('Program', consentId, {
    content: program,
    grantId: undefined,
    expiresAt,
  })
  writes.set('program', record)
}
