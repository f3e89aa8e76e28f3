/**
 * The behaviors that every authentication provider must have, and the adapter that runs them against a provider.
 * `packages/lambda/src/auth/README.md` explains how to write an adapter.
 */
import { afterAll, beforeAll, describe, it } from 'vitest'
import { originBehaviors } from './conformance/origins.ts'
import { productBehaviors } from './conformance/product.ts'
import { redirectBehaviors } from './conformance/redirects.ts'
import { sessionBehaviors } from './conformance/sessions.ts'
import { createSend, type RequestHeaders, type Send, type TestResponse, withHeaders } from './support/send.ts'

/** A user of the provider. Two values with the same `key` are the same user after a change of name or address. */
export type Person = { key: string; displayName: string; email: string }

export type Request = { method: string; path: string }

/** The service with one provider, as an adapter starts it. */
export type ProviderUnderTest = {
  /** Where requests go; also the web origin. */
  origin: string
  method: 'email' | 'redirect'
  /** With `redirect`: whether sessions are the service's own. */
  ownSessions?: true
  /** Of an OpenID provider. */
  providerHost?: string
  /** With `redirect`: where people change their account, if the adapter has configured it. */
  accountUrl?: string
  /** Where the login and logout routes send a browser. */
  loginUrl: string
  logoutUrl: string
  /** Where the browser ends up that goes on from this response of the login route. Default: `returnTo` of the login page. */
  destinationAfter?(login: TestResponse): Promise<string>
  /** Headers that authenticate a request as this person. Called for every request. */
  credentialOf(person: Person, request: Request): Promise<RequestHeaders>
  /** Similar headers that must be refused, by what is wrong with them. */
  brokenCredentialsOf(person: Person, request: Request): Promise<Record<string, RequestHeaders>>
  /** Every line of the service's log so far. */
  lines: readonly string[]
  stop(): Promise<void>
}

export type ProviderAdapter = { name: string; start(): Promise<ProviderUnderTest> }

/** A provider under test, with ways to send requests. */
export type Subject = ProviderUnderTest & {
  /** Sends requests without a credential. */
  anonymous: Send
  /** Sends requests as this person. */
  as(person: Person): Send
}

export type Behavior = { title: string; holds(subject: Subject): Promise<void> }

const behaviors: Behavior[] = [
  ...sessionBehaviors,
  ...originBehaviors,
  ...redirectBehaviors,
  ...productBehaviors,
]

/** Runs every behavior against a provider. */
export function testProvider({ name, start }: ProviderAdapter): void {
  describe(name, () => {
    let subject: Subject
    beforeAll(async () => {
      const provider = await start()
      const anonymous = createSend(provider.origin)
      const as = (person: Person) =>
        withHeaders(anonymous, (request) => provider.credentialOf(person, request))
      subject = { ...provider, anonymous, as }
    })
    afterAll(() => subject.stop())

    it.each(behaviors.map(({ title, holds }) => [title, holds] as const))('%s', (_, holds) => holds(subject))
  })
}
