import type { RequestHeaders, Send, TestResponse } from './send.ts'

/** A user of the provider. Two values with the same `key` are the same user after a change of name or address. */
export type Person = { key: string; displayName: string; email: string }

export type Request = { method: string; path: string }

/** The service with one provider, as an adapter starts it. */
export type ProviderUnderTest = {
  /** The origin of requests; also the web origin. */
  origin: string
  method: 'email' | 'redirect'
  /** With `redirect`: whether sessions are the service's own. */
  ownSessions?: true
  /** Of an OpenID provider. */
  providerHost?: string
  /** With `redirect`: where people change their account, if the adapter has configured it. */
  accountUrl?: string
  /** The origin to which the login and logout routes send a browser. */
  loginUrl: string
  logoutUrl: string
  /** Returns the final address of a browser that follows this response of the login route. Default: `returnTo` of the login page. */
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
