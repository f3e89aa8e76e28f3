import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type JWK } from 'oidc-provider'
import { type BrowserJar, createBrowserJar } from './browser-jar.ts'

/** The provider's claims about a person. */
export type Profile = { name?: string; email?: string; email_verified?: boolean }

const clientSecret = 'secret of the client, known to the provider'

/** The environment of a service that signs people in at this provider. */
export function oidcEnvironment(issuer: string): Record<string, string> {
  return {
    AUTH_PROVIDER: 'oidc',
    AUTH_OIDC_ISSUER: issuer,
    AUTH_OIDC_CLIENT_ID: 'cairn',
    AUTH_OIDC_CLIENT_SECRET: clientSecret,
    AUTH_OIDC_PROVIDER_WORD: 'company',
    AUTH_OIDC_HTTP: 'loopback',
  }
}

export type OpenIdProvider = {
  issuer: string
  /** Gives or changes what the provider says of a person, by subject. */
  profiles: Map<string, Profile>
  /** Registers the service as its client. Before that, the provider does not respond. */
  serve(webOrigin: string): Promise<void>
  /** Signs with new keys only. People stay signed in. */
  rotateKeys(): Promise<void>
  /** The provider's id of a person's latest session, as the service knows it. */
  sessionIdOf(subject: string): string
  stop(): Promise<void>
}

async function newKeys(): Promise<JWK[]> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = `key-${Math.random()}`
  return [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } as JWK]
}

/** Starts a real OpenID provider on loopback. Its sign-in page takes any known subject, without a password. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const profiles = new Map<string, Profile>()
  /** Outlives the provider when its keys change. */
  const stored = new Map<string, unknown>()
  let provider: Provider | undefined
  let webOrigin = ''
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!provider) {
      request.socket.destroy()
      return
    }
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    if (pathname === '/frame') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(framePage(searchParams.get('address') ?? ''))
      return
    }
    if (!request.url?.startsWith('/interaction/')) {
      await provider.callback()(request, response)
      return
    }
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(signInPage(request.url))
      return
    }
    const form = new URLSearchParams(await textOf(request))
    const result = form.has('subject')
      ? { login: { accountId: form.get('subject') ?? '' } }
      : { error: 'access_denied', error_description: 'The person has gone back.' }
    await provider.interactionFinished(request, response, result)
  }

  const create = async () => {
    provider = new Provider(issuer, configurationOf(await newKeys()))
  }

  function configurationOf(keys: JWK[]) {
    return {
      adapter: (name: string) => createAdapter(stored, name),
      clients: [
        {
          client_id: 'cairn',
          client_secret: clientSecret,
          redirect_uris: [`${webOrigin}/v1/auth/callback`],
          post_logout_redirect_uris: [`${webOrigin}/sign-in`],
          backchannel_logout_uri: `${webOrigin}/v1/auth/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys },
      cookies: { keys: ['secret of the cookies'] },
      pkce: { required: () => true },
      claims: { openid: ['sub', 'sid'], profile: ['name'], email: ['email', 'email_verified'] },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context: { body: unknown }, form: string) => {
            context.body = `<!doctype html><title>Sign out</title><h1>Sign out?</h1>${form}
              <button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
          },
        },
      },
      findAccount: (_context: unknown, subject: string) => {
        const profile = profiles.get(subject)
        return profile && { accountId: subject, claims: () => ({ sub: subject, ...profile }) }
      },
      loadExistingGrant: async (context: {
        oidc: { session?: { accountId?: string }; client?: { clientId: string } }
      }) => {
        const { session, client } = context.oidc
        const grant = new (provider as Provider).Grant({
          accountId: session?.accountId ?? '',
          clientId: client?.clientId ?? '',
        })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        IdToken: 600,
        Grant: 600,
        Interaction: 600,
        Session: 600,
      },
      // Its own dispatcher refuses to ask this machine.
      fetch: (url: string | URL, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
        fetch(url, options),
    } as unknown as ConstructorParameters<typeof Provider>[1]
  }

  return {
    issuer,
    profiles,
    serve: async (origin) => {
      webOrigin = origin
      await create()
    },
    rotateKeys: create,
    sessionIdOf: (subject) => {
      type Stored = { model?: string; accountId?: string; authorizations?: { cairn?: { sid?: string } } }
      const sessions = [...stored.values()] as Stored[]
      const latest = sessions.findLast(({ model, accountId }) => model === 'Session' && accountId === subject)
      return latest?.authorizations?.cairn?.sid ?? ''
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** A logout page that waits for a frame, as front-channel logout works. */
function framePage(address: string): string {
  return `<!doctype html><html lang="en"><title>Signing out</title><p id="state">Signing out.</p>
    <iframe src="${address.replaceAll('&', '&amp;')}"
      onload="document.getElementById('state').textContent = 'The frame has loaded.'"></iframe></html>`
}

function signInPage(action: string): string {
  return `<!doctype html><html lang="en"><title>Company sign-in</title><h1>Company account</h1>
    <form method="post" action="${action}">
      <label>Account <input name="subject"></label>
      <button>Sign in</button>
    </form>
    <form method="post" action="${action}"><button>Go back</button></form></html>`
}

/** The storage interface of `oidc-provider`, in memory. */
function createAdapter(stored: Map<string, unknown>, name: string) {
  type Payload = Record<string, unknown>
  const keyOf = (id: string) => `${name}:${id}`
  const all = () => [...stored.values()] as Payload[]
  return {
    upsert: async (id: string, payload: Payload) => {
      stored.set(keyOf(id), { ...payload, model: name })
    },
    find: async (id: string) => stored.get(keyOf(id)),
    findByUid: async (uid: string) => all().find((found) => found.model === name && found.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id: string) => {
      stored.set(keyOf(id), { ...(stored.get(keyOf(id)) as Payload), consumed: Date.now() / 1000 })
    },
    destroy: async (id: string) => {
      stored.delete(keyOf(id))
    },
    revokeByGrantId: async (grantId: string) => {
      for (const [key, payload] of stored) if ((payload as Payload).grantId === grantId) stored.delete(key)
    },
  }
}

/**
 * Signs a person in, as a browser would, and returns the browser and where it ends up. Without `subject`, the person goes back from
 * the provider's page.
 */
export async function signInAt(
  origin: string,
  subject: string | undefined,
  { browser = createBrowserJar(), returnTo }: { browser?: BrowserJar; returnTo?: string } = {},
) {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo })}`
  let page = await browser.open(`${origin}/v1/auth/login${query}`)
  if (new URL(page.url).pathname.startsWith('/interaction/')) {
    const body = new URLSearchParams(subject === undefined ? {} : { subject })
    page = await browser.open(page.url, { method: 'POST', body })
  }
  const [, cookie] = /(?:^|; )(session=[^;]*)/.exec(browser.cookiesFor(origin)) ?? []
  return { browser, page, cookie }
}
