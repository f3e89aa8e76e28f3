/**
 * What every authentication provider must do, whoever it is: one table of behaviours, and what a provider has to
 * offer for the table to be run on it. How to write an adapter is in `packages/lambda/src/auth/README.md`.
 */
import { afterAll, beforeAll, describe, it } from 'vitest'
import { originBehaviours } from './conformance/origins.ts'
import { productBehaviours } from './conformance/product.ts'
import { redirectBehaviours } from './conformance/redirects.ts'
import { sessionBehaviours } from './conformance/sessions.ts'
import { createSend, type RequestHeaders, type Send, withHeaders } from './support/send.ts'

/** Somebody whom the provider knows. Two people with one `key` are one, whose name or address has changed. */
export type Person = { key: string; displayName: string; email: string }

export type Request = { method: string; path: string }

/** The service under one provider, as an adapter starts it. */
export type ProviderUnderTest = {
  /** Where requests go, which is the web origin too. */
  origin: string
  method: 'email' | 'redirect'
  /** Where the canonical routes send a browser that signs in or has signed out. */
  loginUrl: string
  logoutUrl: string
  /** Headers that make a request this person's. Asked for every request. */
  credentialOf(person: Person, request: Request): Promise<RequestHeaders>
  /** Headers that look like it and are no good, by what is wrong with them. */
  brokenCredentialsOf(person: Person, request: Request): Promise<Record<string, RequestHeaders>>
  /** Every line of the service's log so far. */
  lines: readonly string[]
  stop(): Promise<void>
}

export type ProviderAdapter = { name: string; start(): Promise<ProviderUnderTest> }

/** A provider as behaviours see it. */
export type Subject = ProviderUnderTest & {
  /** Requests as nobody. */
  anonymous: Send
  /** Requests as this person. */
  as(person: Person): Send
}

export type Behaviour = { title: string; holds(subject: Subject): Promise<void> }

const behaviours: Behaviour[] = [
  ...sessionBehaviours,
  ...originBehaviours,
  ...redirectBehaviours,
  ...productBehaviours,
]

/** Runs the whole table on a provider. */
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

    it.each(behaviours.map(({ title, holds }) => [title, holds] as const))('%s', (_, holds) => holds(subject))
  })
}
