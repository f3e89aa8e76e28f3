import { randomBytes } from 'node:crypto'
import type { Client } from '@cairn/contract/client'
import { apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import { inject } from 'vitest'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

export type PersonName = 'owner' | 'member' | 'founder' | 'switcher' | 'guest'

export type World = {
  /** Whose engine calls are counted. */
  counted: TestService
  proxy: EngineProxy
  /** The same data without the wait: what a request needs is made here. */
  direct: TestService
  /**
   * `owner` and `member` share an organization; the others change which one is theirs, and are asked for nothing
   * else.
   */
  people: Record<PersonName, Browser>
  owner: Client
  /** API tokens of the owner: one with every scope, one that sees own goals only. */
  secrets: { all: string; own: string }
  stop(): Promise<void>
}

export async function createWorld(): Promise<World> {
  const proxy = await startEngineProxy(inject('engineEndpoint'))
  const table = await createTestTable()
  const environment = { CURSOR_SECRET: randomBytes(32).toString('base64url') }
  const direct = await startTestService({ table, environment })
  const counted = await startTestService({ table, environment, endpoint: proxy.endpoint })

  const names: PersonName[] = ['owner', 'member', 'founder', 'switcher', 'guest']
  const signedIn = await Promise.all(
    names.map(async (name) => [
      name,
      await signIn(direct, { email: `${name}@example.com`, displayName: name }),
    ]),
  )
  const people: Record<PersonName, Browser> = Object.fromEntries(signedIn)
  const owner = people.owner.api
  await people.member.api.acceptOrganizationInvitation({
    body: { token: await invite(owner, people.member) },
  })
  const scopes = apiTokenScopeRegistry.map(({ id }) => id)
  const all = await owner.createApiToken({ body: { name: 'All', scopes } })
  const own = await owner.createApiToken({ body: { name: 'Own', scopes: ['goals:read', 'goals:write'] } })

  async function stop(): Promise<void> {
    await counted.stop()
    await direct.stop()
    await proxy.stop()
    await table.stop()
  }
  return { counted, proxy, direct, people, owner, secrets: { all: all.secret, own: own.secret }, stop }
}

/** A fresh invitation's token. */
export async function invite(inviter: Client, { email }: { email: string }): Promise<string> {
  const { acceptUrl } = await inviter.createOrganizationInvitation({ body: { email, role: 'member' } })
  return acceptUrl.slice(acceptUrl.lastIndexOf('/') + 1)
}

/** The token of the last verification mail to an address. */
export function lastVerificationToken({ direct, counted }: World, email: string): string {
  const link = emailsIn([...direct.lines, ...counted.lines], email).at(-1)?.link ?? 'about:blank'
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
}

/** Connections are made once a process, not once a request; they take no part in its budget. */
export async function warmUp({ counted, people, secrets }: World): Promise<void> {
  const cookie = people.owner.cookie
  const authorization = `Bearer ${secrets.all}`
  const routes = ['/v1/auth/session', '/v1/organizations', '/v1/goals', '/v1/goal-labels']
  for (const headers of [{ cookie }, { authorization }]) {
    await Promise.all(routes.map((route) => fetch(counted.origin + route, { headers }).then((r) => r.text())))
  }
}
